#include "methods/generic/memo_storage.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace grundy::generic {
namespace {

// The lines that the positions of a tile share are few; more were no faster (512 to 4096 tried).
// Long sets of nimbers get fewer still, up to so many bytes for a rule. A line is worth its while
// for `least_count` options and more (4 to 16 tried).
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr unsigned most_slot_bits = 10;
constexpr unsigned least_slot_bits = 6;
constexpr std::size_t least_count = 8;

struct Shape {
  std::size_t words = 0;
  unsigned slot_bits = 0;
  std::size_t lines = 0;  // of all rules; none where too few would fit
};

std::size_t bytes_of_line(std::size_t words) {
  return sizeof(kernels::Line) + words * sizeof(std::uint64_t);
}

Shape shape_of(Quantity computed, const Task& task) {
  Shape shape;
  if (computed == Quantity::nimber) shape.words = task.largest_value / 64 + 1;
  const std::size_t bytes = bytes_of_line(shape.words);
  if (most_bytes / bytes < std::size_t{1} << least_slot_bits) return shape;
  const auto fitting = static_cast<unsigned>(std::bit_width(most_bytes / bytes) - 1);
  shape.slot_bits = std::min(fitting, most_slot_bits);
  for (const kernels::RuleProgram& rule : task.program.program().rules)
    if (rule.anchor != kernels::Anchor::none) shape.lines += std::size_t{1} << shape.slot_bits;
  return shape;
}

}  // namespace

MemoStorage::MemoStorage(Quantity computed, const Task& task) {
  const Shape shape = shape_of(computed, task);
  lines_.resize(shape.lines);
  sets_.resize(shape.lines * shape.words);
  memo_ = {.lines = lines_,
           .sets = sets_,
           .first_slots = {},
           .slot_bits = shape.slot_bits,
           .words = shape.words,
           .least_count = std::max(least_count, shape.words)};
  if (shape.lines == 0) memo_.least_count = std::numeric_limits<std::size_t>::max();
  std::size_t slot = 0;
  for (const kernels::RuleProgram& rule : task.program.program().rules) {
    first_slots_.push_back(slot);
    if (rule.anchor != kernels::Anchor::none) slot += std::size_t{1} << shape.slot_bits;
  }
  memo_.first_slots = first_slots_;
}

std::uint64_t MemoStorage::bytes(Quantity computed, const Task& task) {
  const Shape shape = shape_of(computed, task);
  return shape.lines * bytes_of_line(shape.words);
}

}  // namespace grundy::generic
