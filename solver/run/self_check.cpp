#include "run/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <mutex>

#include "base/executor.hpp"
#include "oracle/options.hpp"
#include "run/drawn_positions.hpp"
#include "run/position_check.hpp"

namespace grundy::solve {
namespace {

using Clock = oracle::Patience::Clock;

constexpr std::uint64_t usual_count = 1024;
// Begun with even if the machine is so busy that the time is over by then.
constexpr std::uint64_t least_count = 16;
constexpr double least_seconds = 0.015;  // 20 ms with the last position, and with what is forgotten
constexpr double part_of_solving = 0.03;
constexpr double part_for_more = 0.01;  // than the usual count
// So that no position takes the time of all others, nor memory without end.
constexpr double part_of_one_position = 0.25;
constexpr double most_seconds_of_one_position = 0.2;
// From each position drawn.
constexpr int steps_outside = 4;
// Fewer are not worth a second thread.
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

  // Derives what no other worker has begun with.
  Status work() {
    PositionCheck check(plan_, solution_, {task_.mistake_file, task_.program_version});
    Checked mine;
    for (std::uint64_t number = next_++; begins(number); number = next_++) {
      if (stopped()) return Error{Errc::interrupted, "interrupted"};
      const Position position = drawn_.at(number);
      oracle::Patience share = patience(number);
      const auto right = check.judge(position, share);
      if (!right) return right.error();
      ++(*right ? mine.positions : mine.open);
      if (!*right && mine.why_open.empty())
        mine.why_open = fmt::format("{}: {}", to_string(position), check.why_open());
      if (Status s = judge_outside(position, number, check); !s) return s;
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

  // What play can reach outside the box, step by step: most of the closure it cannot, and values
  // there mean nothing.
  Status judge_outside(Position position, std::uint64_t number, PositionCheck& check) const {
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

  // Any one whose value is known.
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
  const bool whole_;  // however long it takes
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
  if (!count || *count == 0 || checked.positions > 0) return {};
  return Error{Errc::unchecked,
               fmt::format("unchecked: none of {} positions could be derived from its options; {}",
                           checked.open, checked.why_open)};
}

}  // namespace grundy::solve
