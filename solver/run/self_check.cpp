#include "run/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <mutex>
#include <numeric>
#include <span>

#include "oracle/options.hpp"
#include "run/position_check.hpp"

namespace grundy::solve {

// The positions.

namespace {

constexpr std::uint64_t corner_positions = 512;
constexpr std::int64_t border = 32;  // tiles and words end at multiples of it
constexpr std::int64_t near = 3;
// How many stretches of how many positions are searched for a P-position.
constexpr int stretches_to_try = 8;
constexpr std::int64_t stretch = 64;

std::int64_t offsets(const Box& box, const Position& position) {
  std::int64_t sum = 0;
  for (std::size_t axis = 0; axis < position.size(); ++axis) sum += position[axis] - box.low[axis];
  return sum;
}

// A box at the low corner, as near to a cube as possible, with at most corner_positions positions.
Box corner_of(const Box& box) {
  Box corner{box.low, box.low};
  std::uint64_t volume = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
      const auto extent = static_cast<std::uint64_t>(corner.extent(axis));
      const std::uint64_t next = volume / extent * (extent + 1);
      if (corner.high[axis] == box.high[axis] || next > corner_positions) continue;
      ++corner.high[axis];
      volume = next;
      grown = true;
    }
  }
  return corner;
}

}  // namespace

// splitmix64 (G. L. Steele, D. Lea, C. H. Flood, 2014): a stream for each number.
class DrawnPositions::Random {
 public:
  explicit Random(std::uint64_t number) : state_((number + 1956) * 0xd1b54a32d192ed03) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  // The bias of the remainder does not matter here.
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(end));
  }

 private:
  std::uint64_t state_;
};

DrawnPositions::DrawnPositions(const plan::Plan& plan, const sweep::Solution& solution, bool all)
    : plan_(plan),
      solution_(solution),
      box_(plan.box),
      in_order_(all && *box_.volume() > small_box) {
  if (in_order_) return;
  begin_in_the_corner();
  if (*box_.volume() <= small_box) add_all_others();
}

void DrawnPositions::begin_in_the_corner() {
  const Box corner = corner_of(box_);
  std::vector<std::pair<std::int64_t, std::uint64_t>> sorted;
  for (std::uint64_t rank = 0; rank < *corner.volume(); ++rank) {
    const Position position = corner.position(rank);
    sorted.emplace_back(offsets(box_, position), box_.rank(position));
  }
  std::ranges::sort(sorted);
  for (const auto& [offset, rank] : sorted) first_.push_back(rank);
}

void DrawnPositions::add_all_others() {
  std::vector<bool> there(*box_.volume());
  for (const std::uint64_t rank : first_) there[rank] = true;
  const std::size_t corner = first_.size();
  for (std::uint64_t rank = 0; rank < there.size(); ++rank)
    if (!there[rank]) first_.push_back(rank);
  Random random(0);
  for (std::size_t end = first_.size(); end > corner + 1; --end)
    std::swap(first_[end - 1], first_[corner + static_cast<std::size_t>(random.below(
                                                   static_cast<std::int64_t>(end - corner)))]);
}

Position DrawnPositions::at(std::uint64_t number) const {
  if (in_order_) return box_.position(number);
  if (number < first_.size()) return box_.position(first_[number]);
  if (number == first_.size()) return box_.high;
  Random random(number);
  switch (number % 4) {
    case 0:
      return near_a_border(random);
    case 1:
      return p_position(random);
    case 2:
      return of_any_magnitude(random);
    default:
      return anywhere(random);
  }
}

Position DrawnPositions::anywhere(Random& random) const {
  Position position = box_.low;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    position[axis] += random.below(box_.extent(axis));
  return position;
}

Position DrawnPositions::of_any_magnitude(Random& random) const {
  Position position = box_.low;
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const std::int64_t extent = box_.extent(axis);
    const auto bits = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(extent)));
    position[axis] += random.below(std::min(extent, std::int64_t{1} << random.below(bits + 1)));
  }
  return position;
}

Position DrawnPositions::near_a_border(Random& random) const {
  Position position = anywhere(random);
  const auto chosen =
      static_cast<std::size_t>(random.below(static_cast<std::int64_t>(position.size())));
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    if (axis != chosen && random.below(2) == 0) continue;
    const std::array ends{box_.low[axis] + random.below(near), box_.high[axis] - random.below(near),
                          position[axis] / border * border - near / 2 + random.below(near)};
    position[axis] = std::clamp(ends[static_cast<std::size_t>(random.below(3))], box_.low[axis],
                                box_.high[axis]);
  }
  return position;
}

// From the lines of a solution that keeps them; else by searching a few stretches.
Position DrawnPositions::p_position(Random& random) const {
  Position position;
  for (int trial = 0; trial < stretches_to_try; ++trial) {
    position = trial % 2 == 0 ? anywhere(random) : of_any_magnitude(random);
    if (sweep::keeps_lines(solution_)) {
      if (sweep::move_to_p_position(solution_, position) && box_.contains(position))
        return position;
      continue;
    }
    std::array<std::uint32_t, stretch> outcomes{};
    const std::int64_t length = std::min(stretch, box_.high.back() - position.back() + 1);
    const auto read = std::span(outcomes).first(static_cast<std::size_t>(length));
    sweep::read_values(plan_, solution_, Quantity::outcome, position, read);
    const auto p = std::ranges::find(read, 0U);
    if (p == read.end()) continue;
    position.back() += p - read.begin();
    return position;
  }
  return position;
}

// The check.

namespace {

using Clock = oracle::Patience::Clock;

constexpr std::uint64_t usual_count = 1024;
// These are checked even if the machine is so busy that the time is over before.
constexpr std::uint64_t least_count = 16;
constexpr double least_seconds = 0.015;  // 20 ms with the last position and overhead
constexpr double part_of_solving = 0.03;
constexpr double part_for_more = 0.01;  // for more than the usual count
// No position may take the time of all others.
constexpr double part_of_one_position = 0.25;
constexpr double most_seconds_of_one_position = 0.2;
// Steps out of the box from each position drawn.
constexpr int steps_outside = 4;
// Fewer positions are not worth another thread.
constexpr std::uint64_t positions_per_thread = 32;

Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

class SelfCheck {
 public:
  SelfCheck(const plan::Plan& plan, const sweep::Solution& solution, const CheckTask& task)
      : plan_(plan),
        solution_(solution),
        task_(task),
        positions_(plan.positions()),
        whole_(task.count.has_value()),
        count_(count()),
        drawn_(plan, solution, whole_ && count_ == positions_) {
    const double seconds = std::max(least_seconds, part_of_solving * task.solving_seconds);
    end_ = begin_ + duration(seconds);
    end_of_more_ = begin_ + duration(part_for_more * task.solving_seconds);
    share_ = duration(std::min(most_seconds_of_one_position, part_of_one_position * seconds));
  }

  Result<Checked> run(parallel::Executor& executor) {
    const std::uint64_t workers =
        std::clamp<std::uint64_t>(count_ / positions_per_thread, 1, executor.threads());
    executor.for_each(workers, [&](std::size_t, std::size_t) { failure_.keep(work()); });
    if (failure_.failed()) return failure_.status().error();
    return std::move(checked_);
  }

 private:
  std::uint64_t count() const {
    if (whole_) return std::min(*task_.count, positions_);
    return positions_ <= DrawnPositions::small_box ? positions_ : check_all;
  }

  bool stopped() const { return task_.stop != nullptr && *task_.stop; }

  bool begins(std::uint64_t number) const {
    if (number >= count_ || failure_.failed()) return false;
    if (whole_ || number < least_count) return true;
    const auto now = Clock::now();
    return now < end_ &&
           (number < usual_count || count_ <= DrawnPositions::small_box || now < end_of_more_);
  }

  // Checks positions that no other worker has begun.
  Status work() {
    PositionCheck check(plan_, solution_, {task_.mistake_file, task_.program_version});
    Checked mine;
    for (std::uint64_t number = next_++; begins(number); number = next_++) {
      if (stopped()) return Error{Errc::interrupted, "interrupted"};
      const Position position = drawn_.at(number);
      if (!plan_.inside.has(position)) continue;
      oracle::Patience share = patience(number);
      const auto right = check.judge(position, share);
      if (!right) return right.error();
      ++(*right ? mine.positions : mine.open);
      if (!*right && mine.why_open.empty())
        mine.why_open = fmt::format("{}: {}", to_string(position), check.why_open());
      if (Status s = check_outside(position, number, check); !s) return s;
    }
    add(std::move(mine));
    return {};
  }

  void add(Checked more) {
    const std::lock_guard lock(guard_);
    checked_.positions += more.positions;
    checked_.open += more.open;
    if (checked_.why_open.empty()) checked_.why_open = std::move(more.why_open);
  }

  oracle::Patience patience(std::uint64_t number) const {
    if (whole_) return oracle::Patience(Clock::time_point::max(), task_.stop);
    const auto end = Clock::now() + share_;
    return oracle::Patience(number < least_count ? end : std::min(end, end_), task_.stop);
  }

  // Checks positions outside the box, following play step by step: play cannot reach most of the
  // closure, and values there are undefined.
  Status check_outside(Position position, std::uint64_t number, PositionCheck& check) const {
    if (plan_.closure == plan_.box) return {};
    for (int step = 0; step < steps_outside && (whole_ || Clock::now() < end_); ++step) {
      const auto option = option_outside(position, number, check.kept());
      if (!option) return {};
      position = *option;
      oracle::Patience share = patience(number);
      if (const auto right = check.judge(position, share); !right) return right.error();
    }
    return {};
  }

  // An option outside the box whose value is kept; which one depends on `number`.
  std::optional<Position> option_outside(const Position& position, std::uint64_t number,
                                         const Box& kept) const {
    std::optional<Position> chosen;
    std::uint64_t seen = number;
    const auto visit = [&](const oracle::Sum& option) -> Status {
      for (const Position& component : option)
        if (!plan_.box.contains(component) && kept.contains(component))
          if (++seen; !chosen || seen % 3 == 0) chosen = component;
      return {};
    };
    oracle::Patience share = patience(number);
    (void)oracle::for_each_option(plan_.rules, position, visit, &share);
    return chosen;
  }

  const Clock::time_point begin_ = Clock::now();
  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const CheckTask& task_;
  const std::uint64_t positions_;
  const bool whole_;  // a number of positions was asked for, however long that takes
  const std::uint64_t count_;
  const DrawnPositions drawn_;
  Clock::time_point end_;
  Clock::time_point end_of_more_;
  Clock::duration share_{};  // of one position
  parallel::FirstFailure failure_;
  std::atomic<std::uint64_t> next_{0};
  std::mutex guard_;
  Checked checked_;
};

}  // namespace

Result<CheckCount> check_count_from(std::string_view text) {
  if (text == "auto") return CheckCount();
  if (text == "all") return CheckCount(check_all);
  if (text == "none") return CheckCount(0);
  std::uint64_t count = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (failed == std::errc() && end == text.data() + text.size()) return CheckCount(count);
  return Error{Errc::usage,
               fmt::format("option `check` is `{}`, expected auto, all, none or a number of "
                           "positions",
                           text)};
}

Result<Checked> self_check(const plan::Plan& plan, const sweep::Solution& solution,
                           parallel::Executor& executor, const CheckTask& task) {
  if (task.count == 0U) return Checked{};
  return SelfCheck(plan, solution, task).run(executor);
}

Status expect_checked(const Checked& checked, const CheckCount& count) {
  if (!count || *count == 0 || checked.positions > 0 || checked.open == 0) return {};
  return Error{Errc::unchecked,
               fmt::format("unchecked: none of {} positions could be derived from its options; {}",
                           checked.open, checked.why_open)};
}

}  // namespace grundy::solve
