#include "arguments.hpp"

#include <fmt/format.h>

#include <limits>

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

std::optional<std::int64_t> in_64_bits(const py::object& index) {
  int beyond = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
  return beyond == 0 ? std::optional<std::int64_t>(value) : std::nullopt;
}

Error beyond_64_bits(const py::object& index) {
  return {Errc::usage,
          fmt::format("{} is beyond 64 bits; expected -2^63 .. 2^63 - 1", readable(index))};
}

std::vector<std::int64_t> each_from(const py::handle& iterable,
                                    std::int64_t (*from)(const py::handle&)) {
  std::vector<std::int64_t> integers;
  for (const py::handle item : iterable) integers.push_back(from(item));
  return integers;
}

rules::ParameterValue parameter_from(const py::handle& value) {
  if (!is_sequence_of_numbers(value)) return integer_from(value);
  return each_from(value, integer_from);
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
  const std::int64_t bytes = integer_from(memory);
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

py::object index_of(const py::handle& integer) {
  auto index = py::reinterpret_steal<py::object>(PyNumber_Index(integer.ptr()));
  if (!index) throw py::error_already_set();
  return index;
}

std::string readable(const py::object& index) {
  constexpr unsigned readable_bits = 256;
  const auto bits = index.attr("bit_length")().cast<std::uint64_t>();
  if (bits > readable_bits) return fmt::format("an integer of {} bits", bits);
  return py::str(index).cast<std::string>();
}

std::int64_t nearest_from(const py::object& index) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (const auto value = in_64_bits(index)) return *value;
  return index < py::int_(0) ? Limits::min() : Limits::max();
}

std::int64_t integer_from(const py::handle& integer) {
  const py::object index = index_of(integer);
  if (const auto value = in_64_bits(index)) return *value;
  raise(beyond_64_bits(index));
}

std::int64_t coordinate_from(const py::handle& integer) {
  const py::object index = index_of(integer);
  if (const auto value = in_64_bits(index)) return *value;
  raise_outside(beyond_64_bits(index));
}

std::vector<std::int64_t> integers_from(const py::object& integers) {
  if (is_sequence_of_numbers(integers)) return each_from(integers, integer_from);
  return {integer_from(integers)};
}

Position position_from(const py::object& coordinates, std::size_t dimensions) {
  Position position = is_sequence_of_numbers(coordinates) ? each_from(coordinates, coordinate_from)
                                                          : Position{coordinate_from(coordinates)};
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
