#include "base/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grundy {
namespace {

// Output number `number` of SplitMix64 with seed 0: the finalizer of MurmurHash3 (Austin Appleby,
// public domain), variant 13 of David Stafford, "Better Bit Mixing" (2011).
constexpr std::uint64_t random_word(std::uint64_t number) noexcept {
  std::uint64_t word = (number + 1) * 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

// The numbers of factors are 32 i + 4 axis, + 2 if coarse, + 1 in the second set.
Residues factors(std::int64_t index, std::size_t axis, bool coarse) noexcept {
  const std::uint64_t number = 32 * static_cast<std::uint64_t>(index) + 4 * axis + 2 * coarse;
  return {random_word(number) % Residues::prime, random_word(number + 1) % Residues::prime};
}

}  // namespace

std::string Digest::hex() const {
  return fmt::format("{:016x}{:016x}", sum_.first, sum_.second);
}

Residues digest_fine(std::size_t axis, std::int64_t index) noexcept {
  return factors(index % digest_period, axis, false);
}

Residues digest_coarse(std::size_t axis, std::int64_t index) noexcept {
  return factors(index / digest_period, axis, true);
}

std::string RankDigest::hex() const {
  return fmt::format("{:016x}{:016x}", high_, low_);
}

namespace {

__extension__ using Signed = __int128;

// The most keys kept for a block of several axes, 64 KiB, and for one axis, 1 MiB.
constexpr std::int64_t most_of_block = 1 << 12;
constexpr std::int64_t most_of_axis = 1 << 16;
// Longer axes get a table if each key is used this often. Such callers keep hundreds of bytes of
// values for each key anyway.
constexpr std::uint64_t uses_worth_a_kept_key = 256;

Residues key_of(std::size_t axis, std::int64_t index) {
  return digest_fine(axis, index) * digest_coarse(axis, index);
}

// Writes the signed digits in base 2^16, least first.
void write_digits(std::uint64_t residue, std::int16_t* digits, std::size_t step) {
  auto left = static_cast<std::int64_t>(residue);
  for (std::size_t d = 0; d < kernels::digest_digits / 2; ++d) {
    const auto digit = static_cast<std::int16_t>(left & 0xffff);
    digits[d * step] = digit;
    left = (left - digit) >> 16;
  }
}

// The residue of a number given by sums of digits; it is below 2^106 in size.
std::uint64_t residue_of(const std::int64_t* sums) {
  Signed sum = 0;
  for (std::size_t d = kernels::digest_digits / 2; d-- > 0;) sum = sum * 65536 + sums[d];
  return Residues::reduced(
      static_cast<Residues::Wide>(sum + (static_cast<Signed>(Residues::prime) << 50)));
}

}  // namespace

DigestKeys::DigestKeys(const Box& box) : low_(box.low) {
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) add_axis(axis, box.extent(axis));
}

void DigestKeys::add_axis(std::size_t axis, std::int64_t extent) {
  const auto places = static_cast<std::size_t>(std::min(extent, digest_period));
  Axis& of = axes_.emplace_back(Axis{extent, {}, {}, places + kernels::digest_slack});
  of.digits.resize(kernels::digest_digits * of.step);
  for (std::size_t place = 0; place < places; ++place) {
    const auto index = static_cast<std::int64_t>(place);
    Residues key = digest_fine(axis, index);
    if (extent <= digest_period) key = key * digest_coarse(axis, index);
    of.fine.push_back(key);
    write_digits(key.first, &of.digits[place], of.step);
    write_digits(key.second, &of.digits[kernels::digest_digits / 2 * of.step + place], of.step);
  }
}

Residues DigestKeys::of_row(const Position& position) const noexcept {
  Residues key{1, 1};
  for (std::size_t axis = 0; axis + 1 < axes_.size(); ++axis)
    key = key * along(axis, position[axis]);
  return key;
}

template <class Weight>
Residues DigestKeys::stretch(std::size_t axis, std::int64_t index,
                             std::span<const Weight> weights) const noexcept {
  const Axis& of = axes_[axis];
  const auto sums =
      kernels::digit_sums({of.digits.data() + index % digest_period, of.step}, weights);
  const Residues sum{residue_of(&sums[0]), residue_of(&sums[kernels::digest_digits / 2])};
  return of.extent <= digest_period ? sum : sum * digest_coarse(axis, index);
}

template <class Weight>
Residues DigestKeys::sum_along(std::size_t axis, std::int64_t first,
                               std::span<const Weight> weights) const noexcept {
  std::int64_t index = first - low_[axis];
  Residues sum;
  while (!weights.empty()) {
    const auto left = static_cast<std::size_t>(digest_period - index % digest_period);
    const auto part = weights.first(std::min(weights.size(), left));
    sum = sum + stretch(axis, index, part);
    weights = weights.subspan(part.size());
    index += static_cast<std::int64_t>(part.size());
  }
  return sum;
}

template Residues DigestKeys::sum_along(std::size_t, std::int64_t,
                                        std::span<const std::uint8_t>) const noexcept;
template Residues DigestKeys::sum_along(std::size_t, std::int64_t,
                                        std::span<const std::uint16_t>) const noexcept;
template Residues DigestKeys::sum_along(std::size_t, std::int64_t,
                                        std::span<const std::uint32_t>) const noexcept;

AxisKeys::AxisKeys(const Box& box, std::uint64_t uses) : axes_(box.dimensions()) {
  const auto most =
      std::max(static_cast<std::uint64_t>(most_of_axis), uses / uses_worth_a_kept_key);
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    if (static_cast<std::uint64_t>(box.extent(axis)) <= most)
      for (std::int64_t index = 0; index < box.extent(axis); ++index)
        axes_[axis].push_back(key_of(axis, index));
}

RankKeys::RankKeys(const Box& box) {
  const auto strides = box.strides();
  for (std::size_t axis = 0; axis < box.dimensions();) {
    std::size_t end = axis + 1;
    std::int64_t volume = box.extent(axis);
    for (; end < box.dimensions() && volume * box.extent(end) <= most_of_block; ++end)
      volume *= box.extent(end);
    const auto stride = static_cast<std::uint64_t>(strides[end - 1]);
    Block& block = blocks_.emplace_back(Block{axis, stride, 0, {}});
    if (stride > 1)
      block.reciprocal = static_cast<std::uint64_t>((Residues::Wide{1} << 64) / stride);
    if (volume <= most_of_axis) multiply(block, box, end);
    axis = end;
  }
}

void RankKeys::multiply(Block& block, const Box& box, std::size_t end) const {
  block.keys = {{1, 1}};
  for (std::size_t axis = block.axis; axis < end; ++axis) {
    std::vector<Residues> longer;
    for (const Residues& key : block.keys)
      for (std::int64_t index = 0; index < box.extent(axis); ++index)
        longer.push_back(key * key_of(axis, index));
    block.keys = std::move(longer);
  }
}

Residues RankKeys::at(std::uint64_t rank) const noexcept {
  Residues key{1, 1};
  for (const Block& block : blocks_) {
    std::uint64_t index = rank;
    if (block.stride > 1) {
      index = static_cast<std::uint64_t>((Residues::Wide{rank} * block.reciprocal) >> 64);
      rank -= index * block.stride;
      // Corrects for the reciprocal, which was rounded down.
      for (; rank >= block.stride; rank -= block.stride) ++index;
    }
    const Residues part = block.keys.empty() ? key_of(block.axis, static_cast<std::int64_t>(index))
                                             : block.keys[index];
    key = &block == &blocks_.front() ? part : key * part;
  }
  return key;
}

}  // namespace grundy
