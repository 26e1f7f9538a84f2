#include "methods/dense_set.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace grundy::family {
namespace {

// An absent bit ends each level, and word_at() may read one more word.
std::vector<std::uint64_t> words_of_levels(std::uint64_t size) {
  std::vector<std::uint64_t> words;
  do {
    size = size / DenseSet::word_bits + 1;
    words.push_back(size + 1);
  } while (size > 1);
  return words;
}

}  // namespace

std::uint64_t DenseSet::memory_bytes(std::uint64_t size) {
  const std::vector<std::uint64_t> words = words_of_levels(size);
  return std::accumulate(words.begin(), words.end(), std::uint64_t{0}) * sizeof(std::uint64_t);
}

Result<DenseSet> DenseSet::below(std::uint64_t size) {
  auto block = memory::Block::zeros(memory_bytes(size));
  if (!block) return block.error();
  DenseSet set;
  set.block_ = *std::move(block);
  std::span<std::uint64_t> left = set.block_.as<std::uint64_t>();
  for (const std::uint64_t words : words_of_levels(size)) {
    set.levels_.push_back(left.first(words));
    left = left.subspan(words);
  }
  return set;
}

void DenseSet::restore_levels() noexcept {
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    std::ranges::fill(levels_[level], 0);
    for (std::uint64_t word = 0; word < levels_[level - 1].size(); ++word)
      if (~levels_[level - 1][word] == 0)
        levels_[level][word / word_bits] |= std::uint64_t{1} << word % word_bits;
  }
}

}  // namespace grundy::family
