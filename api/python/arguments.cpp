#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "errors.hpp"
#include "memory/machine.hpp"
#include "rules/parameter_text.hpp"

namespace grundy::python {
namespace {

[[noreturn]] void raise_usage(std::string message) {
  raise({Errc::usage, std::move(message)});
}

bool is_sequence_of_numbers(const py::handle& object) {
  return py::isinstance<py::iterable>(object) && !py::isinstance<py::str>(object);
}

std::vector<std::int64_t> integers_from(const py::handle& iterable) {
  std::vector<std::int64_t> integers;
  for (const py::handle item : iterable) integers.push_back(coordinate_from(item));
  return integers;
}

rules::ParameterValue parameter_from(const py::handle& value) {
  if (!is_sequence_of_numbers(value)) return coordinate_from(value);
  return integers_from(value);
}

py::object to_python(const rules::ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return py::int_(*number);
  return to_tuple(std::get<std::vector<std::int64_t>>(value));
}

}  // namespace

std::optional<Quantity> quantity_from(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  const auto quantity = grundy::quantity_from(*name);
  if (quantity) return quantity;
  raise_usage(
      fmt::format("there is no quantity '{}'; expected outcome, nimber or remoteness", *name));
}

std::optional<Convention> convention_from(std::optional<bool> misere) {
  if (!misere) return std::nullopt;
  return *misere ? Convention::misere : Convention::normal;
}

std::optional<std::uint64_t> bytes_from(const py::object& memory) {
  if (memory.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(memory))
    return unwrap(memory::parse_bytes(memory.cast<std::string>()));
  const std::int64_t bytes = coordinate_from(memory);
  if (bytes > 0) return static_cast<std::uint64_t>(bytes);
  raise_usage(fmt::format("memory={}, expected a number of bytes, or text such as '8G'", bytes));
}

table::Store store_from(const std::string& name) {
  for (const auto store : {table::Store::full, table::Store::sorted, table::Store::section})
    if (table::name_of(store) == name) return store;
  raise_usage(fmt::format("there is no store '{}'; expected full, sorted or section", name));
}

rules::Parameters parameters_from(const py::object& parameters) {
  rules::Parameters found;
  if (parameters.is_none()) return found;
  if (!py::isinstance<py::dict>(parameters))
    raise_usage(R"(params is no dict; expected for example {"m": 3, "S": [2, 5]})");
  for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(parameters))
    found.insert_or_assign(py::cast<std::string>(name), parameter_from(value));
  return found;
}

py::dict to_python(const std::map<std::string, std::string>& parameters) {
  py::dict found;
  for (const auto& [name, value] : parameters)
    found[text(name)] =
        to_python(unwrap(rules::parse_override(fmt::format("{}={}", name, value))).second);
  return found;
}

std::int64_t coordinate_from(const py::handle& integer) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(integer.ptr()));
  if (!index) throw py::error_already_set();
  int beyond = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
  constexpr std::int64_t most = std::int64_t{1} << 62;
  return beyond != 0 ? beyond * most : std::clamp<std::int64_t>(value, -most, most);
}

std::vector<std::int64_t> coordinates_from(const py::object& coordinates) {
  if (is_sequence_of_numbers(coordinates)) return integers_from(coordinates);
  return {coordinate_from(coordinates)};
}

Position position_from(const py::object& coordinates, std::size_t dimensions) {
  Position position = coordinates_from(coordinates);
  if (position.size() == dimensions) return position;
  raise_usage(fmt::format("the position {} has {} coordinates, expected {}", to_string(position),
                          position.size(), dimensions));
}

py::tuple to_tuple(const std::vector<std::int64_t>& integers) {
  py::tuple tuple(integers.size());
  for (std::size_t i = 0; i < integers.size(); ++i) tuple[i] = integers[i];
  return tuple;
}

}  // namespace grundy::python
