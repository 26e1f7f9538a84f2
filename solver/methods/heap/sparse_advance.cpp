#include "methods/heap/sparse_advance.hpp"

#include <algorithm>
#include <array>

namespace grundy::sparse {
namespace {

constexpr std::uint64_t first_heaps = most_unsteady;  // solved by definition
constexpr std::uint64_t growth = 4;                   // then partners are chosen again
constexpr std::uint64_t short_piece = 4 * heaps_in_check;
constexpr std::uint64_t long_piece = 1 << 15;
constexpr std::uint64_t pieces_in_stretch = 64;  // then progress is reported
static_assert(Advance::longest_step == pieces_in_stretch * long_piece);

// Whether nimbers up to this one have indices.
bool fits(const Classes& classes, std::uint32_t largest) {
  return largest < (classes.all_common() ? 256 : nimber_limit);
}

}  // namespace

std::vector<std::uint16_t> define_first(const HeapGame& game, std::uint64_t count) {
  Definition definition(game);
  std::vector<std::uint16_t> nimbers;
  while (nimbers.size() < std::min(count, first_heaps))
    nimbers.push_back(static_cast<std::uint16_t>(definition.next(nimbers)));
  return nimbers;
}

std::uint32_t largest_nimber(const Heaps& heaps) {
  std::array<std::array<std::uint8_t, 256>, 2> seen{};
  for (std::uint64_t heap = 0; heap < heaps.size(); ++heap) seen[heap % 2][heaps.index(heap)] = 1;
  std::uint32_t largest = 0;
  // The index of a rare heap counts as a common one too. Its two nimbers differ by the lowest bit
  // of the mask, so the result may exceed the largest nimber, but not in any higher bit.
  for (const std::uint64_t heap : heaps.rares()) largest = std::max(largest, heaps.nimber(heap));
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t index = 0; index < 256; ++index)
      if (seen[parity][index])
        largest = std::max(largest,
                           heaps.classes().nimber(static_cast<std::uint8_t>(index), false, parity));
  return largest;
}

void Advance::choose() {
  const Classes classes = choose_classes(heaps_.game(), heaps_.histogram());
  if (classes != heaps_.classes() && fits(classes, largest_nimber(heaps_))) {
    heaps_.change_classes(classes);
    witnesses_.reset();
  }
  planes_ = std::min<std::size_t>(kernels::max_planes, heaps_.usual_index() / 8 + 1);
  shortest_ = heaps_in_check;
}

void Advance::keep_classes() {
  witnesses_.reset();
  planes_ = std::min<std::size_t>(kernels::max_planes, heaps_.usual_index() / 8 + 1);
}

bool Advance::is_definition_faster(std::uint64_t count) const {
  if (heaps_.classes().all_common()) return false;
  const auto& rares = heaps_.rares();
  const auto size = static_cast<double>(heaps_.size());
  const auto late = static_cast<double>(
      rares.end() - std::lower_bound(rares.begin(), rares.end(), heaps_.size() / 2));
  const auto all = static_cast<double>(count);
  return seconds_by_definition(heaps_.game(), size, all) <
         seconds_of_rares(heaps_.game(), static_cast<double>(rares.size()),
                          rares_to_come(late, size, all));
}

void Advance::choose_partners() {
  chosen_at_ = heaps_.size();
  tried_.clear();
  executor_.for_each(2, [&](std::size_t task, std::size_t) {
    if (task == 0)
      witnesses_.emplace(heaps_, planes_);
    else if (calm())
      tried_ = choose_tried(heaps_, planes_);
  });
}

Stretch::End Advance::step(std::uint64_t target) {
  if (!witnesses_ || heaps_.size() >= growth * chosen_at_) choose_partners();
  Stretch stretch(heaps_, *witnesses_, tried_, executor_, stop_);
  const std::uint64_t piece = piece_now();
  const std::uint64_t length = calm() ? pieces_in_stretch * piece : shortest_;
  const auto end = stretch.solve(std::min(target, heaps_.size() + length), piece, planes_);
  if (end == Stretch::End::planes_full) {
    overflow_ = planes_ == kernels::max_planes;
    planes_ = std::min<std::size_t>(kernels::max_planes, planes_ + 1);
  }
  // Where rare heaps are frequent, guesses beyond the next one are lost.
  shortest_ = end == Stretch::End::rare_found
                  ? kernels::heaps_in_block
                  : std::min<std::uint64_t>(2 * shortest_, heaps_in_check);
  return end;
}

bool Advance::calm() const {
  return !heaps_.classes().all_common() &&
         heaps_.size() > 2 * (heaps_.rare_end() + heaps_.game().last());
}

// With short pieces most rare parts are far, and all threads mark those. Where few would be far,
// long pieces save most of the waiting between steps.
std::uint64_t Advance::piece_now() const {
  const auto& rares = heaps_.rares();
  const auto far = rares.end() - std::lower_bound(rares.begin(), rares.end(), 2 * short_piece);
  const bool many = 2 * far > rares.end() - rares.begin();
  return many || !calm() ? short_piece : long_piece;
}

}  // namespace grundy::sparse
