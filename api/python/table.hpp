// python/table.hpp: grundy.Table, the values of a box on disk or in memory.
//
// Any number of threads may use one at once.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "ask/session/table_moves.hpp"
#include "region.hpp"
#include "table/values.hpp"

namespace grundy::python {

namespace py = pybind11;

// Where a table was opened, and how.
struct Opened {
  std::filesystem::path path;  // absolute
  table::Access access;
};

class Table {
 public:
  explicit Table(std::shared_ptr<const table::Values> values, std::optional<Opened> opened = {})
      : values_(std::move(values)), opened_(std::move(opened)) {}
  virtual ~Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  const std::shared_ptr<const table::Values>& values() const noexcept { return values_; }
  const std::optional<Opened>& opened() const noexcept { return opened_; }
  const table::TableSpec& spec() const noexcept { return values_->info().spec; }
  const table::TableResult& result() const noexcept { return values_->info().result; }

  py::object item(const py::object& key) const;
  py::array array(const py::object& quantity) const;
  py::object outcome(const py::object& position) const;
  py::array probe(const py::object& positions, const py::object& quantity) const;
  py::object moves(const py::object& position);

 protected:
  // The values of a region in the box.
  virtual py::array read(Quantity quantity, const Region& region) const;

 private:
  Quantity quantity_or_own(const py::object& name) const;

  std::shared_ptr<const table::Values> values_;
  std::optional<Opened> opened_;                      // nothing in memory
  std::unique_ptr<session::MoveFinder> move_finder_;  // once it was needed
};

void bind_table(py::module_& module);

}  // namespace grundy::python
