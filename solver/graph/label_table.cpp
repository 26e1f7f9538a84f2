#include "graph/label_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "graph/work.hpp"

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

Result<LabelBits> LabelBits::create(Label lowest, Label highest) {
  const std::uint64_t size = (highest - lowest) / 64 + 1;
  auto words = Array<std::uint64_t>::zeros(size);
  if (!words) return words.error();
  auto before = Array<Vertex>::zeros(size);
  if (!before) return before.error();
  LabelBits bits;
  bits.lowest_ = lowest;
  bits.words_ = *std::move(words);
  bits.before_ = *std::move(before);
  return bits;
}

std::uint64_t LabelBits::settle() noexcept {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    before_[i] = static_cast<Vertex>(count_);
    count_ += static_cast<std::uint64_t>(std::popcount(words_[i]));
  }
  return count_;
}

// The lowest and the highest of the range are always there.
Labels LabelBits::labels() const {
  const std::uint64_t last = words_.size() - 1;
  const auto highest = last * 64 + static_cast<std::uint64_t>(std::bit_width(words_[last])) - 1;
  if (count_ == highest + 1) return Labels(lowest_, count_);
  std::vector<Label> sorted;
  sorted.reserve(count_);
  for (std::size_t i = 0; i < words_.size(); ++i)
    for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
      sorted.push_back(lowest_ + i * 64 + static_cast<Label>(std::countr_zero(left)));
  return Labels(std::move(sorted));
}

}  // namespace grundy::graph
