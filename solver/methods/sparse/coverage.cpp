#include "methods/sparse/coverage.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <utility>

namespace grundy::sparse {

using kernels::Partner;

namespace {

// A sample has clusters of heaps, which look at the same parts of the cache.
constexpr std::uint64_t cluster_size = 32;
constexpr std::uint64_t most_clusters = 32;
constexpr std::uint64_t heaps_for_each = 1 << 13;  // of the last half
// Of so many partners the best is chosen: nearly as good as the best of all (Mirzasoleiman et al.,
// "Lazier than lazy greedy", AAAI 2015).
constexpr std::size_t asked_at_once = 16;
constexpr std::size_t rounds_in_vain = 16;  // then the rest is as good as nothing

class Sample {
 public:
  // Every other of the heaps chosen: the sample of the other turn has the rest.
  Sample(const Heaps& heaps, Wanted wanted, std::uint64_t turn) : heaps_(heaps) {
    const std::uint64_t half = heaps.size() / 2;
    const std::uint64_t count = std::clamp<std::uint64_t>(half / heaps_for_each, 1, most_clusters);
    for (std::uint64_t cluster = 0; cluster < count; ++cluster)
      for (std::uint64_t i = turn; i < 2 * cluster_size; i += 2)
        add(heaps.size() - 1 - cluster * (half / count) - i, wanted);
  }

  // Of how many heaps the partner reaches a nimber that is left.
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

  // The part of heaps with more than `few` nimbers left.
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
    return heaps_.is_rare(other) ? nothing : heaps_.index()[other] ^ partner.index;
  }

  const Heaps& heaps_;
  std::vector<Open> open_;
};

// The best of the next few, in turn, is swapped to the front; false if they gain nothing.
bool find_best(const Sample& sample, std::span<Partner> waiting, std::size_t& next) {
  std::size_t best = 0;
  std::uint32_t most = 0;
  for (std::size_t asked = 0; asked < std::min(asked_at_once, waiting.size()); ++asked, ++next) {
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
