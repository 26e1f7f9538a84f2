// python/arguments.hpp: arguments of Python callers, checked and in our own terms, and back.
//
// Everything here needs the GIL. What is wrong with an argument is raised.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "rules/rules.hpp"
#include "table/info.hpp"

namespace grundy::python {

namespace py = pybind11;

using Text = std::optional<std::string>;
using Path = std::optional<std::filesystem::path>;

// Arguments by their name, as messages call it. None is nothing: the default. TypeError for
// anything that is of another type, with what was found.
[[noreturn]] void raise_type(std::string_view name, std::string_view expected,
                             const py::handle& given);
Text text_from(const py::object& given, const char* name);
std::string required_text_from(const py::object& given, const char* name);
Path path_from(const py::object& given, const char* name);
std::filesystem::path required_path_from(const py::object& given, const char* name);
std::vector<std::string> texts_from(const py::object& given, const char* name);
bool flag_from(const py::object& given, const char* name);
double number_from(const py::object& given, const char* name);
std::string executor_from(const py::object& executor);
std::string kernel_from(const py::object& kernel);
std::size_t threads_from(const py::object& threads);
std::optional<Quantity> quantity_from(const py::object& name, const char* argument = "value");
std::optional<Convention> convention_from(const py::object& misere);
std::optional<std::uint64_t> bytes_from(const py::object& memory);  // an integer, or "8G"
Outcome outcome_from(const py::object& outcome);  // "P", "N", or of grundy.Outcome
table::Store store_from(const py::object& name);

// {"m": 3, "S": [2, 5]}; None is {}.
rules::Parameters parameters_from(const py::object& parameters);
py::dict to_python(const std::map<std::string, std::string>& parameters);

// What Python takes for an index, as its integer.
py::object index_of(const py::handle& integer);
// As text, however long.
std::string readable(const py::object& index);
// The integer of 64 bits next to it.
std::int64_t nearest_from(const py::object& index);

// Any integer that Python takes for an index; UsageError for those beyond 64 bits.
std::int64_t integer_from(const py::handle& integer, std::string_view name);
// The same of a position: PositionError.
std::int64_t coordinate_from(const py::handle& integer);

// An integer, or a sequence of them: the argument `name`.
std::vector<std::int64_t> integers_from(const py::object& integers, const char* name);
// Coordinates, as many of them as the game has.
Position position_from(const py::object& coordinates, std::size_t dimensions);

py::tuple to_tuple(const std::vector<std::int64_t>& integers);

}  // namespace grundy::python
