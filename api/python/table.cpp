#include "table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>

#include "answers.hpp"
#include "arguments.hpp"
#include "arrays.hpp"
#include "ask/session/text.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "picture.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

std::unique_ptr<Table> open(const py::object& file, const py::object& mapped) {
  const auto path = required_path_from(file, "path");
  const auto access = flag_from(mapped, "mapped") ? table::Access::mapped : table::Access::read;
  auto values = unwrap(without_gil([&] { return table::open_values(path, access); }));
  return std::make_unique<Table>(std::move(values),
                                 Opened{std::filesystem::absolute(path), access});
}

std::uint32_t value_at(const table::Values& values, Quantity quantity, const Position& position) {
  const auto value = values.at(quantity, position);
  if (!value) raise_outside(value.error());
  return *value;
}

// Says what is wrong with a region that is partly outside.
void check_inside(const table::Values& values, const Region& region) {
  if (is_empty(region)) return;
  const Box box = hull(region);
  if (!values.info().spec.box.contains(box)) value_at(values, Quantity::outcome, box.high);
  if (!values.info().spec.box.contains(box)) value_at(values, Quantity::outcome, box.low);
}

py::object path_of(const Table& table) {
  return table.opened() ? py::cast(table.opened()->path) : py::none();
}

// What is pickled: where the table is.
py::tuple reduce(const Table& table) {
  const py::object made = py::module_::import("grundy.kept").attr("table_from");
  const bool mapped = table.opened()->access == table::Access::mapped;
  return py::make_tuple(made, py::make_tuple(path_of(table), mapped, text(table.result().digest)));
}

// Nobody can change a table, so copies of it are the table itself.
py::object same(const py::object& table) {
  return table;
}

py::tuple shape_of(const Table& table) {
  std::vector<std::int64_t> shape;
  for (std::size_t axis = 0; axis < table.spec().box.dimensions(); ++axis)
    shape.push_back(table.spec().box.extent(axis));
  return to_tuple(shape);
}

py::object coordinates_of(const Table& table) {
  py::tuple names(table.spec().coordinates.size());
  for (std::size_t axis = 0; axis < names.size(); ++axis)
    names[axis] = text(table.spec().coordinates[axis]);
  return names;
}

py::object section_axis_of(const Table& table) {
  const auto axis = table.spec().section_axis;
  return axis ? py::object(py::int_(*axis)) : py::none();
}

py::object picture(const Table& table, const std::string& law) {
  const auto drawn = unwrap(without_gil([&] { return picture_of(*table.values(), law); }));
  return drawn ? py::object(py::bytes(*drawn)) : py::none();
}

std::string described(const Table& table, std::string_view name) {
  const auto& spec = table.spec();
  return fmt::format("<grundy.{} {}({}): {} of {}>", name, spec.game,
                     fmt::join(spec.coordinates, ", "), to_string(spec.quantity),
                     session::size_of(spec.box));
}

// The protocol of numpy.asarray: `copy` is True, False (never) or None (where needed).
py::object to_array(const Table& table, const py::object& dtype, const py::object& copy) {
  const py::array array = table.array(py::none());
  const bool shared = !array.owndata();
  if (copy.ptr() == Py_False && !shared)
    raise({Errc::usage, "these values cannot be had without a copy; leave copy=False away"});
  const py::bool_ again(copy.ptr() == Py_True && shared);
  return array.attr("astype")(dtype.is_none() ? py::object(array.dtype()) : dtype,
                              py::arg("copy") = again);
}

py::array histogram_of(const Table& table) {
  const auto& counts = table.result().histogram;
  return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(counts.size()), counts.data());
}

void bind_attributes(py::class_<Table>& type) {
  const auto attribute = [&type](const char* name, auto get, const char* doc) {
    type.def_property_readonly(name, get, doc);
  };
  attribute("path", &path_of, "Where it was opened, absolute; None of a Solution.");
  attribute(
      "game", [](const Table& t) { return text(t.spec().game); }, "Its name.");
  attribute(
      "rules", [](const Table& t) { return text(t.spec().rules); },
      "The rules in the rule language.");
  attribute(
      "parameters", [](const Table& t) { return to_python(t.spec().parameters); },
      "The rules' parameters: integers, and tuples of them.");
  attribute("coordinates", &coordinates_of, "The names of the coordinates.");
  attribute(
      "origin", [](const Table& t) { return to_tuple(t.spec().box.low); },
      "The lowest coordinates; where arrays begin.");
  attribute(
      "box", [](const Table& t) { return to_tuple(t.spec().box.high); },
      "The highest coordinates, inclusive.");
  attribute("shape", &shape_of, "That of the array of all values: box - origin + 1.");
  attribute(
      "ndim", [](const Table& t) { return t.spec().box.dimensions(); },
      "How many coordinates there are.");
  attribute(
      "dtype", [](const Table& t) { return dtype_of(*t.values(), t.spec().quantity); },
      "Of copies of the values: the smallest unsigned type that holds them.");
  attribute(
      "quantity", [](const Table& t) { return text(to_string(t.spec().quantity)); },
      "'nimber', 'outcome' or 'remoteness'.");
  attribute(
      "convention", [](const Table& t) { return text(to_string(t.spec().convention)); },
      "'normal' or 'misere'.");
  attribute(
      "positions", [](const Table& t) { return t.result().positions; }, "How many.");
  attribute(
      "p_positions", [](const Table& t) { return t.result().p_positions; },
      "How many of them the player to move loses.");
  attribute(
      "max_value", [](const Table& t) { return t.result().max_value; }, "The largest value.");
  attribute("histogram", &histogram_of,
            "Entry v counts the positions of nimber v, below 65,536; empty for other quantities.");
  attribute(
      "digest", [](const Table& t) { return text(t.result().digest); },
      "A fingerprint of all values, 32 hexadecimal digits.");
  attribute(
      "kernel", [](const Table& t) { return text(t.result().kernel); },
      "How the positions were solved.");
  attribute(
      "store", [](const Table& t) { return text(table::name_of(t.spec().store)); },
      "How the table is written: 'full', 'sorted' or 'section'.");
  attribute("section_axis", &section_axis_of,
            "An axis along which each line holds at most one P-position, or None.");
}

}  // namespace

py::object Table::item(const py::object& key) const {
  const Region region = region_from(key, spec().box);
  if (is_position(region)) return py::int_(value_at(*values_, spec().quantity, hull(region).low));
  check_inside(*values_, region);
  return read(spec().quantity, region);
}

py::array Table::array(const py::object& quantity) const {
  return read(quantity_or_own(quantity), all_of(spec().box));
}

py::object Table::outcome(const py::object& position) const {
  const Position at = position_from(position, spec().box.dimensions());
  return to_python(static_cast<Outcome>(value_at(*values_, Quantity::outcome, at)));
}

py::array Table::probe(const py::object& positions, const py::object& quantity) const {
  return python::probe(*values_, quantity_or_own(quantity), positions);
}

py::object Table::moves(const py::object& position) {
  const Position at = position_from(position, spec().box.dimensions());
  value_at(*values_, Quantity::outcome, at);
  if (!move_finder_) move_finder_ = unwrap(session::MoveFinder::of(values_));
  std::atomic<bool> stop{false};
  const auto found =
      unwrap(interruptible(stop, [this, &at, &stop] { return move_finder_->from(at, &stop); }));
  return to_python(found.sum, found.moves);
}

namespace {

// Tables of equal values of the same positions of the same game are equal.
py::tuple identity(const py::object& table) {
  return py::make_tuple(table.attr("game"), table.attr("quantity"), table.attr("convention"),
                        table.attr("origin"), table.attr("box"), table.attr("digest"));
}

py::object equals(const py::object& table, const py::object& other) {
  if (!py::isinstance<Table>(other))
    return py::reinterpret_borrow<py::object>(py::handle(Py_NotImplemented));
  return py::bool_(identity(table).equal(identity(other)));
}

}  // namespace

py::array Table::read(Quantity quantity, const Region& region) const {
  return copy_of(*values_, quantity, region);
}

Quantity Table::quantity_or_own(const py::object& name) const {
  return quantity_from(name, "quantity").value_or(spec().quantity);
}

void bind_table(py::module_& module) {
  py::class_<Table> type(module, "Table", docs::table);
  bind_attributes(type);
  type.def("__getitem__", &Table::item, py::arg("key"), docs::item)
      .def("array", &Table::array, py::arg("quantity") = py::none(), docs::array)
      .def("__array__", &to_array, py::arg("dtype") = py::none(), py::arg("copy") = py::none(),
           docs::numpy_array)
      .def("outcome", &Table::outcome, py::arg("position"), docs::outcome)
      .def("probe", &Table::probe, py::arg("positions"), py::kw_only(),
           py::arg("quantity") = py::none(), docs::probe)
      .def("moves", &Table::moves, py::arg("position"), docs::moves)
      .def("_picture", &picture, py::arg("law"), docs::picture)
      .def(
          "_repr_png_", [](const Table& table) { return picture(table, {}); }, docs::repr_png)
      .def("__reduce__", &reduce, docs::reduce_table)
      .def("__copy__", &same, docs::copy)
      .def(
          "__deepcopy__", [](const py::object& table, const py::object&) { return table; },
          py::arg("memo"), docs::deepcopy)
      .def("__eq__", &equals, py::arg("other"))
      .def("__hash__", [](const py::object& self) { return py::hash(identity(self)); })
      .def("__repr__", [](const py::object& self) {
        return text(described(self.cast<const Table&>(),
                              py::type::of(self).attr("__name__").cast<std::string>()));
      });
  type.attr("__iter__") = py::none();  // is it by coordinate or by index? say table.array()
  module.def("open", &open, py::arg("path"), py::kw_only(), py::arg("mapped") = true, docs::open);
}

}  // namespace grundy::python
