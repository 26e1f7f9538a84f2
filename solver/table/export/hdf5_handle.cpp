#include "table/export/hdf5_handle.hpp"

#include <fmt/format.h>

namespace grundy::exports {
namespace {

// The innermost entry of libhdf5's error stack is the cause.
herr_t keep_first(unsigned number, const H5E_error2_t* entry, void* reason) {
  if (number == 0 && entry->desc != nullptr) *static_cast<std::string*>(reason) = entry->desc;
  return 0;
}

// What the system said, where libhdf5 wraps it in a report of all its arguments.
std::string_view system_message(std::string_view description) {
  constexpr std::string_view mark = "error message = '";
  const auto found = description.find(mark);
  if (found == std::string_view::npos) return description;
  description.remove_prefix(found + mark.size());
  return description.substr(0, description.find('\''));
}

}  // namespace

Error hdf5_error(std::string_view action) {
  std::string reason = "libhdf5 gives no reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  return Error{Errc::io, fmt::format("{}: {}", action, system_message(reason))};
}

}  // namespace grundy::exports
