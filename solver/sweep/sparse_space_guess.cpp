#include "sweep/sparse_space_guess.hpp"

#include <algorithm>
#include <bitset>

namespace grundy::sweep {

using kernels::heaps_in_block;
using kernels::Partner;
using plan::TakeAndBreak;

namespace {

// One heap of so many may be solved by itself; more of them ask for more planes.
constexpr std::uint64_t heaps_per_single = 128;

}  // namespace

Guess::Guess(const Heaps& heaps, std::uint64_t first, std::uint64_t end, std::uint64_t far,
             std::size_t planes)
    : heaps_(heaps), first_(first), planes_(planes) {
  const auto& digits = heaps.game().digits;
  for (std::uint64_t k = 0; k < digits.size(); ++k) {
    if (!(digits[k] & TakeAndBreak::leave_two)) continue;
    if (heaps.classes().all_common())
      for (std::uint64_t part = 1; part <= (end - 1) / 2; ++part) sort_in(part, k, first, far);
    for (const std::uint64_t part : heaps.rares())
      if (part != 0) sort_in(part, k, first, far);
  }
  for (Partners* partners : {&far_, &near_})
    std::sort(partners->filtered.begin(), partners->filtered.end(),
              [](const Partner& a, const Partner& b) { return a.distance < b.distance; });
}

void Guess::sort_in(std::uint64_t part, std::uint64_t digit, std::uint64_t first,
                    std::uint64_t far) {
  const std::uint64_t distance = part + digit;
  const Partner partner{static_cast<std::uint32_t>(distance), heaps_.index()[part]};
  Partners& partners = distance >= far ? far_ : near_;
  if (distance < heaps_in_block)
    within_.push_back(partner);
  else if (distance >= first)
    late_.push_back(partner);
  else if (first - distance < heaps_.rare_end())
    partners.filtered.push_back(partner);
  else
    partners.plain.push_back(partner);
}

void Guess::mark(const Partners& partners, std::uint64_t heap,
                 std::span<std::uint8_t> marks) const noexcept {
  kernels::mark_splits(heaps_.index() + heap, partners.plain, planes_, marks);
  // Rare flags end behind the last rare heap; windows beyond it are free of rares.
  auto filtered = std::partition_point(
      partners.filtered.begin(), partners.filtered.end(),
      [&](const Partner& partner) { return heap - partner.distance >= heaps_.rare_end(); });
  kernels::mark_splits(heaps_.index() + heap, {partners.filtered.begin(), filtered}, planes_,
                       marks);
  kernels::mark_common_splits(heaps_.index() + heap, heaps_.rare_flags() + heap,
                              {filtered, partners.filtered.end()}, planes_, marks);
}

void Guess::mark_far(std::uint64_t heap, std::span<std::uint8_t> marks) const noexcept {
  mark(far_, heap, marks);
}

bool Guess::finish(std::uint64_t heap, std::size_t count, std::uint8_t* index,
                   std::span<std::uint8_t> marks) {
  mark(near_, heap, marks);
  gather_neighbours(heap);
  std::size_t done = 0;
  while (true) {
    const std::size_t solved = kernels::least_unmarked(
        index + heap + done, count - done, neighbours_, partial_, planes_, marks.subspan(done));
    done += solved;
    if (done == count) return true;
    if (heaps_per_single * singles_++ > heap + heaps_in_block - first_) return false;
    const auto least = least_index(heap + done);
    if (!least) return false;
    index[heap + done++] = *least;
    if (done == count) return true;
    for (kernels::PartialPartner& partner : partial_) partner.heaps >>= solved + 1;
  }
}

// That of one heap, from all of its partners; none if it exceeds a byte.
std::optional<std::uint8_t> Guess::least_index(std::uint64_t heap) const {
  std::bitset<256> met;
  const auto meet = [&](const Partner& partner) {
    if (partner.distance < heap && !heaps_.is_rare(heap - partner.distance))
      met.set(heaps_.index()[heap - partner.distance] ^ partner.index);
  };
  for (const Partners* partners : {&far_, &near_}) {
    std::for_each(partners->plain.begin(), partners->plain.end(), meet);
    std::for_each(partners->filtered.begin(), partners->filtered.end(), meet);
  }
  std::for_each(within_.begin(), within_.end(), meet);
  std::for_each(late_.begin(), late_.end(), meet);
  const auto& digits = heaps_.game().digits;
  for (std::uint64_t k = 1; k < digits.size(); ++k)
    if (digits[k] & TakeAndBreak::leave_one &&
        heaps_.is_rare(heap - k) != heaps_.classes().keeps_class(k))
      met.set(heaps_.index()[heap - k]);
  for (std::size_t index = 0; index < 256; ++index)
    if (!met[index]) return static_cast<std::uint8_t>(index);
  return std::nullopt;
}

// The partners whose other parts lie in the block itself or where rares must be looked for.
void Guess::gather_neighbours(std::uint64_t heap) {
  neighbours_.clear();
  partial_.clear();
  for (const Partner& partner : within_)
    add_neighbour(partner, ~heaps_.rares_from(heap - partner.distance));
  for (const Partner& partner : late_)
    if (heap + heaps_in_block > partner.distance + 1) {
      const std::uint64_t first = std::max<std::uint64_t>(heap, partner.distance + 1);
      add_neighbour(partner, ~heaps_.rares_from(first - partner.distance) << (first - heap));
    }
  const auto& digits = heaps_.game().digits;
  for (std::uint64_t k = 1; k < digits.size(); ++k)
    if (digits[k] & TakeAndBreak::leave_one) {
      const std::uint64_t rares = heaps_.rares_from(heap - k);
      add_neighbour({static_cast<std::uint32_t>(k), 0},
                    heaps_.classes().keeps_class(k) ? ~rares : rares);
    }
}

void Guess::add_neighbour(const Partner& partner, std::uint64_t heaps) {
  if (heaps == ~std::uint64_t{0})
    neighbours_.push_back(partner);
  else if (heaps != 0)
    partial_.push_back({partner, heaps});
}

}  // namespace grundy::sweep
