#include "methods/heap/sparse_witness.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <utility>

#include "kernels/sparse/find.hpp"

namespace grundy::sparse {

using kernels::heaps_in_block;
using kernels::Partner;

namespace {

constexpr std::uint64_t most_candidates = 1 << 12;  // for partners
constexpr std::uint64_t longest_search = 1 << 15;   // splits tried before all others
// Instructions to search for the witnesses of a heap with more than `few` indices open.
constexpr double cost_of_search = 2800;

std::uint64_t first_split(const HeapGame& game) {
  const auto splits = [](auto digit) { return digit & HeapGame::leave_two; };
  return static_cast<std::uint64_t>(std::find_if(game.digits.begin(), game.digits.end(), splits) -
                                    game.digits.begin());
}

// Not 0 for heaps some of whose unmarked indices are not reached.
kernels::ByteOfEach open_heaps(const kernels::FewUnmarked& unmarked) {
  kernels::ByteOfEach open = unmarked.more;
  for (const kernels::ByteOfEach& reached : unmarked.reached)
    for (std::size_t l = 0; l < heaps_in_block; ++l)
      open[l] = static_cast<std::uint8_t>(open[l] | (reached[l] ^ 255));
  return open;
}

}  // namespace

Witnesses::Witnesses(const Heaps& heaps, std::size_t planes)
    : heaps_(heaps), split_(first_split(heaps.game())) {
  if (heaps.classes().all_common()) return;
  choose_partners(planes);
  reverse_first_heaps();
  list_unwanted();
}

void Witnesses::choose_partners(std::size_t planes) {
  std::vector<Partner> partners;
  for (std::uint64_t part = heaps_in_block; part < std::min(most_candidates, heaps_.size() / 4);
       ++part)
    if (!heaps_.is_rare(part))
      partners.push_back({static_cast<std::uint32_t>(part + split_), heaps_.index(part)});
  const auto beyond = order_by_coverage(heaps_, Wanted::rare, kernels::few, partners);
  const auto marked = static_cast<std::ptrdiff_t>(how_many_to_mark(beyond, planes, cost_of_search));
  // Some partners that did not help the sample help other heaps.
  partners.resize(std::min(partners.size(), beyond.size() * 5 / 4));
  marked_.assign(partners.begin(), partners.begin() + marked);
  tried_.assign(partners.begin() + marked, partners.end());
  for (std::vector<Partner>* some : {&marked_, &tried_})
    std::sort(some->begin(), some->end(), nearer);
}

void Witnesses::reverse_first_heaps() {
  const std::uint64_t count = std::min(longest_search, (heaps_.size() - 1) / 2) / 128 * 128;
  for (std::uint64_t part = count; part > 0; --part) {
    backwards_.push_back(heaps_.index(part));
    backwards_rare_.push_back(heaps_.is_rare(part) ? 255 : 0);
  }
}

void Witnesses::list_unwanted() {
  const Classes& classes = heaps_.classes();
  for (std::uint64_t parity = 0; parity < 2; ++parity)
    for (std::size_t index = 0; index < 256; ++index) {
      const std::uint32_t guess = classes.nimber(static_cast<std::uint8_t>(index), false, parity);
      Unwanted& bits = unwanted_[parity][index] = {};
      for (std::size_t x = 0; x < 256; ++x)
        if (classes.nimber(static_cast<std::uint8_t>(x), true, parity) > guess)
          bits[x / 8] = static_cast<std::uint8_t>(bits[x / 8] | 1u << x % 8);
    }
}

// Whether a move from the heap reaches the rare nimber with this index.
Reach Witnesses::reaches(std::uint64_t heap, std::uint8_t index) const {
  const std::uint64_t other = heap - split_ - backwards_.size();
  // What these parts leave must be common. Rare heaps may have been found since.
  if (other >= heaps_.rare_end() && kernels::has_split(backwards_.data(), backwards_rare_.data(),
                                                       heaps_.at(other), backwards_.size(), index))
    return Reach::yes;
  return heaps_.reaches(heap, heaps_.classes().nimber(index, true, heap));
}

std::optional<RareFound> Witnesses::check_block(std::uint64_t first, std::size_t count,
                                                std::size_t planes,
                                                std::span<std::uint8_t> marks) const {
  for (std::size_t l = 0; l < heaps_in_block; ++l) {
    const Unwanted& bits = unwanted(first + std::min(l, count - 1));
    for (std::size_t p = 0; p < planes; ++p) marks[heaps_in_block * p + l] = bits[p];
  }
  mark_common_splits(heaps_, marked_, first, planes, marks);
  kernels::FewUnmarked unmarked = kernels::first_unmarked(planes, marks);
  kernels::try_splits(heaps_.at(first), beyond_rares(heaps_, tried_, first), unmarked);
  const kernels::ByteOfEach open = open_heaps(unmarked);
  for (std::size_t l = 0; l < count; ++l) {
    if (!open[l] && heaps_.index(first + l) < 8 * planes) continue;
    if (const auto missed = unreached(first + l, l, planes, marks, unmarked))
      return RareFound{first + l, heaps_.classes().nimber(missed->index, true, first + l),
                       missed->proved};
  }
  return std::nullopt;
}

// The least index of a rare nimber below the guess that no move reaches.
std::optional<Witnesses::Unreached> Witnesses::unreached(
    std::uint64_t heap, std::size_t l, std::size_t planes, std::span<const std::uint8_t> marks,
    const kernels::FewUnmarked& unmarked) const {
  for (std::size_t t = 0; t < kernels::few; ++t) {
    if (unmarked.reached[t][l]) continue;
    const std::uint8_t index = unmarked.index[t][l];
    if (const Reach reach = reaches(heap, index); reach != Reach::yes)
      return Unreached{index, reach == Reach::no};
  }
  // Then the indices after these, and those that have no mark.
  const std::size_t next = unmarked.more[l] ? unmarked.index[kernels::few - 1][l] + 1u : 8 * planes;
  const Unwanted& above = unwanted(heap);
  for (std::size_t p = next / 8; p < above.size(); ++p) {
    const unsigned settled = p < planes ? marks[heaps_in_block * p + l] : above[p];
    const unsigned before = p == next / 8 ? (1u << next % 8) - 1 : 0;
    for (unsigned left = 255u & ~(settled | before); left != 0; left &= left - 1) {
      const auto index =
          static_cast<std::uint8_t>(8 * p + static_cast<std::size_t>(std::countr_zero(left)));
      if (const Reach reach = reaches(heap, index); reach != Reach::yes)
        return Unreached{index, reach == Reach::no};
    }
  }
  return std::nullopt;
}

std::optional<RareFound> Witnesses::check(std::uint64_t first, std::size_t count,
                                          std::size_t planes) const {
  std::vector<std::uint8_t> marks(heaps_in_block * planes);
  for (std::size_t at = 0; at < count; at += heaps_in_block)
    if (const auto found =
            check_block(first + at, std::min(heaps_in_block, count - at), planes, marks))
      return found;
  return std::nullopt;
}

namespace {

// A sample has clusters of heaps, which read the same parts of the cache.
constexpr std::uint64_t cluster_size = 32;
constexpr std::uint64_t most_clusters = 32;
constexpr std::uint64_t heaps_for_each = 1 << 13;  // of the last half
// The best of this many partners is nearly as good as the best of all (Mirzasoleiman et al.,
// "Lazier than lazy greedy", AAAI 2015).
constexpr std::size_t compared_at_once = 16;
constexpr std::size_t rounds_in_vain = 16;  // then the rest hardly helps

class Sample {
 public:
  // Every other of the chosen heaps: the sample of the other `turn` has the rest.
  Sample(const Heaps& heaps, Wanted wanted, std::uint64_t turn) : heaps_(heaps) {
    const std::uint64_t half = heaps.sampled();
    const std::uint64_t count = std::clamp<std::uint64_t>(half / heaps_for_each, 1, most_clusters);
    for (std::uint64_t cluster = 0; cluster < count; ++cluster)
      for (std::uint64_t i = turn; i < 2 * cluster_size; i += 2)
        add(heaps.size() - 1 - cluster * (half / count) - i, wanted);
  }

  // For how many heaps the partner reaches a nimber that is left.
  std::uint32_t gain(const Partner& partner) const {
    std::uint32_t sum = 0;
    for (const Open& open : open_) sum += open.left[reached(open, partner)];
    return sum;
  }

  void take(const Partner& partner) {
    for (Open& open : open_) {
      std::uint8_t& left = open.left[reached(open, partner)];
      open.count -= left;
      left = 0;
    }
  }

  // The fraction of heaps with more than `few` nimbers left.
  double beyond(std::size_t few) const {
    const auto count = std::count_if(open_.begin(), open_.end(),
                                     [few](const Open& open) { return open.count > few; });
    return static_cast<double>(count) / static_cast<double>(open_.size());
  }

 private:
  static constexpr std::size_t nothing = 256;
  struct Open {
    std::uint64_t heap;
    std::uint32_t count;
    std::array<std::uint8_t, nothing + 1> left;  // by index: 1 if it must still be reached
  };

  void add(std::uint64_t heap, Wanted wanted) {
    Open open{heap, 0, {}};
    const std::uint32_t nimber = heaps_.nimber(heap);
    for (std::size_t index = 0; index < nothing; ++index) {
      const bool is_left = heaps_.classes().nimber(static_cast<std::uint8_t>(index),
                                                   wanted == Wanted::rare, heap) < nimber;
      open.left[index] = is_left;
      open.count += is_left;
    }
    open_.push_back(open);
  }

  std::size_t reached(const Open& open, const Partner& partner) const {
    const std::uint64_t other = open.heap - partner.distance;
    return heaps_.is_rare(other) ? nothing : heaps_.index(other) ^ partner.index;
  }

  const Heaps& heaps_;
  std::vector<Open> open_;
};

// Swaps the best of the next few partners, in turn, to the front. False if none of them helps.
bool find_best(const Sample& sample, std::span<Partner> waiting, std::size_t& next) {
  std::size_t best = 0;
  std::uint32_t most = 0;
  for (std::size_t n = 0; n < std::min(compared_at_once, waiting.size()); ++n, ++next) {
    const std::size_t at = next % waiting.size();
    const std::uint32_t gain = sample.gain(waiting[at]);
    if (gain > most) best = at;
    most = std::max(most, gain);
  }
  std::swap(waiting.front(), waiting[best]);
  return most > 0;
}

}  // namespace

std::vector<double> order_by_coverage(const Heaps& heaps, Wanted wanted, std::size_t few,
                                      std::vector<Partner>& partners) {
  Sample choosing(heaps, wanted, 0), judging(heaps, wanted, 1);
  std::shuffle(partners.begin(), partners.end(), std::minstd_rand(1));
  std::vector<double> beyond{judging.beyond(few)};
  std::span<Partner> waiting(partners);
  for (std::size_t next = 0, in_vain = 0; !waiting.empty() && in_vain < rounds_in_vain; ++in_vain) {
    if (!find_best(choosing, waiting, next)) continue;
    choosing.take(waiting.front());
    judging.take(waiting.front());
    beyond.push_back(judging.beyond(few));
    waiting = waiting.subspan(1);
    in_vain = 0;
  }
  return beyond;
}

std::size_t how_many_to_mark(const std::vector<double>& beyond, std::size_t planes,
                             double cost_beyond) {
  const auto cost = [&](std::size_t k) {
    return (cost_of_mark(planes) - cost_of_trial()) * static_cast<double>(k) +
           cost_beyond * beyond[k];
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k < beyond.size(); ++k)
    if (cost(k) < cost(best)) best = k;
  return best;
}

}  // namespace grundy::sparse
