#include "law/misere.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "law/timer.hpp"
#include "search/genus.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_genera = 64;
constexpr std::int64_t most_heaps_unasked = 10'000;

// Whether the search came to a limit of time or memory, and not to Ctrl-C.
bool is_limit(const Error& error, const Solving& solving) {
  return error.code == Errc::memory || ran_out_of_time(error, solving.stop);
}

lazy::SearchLimits limits_of(const Solving& solving, const Timer& timer) {
  lazy::SearchLimits limits;
  if (solving.memory_limit) limits.bytes = *solving.memory_limit;
  limits.stop = timer.flag();
  return limits;
}

Status find_tame(MisereHeaps& heaps, std::int64_t high, lazy::GenusSearch& search) {
  for (std::int64_t n = heaps.low; n <= high && !heaps.wild; ++n) {
    const auto kind = search.kind({n});
    if (!kind) return kind.error();
    if (kind->is_wild())
      heaps.wild = n;
    else
      heaps.tame_up_to = n;
  }
  return {};
}

Status find_genera(MisereHeaps& heaps, std::int64_t high, lazy::GenusSearch& search) {
  for (std::int64_t n = heaps.low; n <= high && heaps.genera.size() < most_genera; ++n) {
    auto genus = search.genus({n});
    if (!genus) return genus.error();
    heaps.genera.push_back(*std::move(genus));
  }
  return {};
}

}  // namespace

Result<std::optional<MisereHeaps>> misere_heaps(const rules::Rules& rules,
                                                const std::vector<std::int64_t>& high,
                                                const Solving& solving) {
  if (rules.dimensions() != 1 || !rules.endings.empty()) return std::optional<MisereHeaps>();
  const auto& [name, low, end] = rules.coordinates[0];
  const std::int64_t asked = high.empty() ? low + most_heaps_unasked : high[0];
  const std::int64_t last = std::min(asked, end.value_or(asked));
  const auto shared = std::make_shared<const rules::Rules>(rules);
  MisereHeaps heaps{low, {}, low - 1, std::nullopt};
  for (const auto find : {find_tame, find_genera}) {
    const Timer timer(seconds_of_box / 2, Seconds::of_work, solving.stop);
    lazy::Meter meter(limits_of(solving, timer));
    lazy::GenusSearch search(shared, meter);
    const Status found = find(heaps, last, search);
    if (!found && !is_limit(found.error(), solving)) return found.error();
  }
  return std::optional(std::move(heaps));
}

}  // namespace grundy::law
