#include "graph/label_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "graph/slices.hpp"

namespace grundy::graph {
namespace {

constexpr std::uint64_t least_slots = std::uint64_t{1} << 12;

}  // namespace

Result<LabelTable> LabelTable::create() {
  LabelTable table;
  if (Status s = table.resize(least_slots); !s) return s.error();
  return table;
}

Status LabelTable::resize(std::uint64_t slots) {
  auto keys = Array<std::uint64_t>::zeros(slots);
  if (!keys) return keys.error();
  keys_ = *std::move(keys);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  return {};
}

std::uint64_t LabelTable::slots_for(std::uint64_t labels) const noexcept {
  return std::max<std::uint64_t>(keys_.size(), std::bit_ceil(labels + labels / 2));
}

Status LabelTable::reserve(std::uint64_t more, parallel::Executor& executor) {
  const std::uint64_t slots = slots_for(size_ + more);
  if (slots == keys_.size()) return {};
  const Array<std::uint64_t> old = std::exchange(keys_, {});
  if (Status s = resize(slots); !s) return s;
  for_each_slice(executor, old.size(), [&](Slice slice, std::size_t) {
    for (std::uint64_t i = slice.begin; i < slice.end; ++i)
      if (old[i] != 0) add(old[i] - 1);
  });
  return {};
}

Result<Labels> LabelTable::settle(parallel::Executor& executor) {
  std::vector<Label> sorted;
  sorted.reserve(size_);
  for (const std::uint64_t key : keys_.items())
    if (key != 0) sorted.push_back(key - 1);
  std::sort(sorted.begin(), sorted.end());
  auto numbers = Array<Vertex>::zeros(keys_.size());
  if (!numbers) return numbers.error();
  numbers_ = *std::move(numbers);
  for_each_slice(executor, sorted.size(), [&](Slice slice, std::size_t) {
    for (std::uint64_t i = slice.begin; i < slice.end; ++i)
      numbers_[slot_of(sorted[i])] = static_cast<Vertex>(i);
  });
  return Labels(std::move(sorted));
}

}  // namespace grundy::graph
