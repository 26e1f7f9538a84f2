#include "law/observations.hpp"

#include <algorithm>
#include <memory>

#include "law/timer.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_frequent = 5;

Box half_of(Box box) {
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    box.high[axis] = box.low[axis] + (box.extent(axis) - 1) / 2;
  return box;
}

void count(std::vector<std::uint64_t>& counts, std::uint32_t value) {
  if (value >= counts.size()) counts.resize(std::size_t{value} + 1);
  ++counts[value];
}

void add_to(Statistics::Part& part, const Position& at, std::uint32_t value) {
  ++part.positions;
  if (value == 0) ++part.lost;
  if (part.largest_at.empty() || value > part.largest) {
    part.largest = value;
    part.largest_at = at;
  }
}

class Counter {
 public:
  explicit Counter(const Box& box) {
    found_.all.box = box;
    found_.half.box = half_of(box);
  }

  void add(const Position& at, std::uint32_t value) {
    const bool in_half = found_.half.box.contains(at);
    add_to(found_.all, at, value);
    if (in_half) add_to(found_.half, at, value);
    count(counts_, value);
    if (!in_half) count(beyond_, value);
    if (value != 0) return;
    if (at.size() == 1) found_.last_lost = at;
    if (at.size() == 2 && !in_half && at[0] > 0 && at[1] > 0)
      slopes_.push_back(static_cast<double>(std::max(at[0], at[1])) /
                        static_cast<double>(std::min(at[0], at[1])));
  }

  Statistics finished() {
    beyond_.resize(counts_.size());
    std::uint64_t gone = 0;
    for (std::size_t value = 0; value < counts_.size(); ++value) {
      if (counts_[value] == 0) continue;
      ++found_.different;
      if (beyond_[value] == 0) ++gone;
      found_.frequent.emplace_back(static_cast<std::uint32_t>(value), counts_[value]);
    }
    if (found_.all.box.dimensions() == 1) found_.gone = gone;
    std::ranges::stable_sort(found_.frequent,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    if (found_.frequent.size() > most_frequent) found_.frequent.resize(most_frequent);
    if (!slopes_.empty()) {
      std::ranges::sort(slopes_);
      found_.slopes = {slopes_.front(), slopes_[slopes_.size() / 2], slopes_.back()};
    }
    return std::move(found_);
  }

 private:
  Statistics found_;
  std::vector<std::uint64_t> counts_, beyond_;  // by value: in all, and outside the half box
  std::vector<double> slopes_;
};

}  // namespace

Result<Statistics> statistics_of(const Values& values, const std::atomic<bool>* stop) {
  Counter counter(values.box());
  const Status looked =
      for_each_row(values, [&](Position at, std::span<const std::uint32_t> row) -> Status {
        if (stop != nullptr && *stop) return Error{Errc::interrupted, "stopped"};
        for (const std::uint32_t value : row) {
          counter.add(at, value);
          ++at.back();
        }
        return {};
      });
  if (!looked) return looked.error();
  return counter.finished();
}

namespace {

constexpr std::size_t most_genera = 64;
constexpr std::int64_t most_heaps_unasked = 10'000;

// Whether the search reached a limit of time or memory, and was not stopped by the user.
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

Result<std::optional<MisereHeaps>> misere_heaps(const Subject& subject) {
  const rules::Rules& rules = subject.rules;
  if (rules.dimensions() != 1 || !rules.endings.empty()) return std::optional<MisereHeaps>();
  const auto& [name, low, end] = rules.coordinates[0];
  const std::int64_t asked = subject.high.empty() ? low + most_heaps_unasked : subject.high[0];
  const std::int64_t last = std::min(asked, end.value_or(asked));
  const auto shared = std::make_shared<const rules::Rules>(rules);
  MisereHeaps heaps{low, {}, low - 1, std::nullopt};
  for (const auto find : {find_tame, find_genera}) {
    const Timer timer(seconds_of_box / 2, Seconds::of_work, subject.solving.stop);
    lazy::Meter meter(limits_of(subject.solving, timer));
    lazy::GenusSearch search(shared, meter);
    const Status found = find(heaps, last, search);
    if (!found && !is_limit(found.error(), subject.solving)) return found.error();
  }
  return std::optional(std::move(heaps));
}

}  // namespace grundy::law
