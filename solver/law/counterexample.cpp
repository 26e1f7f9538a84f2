#include "law/counterexample.hpp"

#include <fmt/format.h>

#include <chrono>

namespace grundy::law {
namespace {

constexpr auto p_value = static_cast<std::int64_t>(Outcome::P);

// Of sums only nimbers tell.
std::optional<std::int64_t> value_of_sum(const oracle::Sum& sum, Quantity quantity,
                                         const ValueOf& value_of) {
  if (sum.size() == 1) return value_of(sum.front());
  if (quantity != Quantity::nimber) return std::nullopt;
  std::int64_t all = 0;
  for (const Position& position : sum) {
    const auto value = value_of(position);
    if (!value) return std::nullopt;
    all ^= *value;
  }
  return all;
}

// The value of the option that shows the mistake; nothing if it shows by what is missing.
std::optional<std::int64_t> telling_value(Quantity quantity, std::int64_t claimed,
                                          std::int64_t value) {
  if (quantity == Quantity::nimber)
    return claimed >= 0 && claimed < value ? std::optional(claimed) : std::nullopt;
  return value != p_value ? std::optional(p_value) : std::nullopt;
}

std::string named(std::int64_t value, Quantity quantity) {
  if (quantity == Quantity::nimber) return fmt::format("nimber {}", value);
  return std::string(grundy::to_string(static_cast<Outcome>(value)));
}

}  // namespace

oracle::Patience patience_for_options(const std::atomic<bool>* stop) {
  constexpr std::chrono::seconds most{2};
  return oracle::Patience(oracle::Patience::Clock::now() + most, stop);
}

Counterexample explained(const rules::Rules& rules, Quantity quantity, const Position& position,
                         std::int64_t claimed, std::int64_t value, const ValueOf& value_of,
                         const std::atomic<bool>* stop) {
  Counterexample found{position, claimed, value, false, std::nullopt};
  const auto telling = telling_value(quantity, claimed, value);
  if (!telling) return found;
  const auto visit = [&](const oracle::Sum& option) -> Status {
    if (!found.option && value_of_sum(option, quantity, value_of) == telling) found.option = option;
    return {};
  };
  // An option that cannot be listed is not shown; the values differ all the same.
  oracle::Patience patience = patience_for_options(stop);
  static_cast<void>(oracle::for_each_option(rules, position, visit, &patience));
  return found;
}

std::string to_string(const Counterexample& counterexample, Quantity quantity) {
  const auto& [position, claimed, value, by_itself, option] = counterexample;
  const bool nimbers = quantity == Quantity::nimber;
  if (!value)
    return fmt::format("{} is claimed {}, which contradicts what is claimed of its options",
                       grundy::to_string(position), named(claimed, quantity));
  const std::string verb = std::string(by_itself ? " is claimed"
                                       : nimbers ? ""
                                                 : " is") +
                           (!nimbers    ? " "
                            : by_itself ? " to have "
                                        : " has ");
  const std::string is = fmt::format(
      "{} is claimed {}, and {} {}", grundy::to_string(position), named(claimed, quantity),
      by_itself ? "by its options' claims is" : "is", named(*value, quantity));
  if (option)
    return is + ": its option " + oracle::to_string(*option) + verb +
           (nimbers ? named(claimed, quantity) : "P");
  if (nimbers && claimed > *value)
    return is + ": none of its options" + verb + named(*value, quantity);
  if (!nimbers && *value == p_value) return is + ": none of its options" + verb + "P";
  return is;
}

}  // namespace grundy::law
