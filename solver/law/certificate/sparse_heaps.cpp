#include "law/certificate/sparse_heaps.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace grundy::law {
namespace {

constexpr std::size_t first_choice = 16;          // number of heaps; again whenever it doubles
constexpr std::uint32_t most_classed = 1U << 16;  // masks have lower bits only
constexpr std::size_t least_heaps_for_each_rare = 4;
constexpr std::int64_t options_at_once = 256;

// counts[m] becomes the sum of counts[x] over the x for which popcount(x & m) is even, less that
// over all others: the Walsh-Hadamard transform. The size is a power of two.
void transform(std::vector<std::int64_t>& counts) {
  for (std::size_t half = 1; half < counts.size(); half *= 2)
    for (std::size_t i = 0; i < counts.size(); ++i)
      if ((i & half) == 0) {
        const std::int64_t a = counts[i], b = counts[i + half];
        counts[i] = a + b;
        counts[i + half] = a - b;
      }
}

}  // namespace

bool SparseHeaps::is_rare(std::uint32_t value) const {
  return std::popcount(value & mask_) % 2 == 0;
}

void SparseHeaps::add(std::uint32_t value) {
  const auto heap = static_cast<std::int64_t>(values_.size());
  values_.push_back(value);
  if (value >= seen_.size()) seen_.resize(std::bit_ceil(std::size_t{value} + 1));
  if (mask_ != 0 && is_rare(value)) rares_.push_back(heap);
  if (values_.size() >= first_choice && std::has_single_bit(values_.size())) choose_mask();
}

void SparseHeaps::choose_mask() {
  std::vector<std::int64_t> counts(std::min<std::size_t>(seen_.size(), most_classed));
  for (const std::uint32_t value : values_) ++counts[value & (counts.size() - 1)];
  transform(counts);
  const auto least = std::ranges::min_element(counts);
  mask_ = static_cast<std::uint32_t>(least - counts.begin());
  rares_.clear();
  const auto rares = (static_cast<std::int64_t>(values_.size()) + *least) / 2;
  if (std::cmp_greater(rares, values_.size() / least_heaps_for_each_rare)) mask_ = 0;
  if (mask_ == 0) return;
  for (std::size_t heap = 0; heap < values_.size(); ++heap)
    if (is_rare(values_[heap])) rares_.push_back(static_cast<std::int64_t>(heap));
}

void SparseHeaps::see_all(const Row& row) {
  for (std::int64_t k = 0; k < row.count; ++k) {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < row.parts; ++i)
      all ^= values_[static_cast<std::size_t>(row.first[i] + k * row.step[i])];
    see(all);
  }
}

// Marks all options but splits, which are kept. False if some option cannot be evaluated.
bool SparseHeaps::sort_options(std::int64_t n) {
  splits_.clear();
  return definition_.each_row(n, values_.size(), [&](const Row& row) {
    const bool is_split = row.parts == 2 && row.step[0] == -row.step[1] &&
                          (row.step[0] == 1 || row.step[0] == -1) && row.count > 1;
    if (!is_split) return see_all(row);
    const std::int64_t last = row.first[0] + row.step[0] * (row.count - 1);
    splits_.push_back(
        {std::min(row.first[0], last), std::max(row.first[0], last), row.first[0] + row.first[1]});
  });
}

// Marks the splits with a rare part from `least` to `greatest`.
void SparseHeaps::see_rare(std::int64_t least, std::int64_t greatest, std::int64_t total) {
  const auto end = std::upper_bound(rares_.begin(), rares_.end(), greatest);
  const std::uint32_t* const values = values_.data();
  for (auto rare = std::lower_bound(rares_.begin(), rares_.end(), least); rare < end; ++rare)
    see(values[*rare] ^ values[total - *rare]);
}

// Marks `count` splits of each kind.
void SparseHeaps::see_some(std::int64_t from, std::int64_t count) {
  const std::uint32_t* const values = values_.data();
  for (const auto& [least, greatest, total] : splits_) {
    const std::int64_t end = std::min(greatest + 1, least + from + count);
    for (std::int64_t i = least + from; i < end; ++i) see(values[i] ^ values[total - i]);
  }
}

void SparseHeaps::drop_seen() {
  std::erase_if(missing_, [&](std::uint32_t value) { return seen_[value] == calls_; });
}

// Whether every missing value is that of some split.
bool SparseHeaps::finds_missing() {
  std::int64_t most = 0;
  for (const Split& split : splits_) most = std::max(most, split.greatest - split.least + 1);
  for (std::int64_t from = 0; from < most && !missing_.empty(); from += options_at_once) {
    see_some(from, options_at_once);
    drop_seen();
  }
  return missing_.empty();
}

// Whether the claimed value of heap n, a common one, satisfies the definition.
bool SparseHeaps::follows(std::int64_t n, std::uint32_t claimed) {
  ++calls_;
  if (!sort_options(n)) return false;
  for (const auto& [least, greatest, total] : splits_) {
    see_rare(least, greatest, total);
    see_rare(total - greatest, total - least, total);
  }
  if (seen_[claimed] == calls_) return false;
  missing_.resize(claimed);
  std::iota(missing_.begin(), missing_.end(), 0U);
  drop_seen();
  return finds_missing();
}

std::optional<std::uint32_t> SparseHeaps::nimber(std::int64_t n) {
  const std::uint32_t claimed = values_[static_cast<std::size_t>(n - definition_.low())];
  if (mask_ != 0 && !is_rare(claimed) && follows(n, claimed)) return claimed;
  return definition_.nimber(n, values_);
}

}  // namespace grundy::law
