#include "run/position_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "kernels/isa.hpp"
#include "verify/mistake.hpp"

namespace grundy::solve {
namespace {

using verify::Fact;

// Values are read in rows, as when they are written.
constexpr std::int64_t longest_row = 8;
// No position may take the time of all others, nor unbounded memory.
constexpr verify::Limits limits{
    .outside = 1 << 12, .outside_at_once = 1 << 12, .for_nimbers = 1 << 11, .sums = 1 << 9};

// If nimbers were computed to find outcomes, they are checked: they contain more.
Quantity quantity_of(const plan::Plan& plan) {
  return plan.convention == Convention::normal && plan.computed == Quantity::nimber
             ? Quantity::nimber
             : plan.quantity;
}

}  // namespace

template <class Value>
Fact PositionCheck::Facts::fact(const Value& value) const {
  const std::uint32_t main = value(quantity_);
  if (quantity_ == Quantity::outcome) return {static_cast<Outcome>(main), 0};
  if (quantity_ == Quantity::nimber) return {main == 0 ? Outcome::P : Outcome::N, main};
  return {static_cast<Outcome>(value(Quantity::outcome)), main};
}

Result<std::optional<Fact>> PositionCheck::Facts::at(const Position& position) const {
  const auto value = [&](Quantity quantity) {
    return sweep::value_at(plan_, solution_, quantity, position);
  };
  return std::optional(fact(value));
}

Fact PositionCheck::Facts::in_row(const Position& position, std::int64_t last) const {
  std::array<std::uint32_t, longest_row> values{};
  const auto length = static_cast<std::size_t>(std::min(longest_row, last - position.back() + 1));
  const auto value = [&](Quantity quantity) {
    sweep::read_values(plan_, solution_, quantity, position, std::span(values).first(length));
    return values.front();
  };
  return fact(value);
}

PositionCheck::PositionCheck(const plan::Plan& plan, const sweep::Solution& solution,
                             MistakeReport report)
    : plan_(plan),
      solution_(solution),
      report_(std::move(report)),
      subject_{quantity_of(plan), plan.convention, sweep::kept_box(solution), plan.closure},
      facts_(plan, solution, subject_.quantity),
      deriver_(plan.rules, subject_, facts_, limits) {}

Result<bool> PositionCheck::judge(const Position& position, oracle::Patience& patience) {
  const auto derived = deriver_.derive(position, &patience);
  const Fact found = facts_.in_row(position, subject_.box.high.back());
  if (!derived && derived.error().code == Errc::interrupted) {
    why_open_ = "its options take longer to examine than a check may";
    return false;
  }
  if (!derived && derived.error().code == Errc::wrong)
    return mistake(position, found, derived.error().message);
  if (!derived) return derived.error();
  if (!*derived) {
    why_open_ = deriver_.why_open();
    return false;
  }
  if (verify::same(subject_.quantity, found, **derived)) return true;
  return mistake(
      position, found,
      fmt::format("by the rules it is {}", verify::text_of(subject_.quantity, **derived)));
}

Error PositionCheck::mistake(const Position& position, const Fact& found, std::string but) const {
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
                                 {"version", report_.program_version}}},
                        report_.file);
}

}  // namespace grundy::solve
