// verify/stored.hpp: what a table says of single positions.
//
// Looked up in the table or, where millions of look-ups are to come, in a copy of its values in
// memory. Any number of threads may ask at once.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "verify/known.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

class Stored final : public Known {
 public:
  explicit Stored(const table::Table& table) : table_(table) {}

  // Bytes that a copy would take.
  std::uint64_t copy_bytes() const;
  // Makes the copy, in parallel, unless that takes longer than `end`.
  Status copy(const Task& task, std::chrono::steady_clock::time_point end);

  const Box& box() const noexcept { return table_.info().spec.box; }
  Result<std::optional<Fact>> at(const Position& position) const override;

 private:
  // One array, over the box in C order.
  struct Copy {
    unsigned width;
    std::vector<std::byte> cells;

    std::uint32_t operator[](std::uint64_t rank) const;
  };
  Fact fact_of(std::uint32_t value, std::uint32_t outcome) const;

  const table::Table& table_;
  std::vector<Copy> copies_;  // the table's quantity; of remoteness the outcome as well
};

}  // namespace grundy::verify
