#include "sweep/sparse_space_witness.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace grundy::sweep {

using kernels::heaps_in_cover;
using kernels::HeapSet;

namespace {

// Trials for each index that occurs: more find more witnesses, but must be sorted for each block.
constexpr std::uint64_t trials_per_index = 16;
// How the choice of the first part to split off is tried: on so many heaps, by so many splits.
constexpr std::uint64_t sample_heaps = 32;
constexpr std::uint64_t sample_splits = 1024;
constexpr std::uint64_t least_origin = 256;
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
  origin_ = choose_origin();
  offsets_ = std::min(trials_per_index * indices, (size / 2 - heaps_in_cover) / 8);
  row_bytes_ = offsets_ + heaps_in_cover / 8;
  index_rows();
  turn_around();
}

// Of the nimbers below that of a heap, how many its splits from part `origin` on leave out.
std::uint64_t Witnesses::left_out(std::uint64_t heap, std::uint64_t origin) const {
  std::array<bool, 256> reached{};
  for (std::uint64_t i = origin; i < origin + sample_splits; ++i)
    if (!heaps_.is_rare(i)) reached[heaps_.index()[i] ^ heaps_.index()[heap - split_ - i]] = true;
  return static_cast<std::uint64_t>(
      std::count(reached.begin(), reached.begin() + heaps_.index()[heap], false));
}

// Late heaps repeat each other nearly, so that their splits, too, repeat what others reach. Parts
// from the time before they do so reach more: for heaps of 0.6 about 6 * 10^6, all rare nimbers to
// be met are met after 1,850 splits from part 6000 on, but 17,300 from part 2.5 * 10^6 on (means).
std::uint64_t Witnesses::choose_origin() const {
  const std::uint64_t size = heaps_.size();
  std::uint64_t best = size / 4;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  if (size < 4 * sample_splits) return best;
  for (std::uint64_t origin = best; origin >= least_origin; origin /= 2) {
    std::uint64_t left = 0;
    for (std::uint64_t sample = 0; sample < sample_heaps; ++sample)
      left += left_out(size - 1 - sample * (size / 8 / sample_heaps), origin);
    if (left < least) best = origin;
    least = std::min(least, left);
  }
  return best;
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

void Witnesses::turn_around() {
  const std::uint64_t count = std::min(longest_search, heaps_.size() / 4) / 128 * 128;
  for (std::uint64_t i = origin_ + count; i-- > origin_;) {
    backwards_.push_back(heaps_.index()[i]);
    backwards_rare_.push_back(heaps_.is_rare(i) ? 255 : 0);
  }
}

// The least index in `wanted`, of `size` rare nimbers, that no move from the heap reaches.
std::optional<std::uint8_t> Witnesses::unreached(std::uint64_t heap, kernels::ByteSet& wanted,
                                                 std::size_t size) const {
  const std::uint64_t other = heap - split_ - origin_ - (backwards_.size() - 1);
  // What these parts leave must be common; rare heaps may have been found since.
  if (other >= heaps_.rare_end() &&
      kernels::remove_splits(backwards_.data(), backwards_rare_.data(), heaps_.index() + other,
                             backwards_.size(), wanted, size) == 0)
    return std::nullopt;
  for (std::uint32_t index = 0; index < 256; ++index) {
    const auto rare = static_cast<std::uint8_t>(index);
    if (wanted.erase(rare) && !heaps_.reaches(heap, heaps_.classes().nimber(rare, true, heap)))
      return rare;
  }
  return std::nullopt;
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
  auto& open = scratch.open;
  open.clear();
  while (open.size() < 256 &&
         heaps_.classes().least(static_cast<std::uint32_t>(open.size())) < largest)
    open.push_back(heaps_above(static_cast<std::uint8_t>(open.size()), first, scratch));
  kernels::cover(trials, open);
  scratch.wanted.assign(count, {});
  scratch.wanted_sizes.assign(count, 0);
  for (std::size_t index = 0; index < open.size(); ++index)
    for (std::size_t w = 0; w < open[index].size(); ++w)
      for (std::uint64_t bits = open[index][w]; bits != 0; bits &= bits - 1) {
        const std::size_t l = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        scratch.wanted[l].insert(static_cast<std::uint8_t>(index));
        ++scratch.wanted_sizes[l];
      }
  for (std::size_t l = 0; l < count; ++l) {
    if (scratch.wanted_sizes[l] == 0) continue;
    if (const auto index = unreached(first + l, scratch.wanted[l], scratch.wanted_sizes[l]))
      return RareFound{first + l, heaps_.classes().nimber(*index, true, first + l)};
  }
  return std::nullopt;
}

}  // namespace grundy::sweep
