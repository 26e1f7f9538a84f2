#include "sweep/sparse_space_witness.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/sparse_space_find.hpp"

namespace grundy::sweep {

using kernels::heaps_in_cover;
using kernels::HeapSet;

namespace {

// Trials for each index that occurs: more find more witnesses, but must be sorted for each block.
constexpr std::uint64_t trials_per_index = 32;
// Splits of one heap that are looked at before all others.
constexpr std::uint64_t longest_search = 1 << 15;

std::uint64_t first_split(const plan::TakeAndBreak& game) {
  const auto splits = [](auto digit) { return digit & plan::TakeAndBreak::leave_two; };
  return static_cast<std::uint64_t>(std::find_if(game.digits.begin(), game.digits.end(), splits) -
                                    game.digits.begin());
}

void insert(HeapSet& set, std::size_t l) {
  set[l / 64] |= std::uint64_t{1} << (l % 64);
}

}  // namespace

Witnesses::Witnesses(const Heaps& heaps) : heaps_(heaps), split_(first_split(heaps.game())) {
  const std::uint64_t size = heaps.size();
  const std::size_t indices = heaps.largest_index() + 1;
  origin_ = size / 4;
  offsets_ = std::min(trials_per_index * indices, (size / 2 - heaps_in_cover) / 8);
  row_bytes_ = offsets_ + heaps_in_cover / 8;
  index_rows();
  turn_around();
}

void Witnesses::index_rows() {
  rows_.resize(256 * row_bytes_);
  std::vector<std::uint32_t> counts(256);
  for (std::uint64_t i = 0; i < 8 * row_bytes_; ++i) {
    if (heaps_.is_rare(origin_ + i)) continue;
    const std::uint8_t index = heaps_.index()[origin_ + i];
    std::uint8_t& byte = rows_[index * row_bytes_ + i / 8];
    byte = static_cast<std::uint8_t>(byte | 1u << (i % 8));
    ++counts[index];
  }
  order_.resize(256);
  std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint8_t a, std::uint8_t b) { return counts[a] > counts[b]; });
  order_.resize(static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](auto count) { return count != 0; })));
}

// Only where no part can be rare, so that indices tell all: of parts from origin_ on, and of what
// they leave, which is at least as much.
void Witnesses::turn_around() {
  if (origin_ < heaps_.rare_end() + split_) return;
  const std::uint64_t count = std::min(longest_search, heaps_.size() / 4) / 128 * 128;
  backwards_.assign(heaps_.index() + origin_, heaps_.index() + origin_ + count);
  std::reverse(backwards_.begin(), backwards_.end());
}

bool Witnesses::reaches(std::uint64_t heap, std::uint8_t index) const {
  if (!backwards_.empty()) {
    const std::uint64_t other = heap - split_ - origin_ - (backwards_.size() - 1);
    const bool common = other >= heaps_.rare_end();  // rare heaps may have been found since
    if (common &&
        kernels::has_split(backwards_.data(), heaps_.index() + other, backwards_.size(), index))
      return true;
  }
  return heaps_.reaches(heap, heaps_.classes().nimber(index, true, heap));
}

// The other parts of the trials, sorted by index.
kernels::Trials Witnesses::trials_at(std::uint64_t first, Scratch& scratch) const {
  const std::uint64_t last = first - split_ - origin_;  // the other part at offset 0
  const auto other = [&](std::size_t m) { return last - 8 * m; };
  auto& starts = scratch.starts;
  std::fill(starts.begin(), starts.end(), 0u);
  scratch.offsets.resize(offsets_);
  const bool rares = other(offsets_) < heaps_.rare_end();
  for (std::size_t m = 0; m < offsets_; ++m)
    if (!rares || !heaps_.is_rare(other(m))) ++starts[heaps_.index()[other(m)] + 1u];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::array<std::uint32_t, 256> next;
  std::copy_n(starts.begin(), next.size(), next.begin());
  for (std::size_t m = 0; m < offsets_; ++m)
    if (!rares || !heaps_.is_rare(other(m)))
      scratch.offsets[next[heaps_.index()[other(m)]]++] = static_cast<std::uint16_t>(m);
  return {rows_, row_bytes_, order_, scratch.offsets, starts};
}

// above[v] becomes the set of heaps with a guess above v. Returns the largest guess.
std::uint32_t Witnesses::gather(std::uint64_t first, std::size_t count, Scratch& scratch) const {
  std::uint32_t largest = 0;
  std::fill(scratch.above.begin(), scratch.above.end(), HeapSet{});
  for (std::size_t l = 0; l < count; ++l) {
    const std::uint32_t nimber =
        heaps_.classes().nimber(heaps_.index()[first + l], false, first + l);
    largest = std::max(largest, nimber);
    if (nimber != 0) insert(scratch.above[nimber - 1], l);
  }
  for (std::size_t v = largest; v-- > 0;)
    for (std::size_t w = 0; w < scratch.above[v].size(); ++w)
      scratch.above[v][w] |= scratch.above[v + 1][w];
  return largest;
}

// The heaps whose guess is above the rare nimber with this index: it depends on their parity.
HeapSet Witnesses::heaps_above(std::uint8_t index, std::uint64_t first,
                               const Scratch& scratch) const {
  constexpr std::uint64_t even = 0x5555555555555555;
  const HeapSet& here = scratch.above[heaps_.classes().nimber(index, true, first)];
  const HeapSet& next = scratch.above[heaps_.classes().nimber(index, true, first + 1)];
  HeapSet heaps;
  for (std::size_t w = 0; w < heaps.size(); ++w) heaps[w] = (here[w] & even) | (next[w] & ~even);
  return heaps;
}

std::optional<RareFound> Witnesses::check(std::uint64_t first, std::size_t count,
                                          Scratch& scratch) const {
  const kernels::Trials trials = trials_at(first, scratch);
  const std::uint32_t largest = gather(first, count, scratch);
  std::optional<RareFound> found;
  for (std::uint32_t index = 0; index < 256 && heaps_.classes().least(index) < largest; ++index) {
    HeapSet open = heaps_above(static_cast<std::uint8_t>(index), first, scratch);
    kernels::cover(trials, static_cast<std::uint8_t>(index), open);
    for (std::size_t w = 0; w < open.size(); ++w)
      for (std::uint64_t bits = open[w]; bits != 0; bits &= bits - 1) {
        const std::uint64_t heap =
            first + 64 * w + static_cast<std::uint64_t>(std::countr_zero(bits));
        if (found && heap >= found->heap) break;
        if (!reaches(heap, static_cast<std::uint8_t>(index)))
          found = RareFound{heap,
                            heaps_.classes().nimber(static_cast<std::uint8_t>(index), true, heap)};
      }
  }
  return found;
}

}  // namespace grundy::sweep
