#include "solve/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <span>
#include <utility>

#include "kernels/isa.hpp"
#include "oracle/options.hpp"
#include "parallel/first_failure.hpp"
#include "solve/drawn_positions.hpp"
#include "verify/derive.hpp"
#include "verify/mistake.hpp"

namespace grundy::solve {
namespace {

using Clock = oracle::Patience::Clock;
using verify::Fact;

constexpr std::uint64_t usual_count = 1024;
// Begun with even if the machine is so busy that the time is over by then.
constexpr std::uint64_t least_count = 16;
constexpr double least_seconds = 0.015;  // 20 ms with the last position, and with what is forgotten
constexpr double part_of_solving = 0.03;
constexpr double part_for_more = 0.01;  // than the usual count
// So that no position takes the time of all others, nor memory without end.
constexpr double part_of_one_position = 0.25;
constexpr double most_seconds_of_one_position = 0.2;
constexpr verify::Limits limits{
    .outside = 1 << 12, .outside_at_once = 1 << 12, .for_nimbers = 1 << 11, .sums = 1 << 9};
// From each position drawn.
constexpr int steps_outside = 4;
// Fewer are not worth a second thread.
constexpr std::uint64_t positions_per_thread = 32;
// Values are read as they are written: by rows.
constexpr std::int64_t longest_row = 8;

Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Under normal play nimbers tell more than the outcomes that are asked for, if they were computed.
Quantity quantity_of(const plan::Plan& plan) {
  return plan.convention == Convention::normal && plan.computed == Quantity::nimber
             ? Quantity::nimber
             : plan.quantity;
}

class SolvedFacts final : public verify::Known {
 public:
  SolvedFacts(const plan::Plan& plan, const sweep::Solution& solution, Quantity quantity)
      : plan_(plan), solution_(solution), quantity_(quantity) {}

  Result<std::optional<Fact>> at(const Position& position) const override {
    const auto value = [&](Quantity quantity) {
      return sweep::value_at(plan_, solution_, quantity, position);
    };
    return std::optional(fact(value));
  }

  // The same, as rows are read: from this position on to at most `last`.
  Fact in_row(const Position& position, std::int64_t last) const {
    std::array<std::uint32_t, longest_row> values{};
    const auto length = static_cast<std::size_t>(std::min(longest_row, last - position.back() + 1));
    const auto value = [&](Quantity quantity) {
      sweep::read_values(plan_, solution_, quantity, position, std::span(values).first(length));
      return values.front();
    };
    return fact(value);
  }

 private:
  template <class Value>
  Fact fact(const Value& value) const {
    const std::uint32_t main = value(quantity_);
    if (quantity_ == Quantity::outcome) return {static_cast<Outcome>(main), 0};
    if (quantity_ == Quantity::nimber) return {main == 0 ? Outcome::P : Outcome::N, main};
    return {static_cast<Outcome>(value(Quantity::outcome)), main};
  }

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  Quantity quantity_;
};

class SelfCheck {
 public:
  SelfCheck(const plan::Plan& plan, const sweep::Solution& solution, const CheckTask& task)
      : plan_(plan),
        solution_(solution),
        task_(task),
        subject_{quantity_of(plan), plan.convention, sweep::kept_box(solution), plan.closure},
        facts_(plan, solution, subject_.quantity),
        positions_(plan.positions()),
        whole_(task.count.has_value()),
        count_(count()),
        drawn_(plan, solution, whole_ && count_ == positions_) {
    const double seconds = std::max(least_seconds, part_of_solving * task.solving_seconds);
    end_ = begin_ + duration(seconds);
    end_of_more_ = begin_ + duration(part_for_more * task.solving_seconds);
    share_ = duration(std::min(most_seconds_of_one_position, part_of_one_position * seconds));
  }

  Result<std::uint64_t> run(parallel::Executor& executor) {
    const std::uint64_t workers =
        std::clamp<std::uint64_t>(count_ / positions_per_thread, 1, executor.threads());
    executor.for_each(workers, [&](std::size_t, std::size_t) { failure_.keep(work()); });
    if (failure_.failed()) return failure_.status().error();
    return checked_.load();
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
    verify::Deriver deriver(plan_.rules, subject_, facts_, limits);
    for (std::uint64_t number = next_++; begins(number); number = next_++) {
      if (stopped()) return Error{Errc::interrupted, "interrupted"};
      const Position position = drawn_.at(number);
      const auto right = judge(position, number, deriver);
      if (!right) return right.error();
      if (*right) ++checked_;
      if (Status s = judge_outside(position, number, deriver); !s) return s;
    }
    return {};
  }

  oracle::Patience patience(std::uint64_t number) const {
    if (whole_) return oracle::Patience(Clock::time_point::max(), task_.stop);
    const auto end = Clock::now() + share_;
    return oracle::Patience(number < least_count ? end : std::min(end, end_), task_.stop);
  }

  // False if nothing can be said.
  Result<bool> judge(const Position& position, std::uint64_t number,
                     verify::Deriver& deriver) const {
    oracle::Patience share = patience(number);
    const auto derived = deriver.derive(position, &share);
    const Fact found = facts_.in_row(position, subject_.box.high.back());
    if (!derived && derived.error().code == Errc::interrupted) return false;
    if (!derived && derived.error().code == Errc::wrong)
      return mistake(position, found, derived.error().message);
    if (!derived) return derived.error();
    if (!*derived) return false;
    if (verify::same(subject_.quantity, found, **derived)) return true;
    return mistake(
        position, found,
        fmt::format("by the rules it is {}", verify::text_of(subject_.quantity, **derived)));
  }

  // What play can reach outside the box, step by step: most of the closure it cannot, and values
  // there mean nothing.
  Status judge_outside(Position position, std::uint64_t number, verify::Deriver& deriver) const {
    if (plan_.closure == plan_.box) return {};
    for (int step = 0; step < steps_outside && (whole_ || Clock::now() < end_); ++step) {
      const auto option = option_outside(position, number);
      if (!option) return {};
      position = *option;
      if (const auto right = judge(position, number, deriver); !right) return right.error();
    }
    return {};
  }

  // Any one whose value is known.
  std::optional<Position> option_outside(const Position& position, std::uint64_t number) const {
    std::optional<Position> chosen;
    std::uint64_t seen = number;
    const auto visit = [&](const oracle::Sum& option) -> Status {
      for (const Position& component : option)
        if (!plan_.box.contains(component) && subject_.box.contains(component))
          if (++seen; !chosen || seen % 3 == 0) chosen = component;
      return {};
    };
    oracle::Patience share = patience(number);
    (void)oracle::for_each_option(plan_.rules, position, visit, 1, &share);
    return chosen;
  }

  Error mistake(const Position& position, const Fact& found, std::string but) const {
    return verify::report({.rules = plan_.rules,
                           .quantity = subject_.quantity,
                           .convention = plan_.convention,
                           .position = position,
                           .found = verify::text_of(subject_.quantity, found),
                           .but = std::move(but),
                           .how = {{"asked", std::string(to_string(plan_.quantity))},
                                   {"box", to_string(plan_.box.high)},
                                   {"closure", to_string(plan_.closure.high)},
                                   {"kernel", std::string(to_string(solution_.kernel))},
                                   {"isa", std::string(kernels::isa_name())},
                                   {"threads", fmt::format("{}", plan_.threads)},
                                   {"version", task_.program_version}}},
                          task_.mistake_file);
  }

  const Clock::time_point begin_ = Clock::now();
  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const CheckTask& task_;
  const verify::Subject subject_;
  const SolvedFacts facts_;
  const std::uint64_t positions_;
  const bool whole_;  // however long it takes
  const std::uint64_t count_;
  const DrawnPositions drawn_;
  Clock::time_point end_;
  Clock::time_point end_of_more_;
  Clock::duration share_{};  // of one position
  parallel::FirstFailure failure_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> checked_{0};
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

Result<std::uint64_t> self_check(const plan::Plan& plan, const sweep::Solution& solution,
                                 parallel::Executor& executor, const CheckTask& task) {
  if (task.count == 0U) return std::uint64_t{0};
  return SelfCheck(plan, solution, task).run(executor);
}

}  // namespace grundy::solve
