#include "arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <limits>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "errors.hpp"
#include "plan/method.hpp"
#include "rules/language/parser.hpp"

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

std::string beyond_64_bits(const py::object& index) {
  return fmt::format("{} is beyond 64 bits; expected -2^63 .. 2^63 - 1", readable(index));
}

template <class From>
std::vector<std::int64_t> each_from(const py::handle& iterable, const From& from) {
  std::vector<std::int64_t> integers;
  for (const py::handle item : iterable) integers.push_back(from(item));
  return integers;
}

// What was given instead, not longer than a line.
std::string found_in(const py::handle& given) {
  constexpr std::size_t longest = 60;
  const auto shown = py::repr(given).cast<std::string>();
  const auto type = py::type::handle_of(given).attr("__name__").cast<std::string>();
  return shown.size() <= longest ? fmt::format("{}, of type {}", shown, type)
                                 : fmt::format("an object of type {}", type);
}

}  // namespace

void raise_type(std::string_view name, std::string_view expected, const py::handle& given) {
  throw py::type_error(fmt::format("{}: expected {}, found {}", name, expected, found_in(given)));
}

namespace {

template <class T>
T argument_from(const py::handle& given, std::string_view name, std::string_view expected) {
  py::detail::make_caster<T> caster;
  if (!caster.load(given, /*convert=*/true)) raise_type(name, expected, given);
  return py::detail::cast_op<T>(std::move(caster));
}

// An integer or several, as the argument `name` takes them.
rules::ParameterValue numbers_from(const py::handle& given, std::string_view name,
                                   std::string_view expected) {
  const auto integer = [name](const py::handle& each) { return integer_from(each, name); };
  try {
    if (!is_sequence_of_numbers(given)) return integer(given);
    return each_from(given, integer);
  } catch (const py::error_already_set& failure) {
    if (!failure.matches(PyExc_TypeError)) throw;
  }
  raise_type(name, expected, given);
}

py::object to_python(const rules::ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return py::int_(*number);
  if (const auto* array = std::get_if<rules::Array>(&value)) {
    const auto members = array->members();
    return py::cast(std::vector<std::int64_t>(members.begin(), members.end()));
  }
  return to_tuple(std::get<std::vector<std::int64_t>>(value));
}

}  // namespace

Text text_from(const py::object& given, const char* name) {
  if (given.is_none()) return std::nullopt;
  return required_text_from(given, name);
}

std::string required_text_from(const py::object& given, const char* name) {
  if (!py::isinstance<py::str>(given)) raise_type(name, "text", given);
  return argument_from<std::string>(given, name, "text in Unicode");
}

Path path_from(const py::object& given, const char* name) {
  if (given.is_none()) return std::nullopt;
  return required_path_from(given, name);
}

std::filesystem::path required_path_from(const py::object& given, const char* name) {
  return argument_from<std::filesystem::path>(given, name, "a path");
}

std::vector<std::string> texts_from(const py::object& given, const char* name) {
  return argument_from<std::vector<std::string>>(given, name, "a sequence of texts");
}

bool flag_from(const py::object& given, const char* name) {
  return argument_from<bool>(given, name, "True or False");
}

double number_from(const py::object& given, const char* name) {
  return argument_from<double>(given, name, "a number");
}

std::size_t threads_from(const py::object& threads) {
  if (!PyIndex_Check(threads.ptr())) raise_type("threads", "an integer", threads);
  const std::int64_t count = nearest_from(index_of(threads));
  if (count < 0)
    raise_usage(fmt::format("option `threads` is {}; expected 1 to {}, or 0 for one for every core",
                            readable(index_of(threads)), parallel::max_threads));
  unwrap(parallel::check_threads(static_cast<std::size_t>(count)));
  return static_cast<std::size_t>(count);
}

std::string executor_from(const py::object& executor) {
  std::string name = required_text_from(executor, "executor");
  const auto& names = parallel::executor_names();
  if (std::ranges::find(names, name) != names.end()) return name;
  raise_usage(
      fmt::format("option `executor` is '{}'; expected one of {}", name, fmt::join(names, ", ")));
}

std::string kernel_from(const py::object& kernel) {
  std::string name = required_text_from(kernel, "kernel");
  const auto names = plan::kernel_names();
  if (name == "auto" || std::ranges::find(names, name) != names.end()) return name;
  raise_usage(fmt::format("option `kernel` is '{}'; expected one of auto, {}", name,
                          fmt::join(names, ", ")));
}

std::optional<Quantity> quantity_from(const py::object& given, const char* argument) {
  const Text name = text_from(given, argument);
  if (!name) return std::nullopt;
  const auto quantity = grundy::quantity_from(*name);
  if (quantity) return quantity;
  raise_usage(
      fmt::format("option `{}` is '{}'; expected outcome, nimber or remoteness", argument, *name));
}

std::optional<Convention> convention_from(const py::object& misere) {
  if (misere.is_none()) return std::nullopt;
  return flag_from(misere, "misere") ? Convention::misere : Convention::normal;
}

std::optional<std::uint64_t> bytes_from(const py::object& memory) {
  if (memory.is_none()) return std::nullopt;
  constexpr const char* expected = "a number of bytes above 0, or text such as '8G'";
  std::optional<std::uint64_t> bytes;
  if (py::isinstance<py::str>(memory)) {
    if (const auto read = memory::parse_bytes(memory.cast<std::string>())) bytes = *read;
  } else if (PyIndex_Check(memory.ptr())) {
    const std::int64_t count = integer_from(memory, "memory");
    if (count > 0) bytes = static_cast<std::uint64_t>(count);
  } else {
    raise_type("memory", expected, memory);
  }
  if (!bytes)
    raise_usage(fmt::format("option `memory` is {}; expected {}",
                            py::repr(memory).cast<std::string>(), expected));
  return bytes;
}

Outcome outcome_from(const py::object& outcome) {
  if (!py::isinstance<py::str>(outcome) && !PyIndex_Check(outcome.ptr()))
    raise_type("outcome", "P or N", outcome);
  const auto name = py::str(outcome).cast<std::string>();  // that of grundy.P is "P"
  if (name == "P") return Outcome::P;
  if (name == "N") return Outcome::N;
  raise_usage(fmt::format("option `outcome` is {}; expected P or N",
                          py::repr(outcome).cast<std::string>()));
}

table::Store store_from(const py::object& given) {
  const std::string name = required_text_from(given, "store");
  for (const auto store : {table::Store::full, table::Store::sorted, table::Store::section})
    if (table::name_of(store) == name) return store;
  raise_usage(fmt::format("option `store` is '{}'; expected full, sorted or section", name));
}

rules::Parameters parameters_from(const py::object& parameters) {
  rules::Parameters found;
  if (parameters.is_none()) return found;
  if (!py::isinstance<py::dict>(parameters))
    raise_usage(R"(params is no dict; expected for example {"m": 3, "S": [2, 5]})");
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(parameters)) {
    if (!py::isinstance<py::str>(key))
      raise_type("params", R"(names of parameters as keys, such as {"m": 3})", key);
    const auto name = argument_from<std::string>(key, "params", "text in Unicode");
    found.emplace(name,
                  numbers_from(value, fmt::format("params[{}]", py::repr(key).cast<std::string>()),
                               "an integer or integers"));
  }
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

std::int64_t integer_from(const py::handle& integer, std::string_view name) {
  const py::object index = index_of(integer);
  if (const auto value = in_64_bits(index)) return *value;
  raise_usage(fmt::format("option `{}`: {}", name, beyond_64_bits(index)));
}

std::int64_t coordinate_from(const py::handle& integer) {
  const py::object index = index_of(integer);
  if (const auto value = in_64_bits(index)) return *value;
  raise_outside({Errc::usage, beyond_64_bits(index)});
}

std::vector<std::int64_t> integers_from(const py::object& integers, const char* name) {
  auto found = numbers_from(integers, name, "an integer, or one for each coordinate");
  if (const auto* number = std::get_if<std::int64_t>(&found)) return {*number};
  return std::get<std::vector<std::int64_t>>(std::move(found));
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
