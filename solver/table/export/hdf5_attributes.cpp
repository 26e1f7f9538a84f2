#include "table/export/hdf5_attributes.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace grundy::exports {
namespace {

using nlohmann::json;

Handle string_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  return type;
}

Handle scalar_space() {
  return {H5Screate(H5S_SCALAR), H5Sclose};
}

Handle list_space(std::size_t size) {
  const hsize_t extent = size;
  return {H5Screate_simple(1, &extent, nullptr), H5Sclose};
}

// An empty list has no values to point at, and none to write.
Status write(const Handle& object, const std::string& name, hid_t type, const Handle& space,
             const void* values) {
  const Handle attribute(
      H5Acreate2(object.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute || (values != nullptr && H5Awrite(attribute.id(), type, values) < 0))
    return hdf5_error(fmt::format("cannot write the attribute '{}'", name));
  return {};
}

Status write_strings(const Handle& object, const std::string& name, const Handle& space,
                     const std::vector<std::string>& strings) {
  std::vector<const char*> pointers;
  pointers.reserve(strings.size());
  for (const std::string& text : strings) pointers.push_back(text.c_str());
  return write(object, name, string_type().id(), space, pointers.data());
}

Status write_attribute(const Handle& object, const std::string& name, const json& value) {
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    return write(object, name, H5T_NATIVE_INT64, scalar_space(), &number);
  }
  if (value.is_string()) return write_strings(object, name, scalar_space(), {value});
  if (!value.is_array()) return write_strings(object, name, scalar_space(), {value.dump()});
  if (!value.empty() && value.front().is_string())
    return write_strings(object, name, list_space(value.size()), value);
  const auto numbers = value.get<std::vector<std::int64_t>>();
  return write(object, name, H5T_NATIVE_INT64, list_space(numbers.size()), numbers.data());
}

}  // namespace

Status write_attributes(const Handle& object, const json& attributes) {
  for (const auto& [name, value] : attributes.items())
    if (Status s = write_attribute(object, name, value); !s) return s;
  return {};
}

}  // namespace grundy::exports
