#include "methods/heap/sparse_heaps.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>

#include "kernels/sparse/find.hpp"
#include "kernels/walsh_hadamard.hpp"

namespace grundy::sparse {

namespace {

constexpr std::uint64_t recent = 1 << 16;  // heaps
constexpr std::uint64_t unusual = 512;     // at most one of this many

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
  *at(size_++) = static_cast<std::uint8_t>(classes_.index(nimber));
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

void Heaps::drop(std::uint64_t early, std::uint64_t late) noexcept {
  std::memmove(index_ + early, at(late), static_cast<std::size_t>(size_ - late));
  early_ = early;
  dropped_ = late - early;
}

void Heaps::restart() {
  size_ = early_;
  set_dropped(0, 0);
  flags_.clear();
  for (const std::uint64_t heap : std::exchange(rares_, {}))
    if (heap < size_) insert_rare(heap);
}

Reach Heaps::reaches(std::uint64_t heap, std::uint32_t nimber) const noexcept {
  if (takes_to(heap, nimber)) return Reach::yes;
  Reach answer = Reach::no;
  for (std::uint64_t k = 0; k < game_.digits.size() && k < heap && answer != Reach::yes; ++k)
    answer = std::max(answer, splits_to(heap - k, game_.digits[k], nimber));
  return answer;
}

bool Heaps::takes_to(std::uint64_t heap, std::uint32_t nimber) const noexcept {
  for (std::uint64_t k = 0; k < game_.digits.size() && k <= heap; ++k) {
    const unsigned wanted = heap == k ? HeapGame::leave_nothing : HeapGame::leave_one;
    const std::uint32_t left = heap == k ? 0 : this->nimber(heap - k);
    if (game_.digits[k] & wanted && left == nimber) return true;
  }
  return false;
}

Reach Heaps::splits_to(std::uint64_t rest, unsigned digit, std::uint32_t nimber) const noexcept {
  if (!(digit & HeapGame::leave_two)) return Reach::no;
  if (digit & HeapGame::leave_halves && nimber == 0 && rest % 2 == 0) return Reach::yes;
  const auto wanted = static_cast<std::uint8_t>(classes_.index(nimber));
  const std::uint64_t half = (rest - 1) / 2;
  // Both parts of these are kept.
  const std::uint64_t last =
      dropped_ == 0 ? half : std::min({half, early_ - 1, rest - std::min(rest, late())});
  for (std::uint64_t i = 1; i <= last; ++i) {
    i = kernels::find_split(at(0), at(rest), i, last, wanted);
    if (i <= last && (this->nimber(i) ^ this->nimber(rest - i)) == nimber) return Reach::yes;
  }
  return last < half ? Reach::unknown : Reach::no;
}

void Heaps::copy_nimbers(std::uint64_t first, std::span<std::uint16_t> nimbers) const {
  std::array<std::array<std::uint16_t, 256>, 2> common;
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t x = 0; x < 256; ++x)
      common[parity][x] =
          static_cast<std::uint16_t>(classes_.nimber(static_cast<std::uint8_t>(x), false, parity));
  const std::uint8_t* const indices = at(first);
  for (std::size_t i = 0; i < nimbers.size(); ++i) nimbers[i] = common[(first + i) % 2][indices[i]];
  for (auto rare = std::lower_bound(rares_.begin(), rares_.end(), first);
       rare != rares_.end() && *rare < first + nimbers.size(); ++rare)
    nimbers[*rare - first] = static_cast<std::uint16_t>(nimber(*rare));
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
    ++count[index(heap)];
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
  const std::uint8_t* const index = heaps.at(heap);
  kernels::mark_splits(index, plain, planes, marks);
  kernels::mark_common_splits(index, heaps.rare_flags() + heap, partners.subspan(plain.size()),
                              planes, marks);
}

namespace {

using Sums = std::array<std::int64_t, nimber_limit>;

// The parity of the places of all splitting digits, if it is the same.
std::optional<std::uint64_t> common_parity(const HeapGame& game) {
  bool seen[2] = {};
  for (std::size_t k = 0; k < game.digits.size(); ++k)
    if (game.digits[k] & HeapGame::leave_two) seen[k % 2] = true;
  return seen[0] == seen[1] ? std::nullopt : std::optional<std::uint64_t>(seen[1]);
}

// For each mask the number of rare heaps minus that of common ones.
Sums excess(const Histogram& histogram, std::int64_t sign_of_odd) {
  Sums sums;
  for (std::size_t v = 0; v < sums.size(); ++v)
    sums[v] = histogram.even[v] + sign_of_odd * histogram.odd[v];
  kernels::walsh_hadamard(sums);
  return sums;
}

}  // namespace

Classes choose_classes(const HeapGame& game, const Histogram& histogram) {
  if (!game.splits()) return {};
  const auto mask_of = [](auto begin, auto best) {
    return static_cast<std::uint32_t>(best - begin);
  };
  const Sums plain = excess(histogram, 1);
  const std::int64_t heaps = plain[0];
  const auto best = std::min_element(plain.begin() + 1, plain.end());
  std::int64_t least = *best;
  Classes classes(mask_of(plain.begin(), best), false, 0);
  if (const auto split = common_parity(game)) {
    Sums turned = excess(histogram, -1);
    if (*split == 1)
      std::transform(turned.begin(), turned.end(), turned.begin(), [](auto sum) { return -sum; });
    const auto other = std::min_element(turned.begin() + 1, turned.end());
    if (*other < least) classes = Classes(mask_of(turned.begin(), other), true, *split);
    least = std::min(least, *other);
  }
  return 3 * (heaps + least) > 2 * heaps ? Classes() : classes;  // rare = (heaps + least) / 2
}

namespace {

// The first heap from which on index[n] == index[n + p], but not below `least`.
std::uint64_t repeats_from(const Heaps& heaps, std::uint64_t p, std::uint64_t least) {
  std::uint64_t n = heaps.size() - p;
  while (n > least && heaps.index(n - 1) == heaps.index(n - 1 + p)) --n;
  return n;
}

// The least p such that index[n] == index[n + p] for all n from `first` to the end, p <= most.
// Requires 8 heaps or more after `first`, and `most` to leave 8.
std::optional<std::uint64_t> candidate(const Heaps& heaps, std::uint64_t first,
                                       std::uint64_t most) {
  // Nearly always the last few already differ.
  const auto last_before = [&](std::uint64_t end) {
    std::uint64_t word = 0;
    std::memcpy(&word, heaps.at(end - sizeof word), sizeof word);
    return word;
  };
  const std::uint64_t last = last_before(heaps.size());
  std::uint64_t compared = 0;
  for (std::uint64_t p = 1; p <= most && compared < 4 * heaps.size(); ++p) {
    if (last_before(heaps.size() - p) != last) continue;
    const std::uint64_t n = repeats_from(heaps, p, first);
    if (n == first) return p;
    compared += heaps.size() - p - n + 1;
  }
  return std::nullopt;
}

// The first heap from which on rare heaps repeat too.
std::uint64_t rares_repeat_from(const Heaps& heaps, std::uint64_t p) {
  std::uint64_t first = 0;
  for (const std::uint64_t rare : heaps.rares()) {
    if (rare + p < heaps.size() && !heaps.is_rare(rare + p)) first = std::max(first, rare + 1);
    if (rare >= p && !heaps.is_rare(rare - p)) first = std::max(first, rare - p + 1);
  }
  return first;
}

}  // namespace

std::optional<family::Period> prove_period(const Heaps& heaps) {
  if (heaps.game().unlike()) return std::nullopt;
  constexpr std::uint64_t least_known = 16;  // for candidate()
  if (heaps.size() < least_known) return std::nullopt;
  // The heaps known must reach 2 n0 + 2 p + t + p: so n0 and p are less than half of them.
  const std::uint64_t known = heaps.size();
  auto p = candidate(heaps, known / 2, known / 4);
  if (!p) return std::nullopt;
  if (heaps.classes().alternating() && *p % 2 == 1) *p *= 2;
  const std::uint64_t first = std::max(repeats_from(heaps, *p, 0), rares_repeat_from(heaps, *p));
  const family::Period period{first, *p};
  return is_proved(heaps, period) ? std::optional(period) : std::nullopt;
}

bool is_proved(const Heaps& heaps, const family::Period& period) {
  const std::uint64_t known = heaps.size();
  // Else unlike heaps could still come.
  return !heaps.game().unlike() && heaps.game().steady + period.length <= known &&
         2 * period.preperiod + 3 * period.length + heaps.game().last() <= known;
}

std::optional<family::Period> late_period(const Heaps& heaps) {
  const std::uint64_t kept = heaps.size() - heaps.late();
  auto p = candidate(heaps, heaps.late() + kept / 3, kept / 3);
  if (!p) return std::nullopt;
  if (heaps.classes().alternating() && *p % 2 == 1) *p *= 2;
  return family::Period{repeats_from(heaps, *p, heaps.late()), *p};
}

}  // namespace grundy::sparse
