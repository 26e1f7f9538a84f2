#include "law/statistics.hpp"

#include <algorithm>

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

void add(Statistics::Part& part, const Position& at, std::uint32_t value) {
  ++part.positions;
  if (value == 0) ++part.lost;
  if (part.largest_at.empty() || value > part.largest) {
    part.largest = value;
    part.largest_at = at;
  }
}

class Counting {
 public:
  explicit Counting(const Box& box) {
    found_.all.box = box;
    found_.half.box = half_of(box);
  }

  void look_at(const Position& at, std::uint32_t value) {
    const bool in_half = found_.half.box.contains(at);
    add(found_.all, at, value);
    if (in_half) add(found_.half, at, value);
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
  std::vector<std::uint64_t> counts_, beyond_;  // of each value: all, and those not in the half
  std::vector<double> slopes_;
};

}  // namespace

Result<Statistics> statistics_of(const Values& values, const std::atomic<bool>* stop) {
  Counting counting(values.box());
  const Status looked =
      for_each_row(values, [&](Position at, std::span<const std::uint32_t> row) -> Status {
        if (stop != nullptr && *stop) return Error{Errc::interrupted, "stopped"};
        for (const std::uint32_t value : row) {
          counting.look_at(at, value);
          ++at.back();
        }
        return {};
      });
  if (!looked) return looked.error();
  return counting.finished();
}

}  // namespace grundy::law
