#include "cli/text.hpp"

#include <fmt/format.h>

namespace grundy::cli {

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void print(const Json& json) {
  fmt::print("{}", line_of(json));
}

}  // namespace grundy::cli
