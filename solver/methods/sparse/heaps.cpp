#include "methods/sparse/heaps.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "kernels/sparse/find.hpp"

namespace grundy::sparse {

namespace {

constexpr std::uint64_t recent = 1 << 16;  // heaps
constexpr std::uint64_t unusual = 512;     // at most one of so many

}  // namespace

std::uint32_t Definition::next(std::span<const std::uint16_t> nimbers) {
  const auto heap = static_cast<std::int64_t>(nimbers.size());
  for (const family::HeapMove& move : game_.moves)
    if (move.holds(heap) && move.taken <= heap) mark(move, nimbers);
  std::uint32_t mex = 0;
  while (stamps_[mex] == nimbers.size() + 1) ++mex;
  return mex;
}

void Definition::mark(const family::HeapMove& move, std::span<const std::uint16_t> nimbers) {
  const auto reach = [&](std::size_t nimber) { stamps_[nimber] = nimbers.size() + 1; };
  const auto& least = move.least;
  const auto rest = nimbers.size() - static_cast<std::size_t>(move.taken);
  if (least.empty()) {
    reach(0);
  } else if (least.size() == 1) {
    if (rest >= static_cast<std::size_t>(least[0])) reach(nimbers[rest]);
  } else {
    auto i = static_cast<std::size_t>(least[0]);
    for (; 2 * i + move.unlike <= rest && i + static_cast<std::size_t>(least[1]) <= rest; ++i)
      reach(static_cast<std::size_t>(nimbers[i] ^ nimbers[rest - i]));
  }
}

Heaps::Heaps(const HeapGame& game, std::span<const std::uint16_t> nimbers, std::uint8_t* index)
    : game_(game), index_(index), size_(nimbers.size()) {
  std::transform(nimbers.begin(), nimbers.end(), index,
                 [](std::uint16_t nimber) { return static_cast<std::uint8_t>(nimber); });
}

std::uint64_t Heaps::rares_from(std::uint64_t first) const noexcept {
  std::uint64_t bits = 0;
  if (first >= rare_end()) return bits;
  for (auto rare = std::lower_bound(rares_.begin(), rares_.end(), first);
       rare != rares_.end() && *rare < first + 64; ++rare)
    bits |= std::uint64_t{1} << (*rare - first);
  return bits;
}

void Heaps::insert_rare(std::uint64_t heap) {
  rares_.push_back(heap);
  flags_.resize(heap + 128);  // a vector of 64 heaps that begins at a rare one may be read
  flags_[heap] = 255;
}

void Heaps::add_rare(std::uint32_t nimber) {
  insert_rare(size_);
  index_[size_++] = static_cast<std::uint8_t>(classes_.index(nimber));
}

void Heaps::make_room(std::uint64_t size, const Classes& classes, std::size_t rares) {
  size_ = size;
  classes_ = classes;
  rares_.assign(rares, 0);
}

bool Heaps::index_rares() {
  const auto descends = std::ranges::adjacent_find(rares_, std::greater_equal{});
  if (descends != rares_.end() || rare_end() > size_) return false;
  flags_.clear();
  for (const std::uint64_t heap : std::exchange(rares_, {})) insert_rare(heap);
  return true;
}

bool Heaps::reaches(std::uint64_t heap, std::uint32_t nimber) const noexcept {
  if (takes_to(heap, nimber)) return true;
  for (std::uint64_t k = 0; k < game_.digits.size() && k < heap; ++k)
    if (splits_to(heap - k, game_.digits[k], nimber)) return true;
  return false;
}

bool Heaps::takes_to(std::uint64_t heap, std::uint32_t nimber) const noexcept {
  for (std::uint64_t k = 0; k < game_.digits.size() && k <= heap; ++k) {
    const unsigned wanted = heap == k ? HeapGame::leave_nothing : HeapGame::leave_one;
    const std::uint32_t left = heap == k ? 0 : this->nimber(heap - k);
    if (game_.digits[k] & wanted && left == nimber) return true;
  }
  return false;
}

bool Heaps::splits_to(std::uint64_t rest, unsigned digit, std::uint32_t nimber) const noexcept {
  if (!(digit & HeapGame::leave_two)) return false;
  if (digit & HeapGame::leave_halves && nimber == 0 && rest % 2 == 0) return true;
  const auto wanted = static_cast<std::uint8_t>(classes_.index(nimber));
  for (std::uint64_t i = 1; 2 * i < rest; ++i) {
    i = kernels::find_split(index_, rest, i, wanted);
    if (2 * i < rest && (this->nimber(i) ^ this->nimber(rest - i)) == nimber) return true;
  }
  return false;
}

Histogram Heaps::histogram() const {
  Histogram histogram;
  const auto times = static_cast<std::int64_t>(size_ / recent);
  const std::int64_t stride = 4 * times + 1;  // odd: of even and odd heaps
  for (std::uint64_t heap = 0; heap < size_; heap += static_cast<std::uint64_t>(stride))
    histogram.add(heap, nimber(heap), stride);
  for (std::uint64_t heap = size_ - std::min(size_, recent); times > 0 && heap < size_; ++heap)
    histogram.add(heap, nimber(heap), times);
  return histogram;
}

void Heaps::change_classes(const Classes& classes) {
  const Heaps before = *this;
  classes_ = classes;
  rares_.clear();
  flags_.clear();
  for (std::uint64_t heap = 0; heap < size_; ++heap) {
    const bool was_rare = before.is_rare(heap);
    const std::uint32_t value = before.classes_.nimber(index_[heap], was_rare, heap);
    index_[heap] = static_cast<std::uint8_t>(classes.index(value));
    if (classes.is_rare(value, heap)) insert_rare(heap);
  }
}

std::uint32_t Heaps::usual_index() const noexcept {
  std::array<std::uint64_t, 256> count{};
  for (std::uint64_t heap = size_ - std::min(size_, recent); heap < size_; ++heap)
    ++count[index_[heap]];
  std::uint64_t above = 0;
  std::uint32_t index = 255;
  while (index > 0 && unusual * (above + count[index]) <= std::min(size_, recent))
    above += count[index--];
  return index;
}

std::span<const kernels::Partner> beyond_rares(const Heaps& heaps,
                                               std::span<const kernels::Partner> partners,
                                               std::uint64_t heap) {
  return {partners.begin(),
          std::partition_point(partners.begin(), partners.end(), [&](const auto& partner) {
            return heap - partner.distance >= heaps.rare_end();
          })};
}

void mark_common_splits(const Heaps& heaps, std::span<const kernels::Partner> partners,
                        std::uint64_t heap, std::size_t planes, std::span<std::uint8_t> marks) {
  const auto plain = beyond_rares(heaps, partners, heap);
  const std::uint8_t* const index = heaps.index() + heap;
  kernels::mark_splits(index, plain, planes, marks);
  kernels::mark_common_splits(index, heaps.rare_flags() + heap, partners.subspan(plain.size()),
                              planes, marks);
}

}  // namespace grundy::sparse
