#include "graph/label_bits.hpp"

namespace grundy::graph {

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
