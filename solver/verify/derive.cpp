#include "verify/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace grundy::verify {
namespace {

using oracle::Sum;

// More options than can be enumerated: the mex is at most the number of options, so larger nimbers
// do not matter.
constexpr std::uint32_t beyond_any_mex = 1 << 28;

// Ends an enumeration of options early, when its result is known.
Error enough() {
  return Error{Errc::interrupted, "enough"};
}

bool leaves_open(const Error& error) {
  return error.code == Errc::unsupported || error.code == Errc::rules ||
         error.code == Errc::memory || error.code == Errc::usage;
}

Error beyond_the_closure(const Position& option) {
  return Error{Errc::wrong,
               fmt::format("its option {} lies outside the closure", to_string(option))};
}

// Collects the facts of a position's options.
class OptionFacts {
 public:
  OptionFacts(Quantity quantity, Convention convention)
      : quantity_(quantity), convention_(convention) {}

  // Adds an option; nothing if it remains open.
  void add(const std::optional<Fact>& option) {
    any_ = true;
    if (!option) {
      open_ = true;
    } else if (quantity_ == Quantity::nimber) {
      if (option->value >= beyond_any_mex) return;
      if (option->value >= nimbers_.size()) nimbers_.resize(option->value + std::size_t{1});
      nimbers_[option->value] = true;
    } else {
      if (option->outcome == Outcome::P) {
        wins_ = true;
        soonest_ = std::min(soonest_, option->value);
      }
      latest_ = std::max(latest_, option->value);
    }
  }

  // Whether no further option can change the result.
  bool determined() const { return quantity_ == Quantity::outcome ? wins_ : open_; }

  std::optional<Fact> fact() const {
    if (!any_) return Fact{outcome_without_options(convention_), 0};
    const Outcome outcome = wins_ ? Outcome::N : Outcome::P;
    if (quantity_ == Quantity::outcome && wins_) return Fact{outcome, 0};
    if (open_) return std::nullopt;
    if (quantity_ == Quantity::outcome) return Fact{outcome, 0};
    if (quantity_ == Quantity::remoteness) return Fact{outcome, 1 + (wins_ ? soonest_ : latest_)};
    const auto mex = static_cast<std::uint32_t>(std::find(nimbers_.begin(), nimbers_.end(), false) -
                                                nimbers_.begin());
    return Fact{mex == 0 ? Outcome::P : Outcome::N, mex};
  }

 private:
  Quantity quantity_;
  Convention convention_;
  bool any_ = false;
  bool open_ = false;
  bool wins_ = false;
  std::uint32_t soonest_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t latest_ = 0;
  std::vector<bool> nimbers_;  // [v]: some option has this nimber
};

std::uint64_t volume_of(const Box& box) {
  return box.volume().value_or(std::numeric_limits<std::uint64_t>::max());
}

// Equal components cancel: a move in one is answered by the same move in the other.
Sum without_pairs(const Sum& sum) {
  Sum rest;
  for (const Position& component : sum)
    if (!rest.empty() && rest.back() == component)
      rest.pop_back();
    else
      rest.push_back(component);
  return rest;
}

}  // namespace

Deriver::Deriver(const rules::Rules& rules, Subject subject, const Known& known, Limits limits)
    : rules_(rules),
      subject_(std::move(subject)),
      known_(known),
      limits_(limits),
      few_in_closure_(volume_of(subject_.closure) <= limits.closure),
      few_outside_(few_in_closure_ ||
                   volume_of(subject_.closure) - volume_of(subject_.box) <= limits.outside),
      few_in_all_(volume_of(subject_.closure) <= limits.for_nimbers),
      nimbers_(rules, Convention::normal) {
  if (few_in_closure_ && subject_.closure != subject_.box) all_.resize(*subject_.closure.volume());
}

Result<std::optional<Fact>> Deriver::derive(const Position& position, oracle::Patience* patience) {
  patience_ = patience;
  why_open_ = "the value of some option is not known";
  nimbers_.wait(patience);
  sums_.reset();
  if (!few_outside_) outside_.clear();
  return derive_with_options(position);
}

Result<std::optional<Fact>> Deriver::one_step(const Position& position, std::uint64_t& options) {
  const auto over = oracle::ending(rules_, position);
  if (!over) return open_or(over.error());
  if (*over) return std::optional(Fact{**over, 0});
  OptionFacts options_seen(subject_.quantity, subject_.convention);
  std::optional<Error> failure;
  const auto visit = [&](const Sum& option) -> Status {
    ++options;
    const auto fact = fact_of_sum(option);
    if (!fact) {
      failure = fact.error();
      return fact.error();
    }
    options_seen.add(*fact);
    return options_seen.determined() ? Status(enough()) : Status();
  };
  const Status visited = visit_options(position, visit);
  if (failure) return *failure;
  if (!visited && !options_seen.determined()) return open_or(visited.error());
  return options_seen.fact();
}

Result<std::optional<Fact>> Deriver::open(std::string_view why) {
  why_open_ = why;
  return std::optional<Fact>();
}

// Limits of the oracle leave a position open; other errors are returned.
Result<std::optional<Fact>> Deriver::open_or(const Error& error) {
  if (!leaves_open(error)) return error;
  return open(error.message);
}

Status Deriver::visit_options(const Position& position, const oracle::Visit& visit) const {
  return oracle::for_each_option(rules_, position, visit, patience_);
}

std::optional<Deriver::Found> Deriver::remembered(const Position& position) const {
  if (few_in_closure_) {
    const Derived& derived = all_[subject_.closure.rank(position)];
    return derived.known ? std::optional<Found>(derived.fact) : std::nullopt;
  }
  const auto known = outside_.find(position);
  return known == outside_.end() ? std::nullopt : std::optional<Found>(known->second);
}

void Deriver::remember(const Position& position, const std::optional<Fact>& fact) {
  if (few_in_closure_)
    all_[subject_.closure.rank(position)] = {true, fact};
  else
    outside_.emplace(position, fact);
}

// Derives the root, and before it all positions outside the box that this needs: each is tried, put
// off when an option of it is missing, and tried again when that is there.
Deriver::Found Deriver::derive_with_options(const Position& root) {
  std::vector<Position> waiting{root};
  for (;;) {
    if (!few_outside_ && outside_.size() >= limits_.outside_at_once)
      return open_or(Error{Errc::memory, "too many positions outside the box"});
    missing_.reset();
    std::uint64_t options = 0;
    const Found fact = one_step(waiting.back(), options);
    if (missing_) {
      waiting.push_back(*std::move(missing_));
      continue;
    }
    const bool is_root = waiting.size() == 1;
    if (!fact) return is_root ? fact : open_or(fact.error());
    if (!subject_.box.contains(waiting.back())) remember(waiting.back(), *fact);
    waiting.pop_back();
    if (!is_root) continue;
    options_ += options;
    return fact;
  }
}

Result<std::optional<Fact>> Deriver::fact_of(const Position& position) {
  if (subject_.box.contains(position)) return known_.at(position);
  if (!subject_.closure.contains(position)) return beyond_the_closure(position);
  if (auto fact = remembered(position)) return *std::move(fact);
  missing_ = position;
  return enough();
}

bool Deriver::endings_leave_sums_open() const {
  return rules_.has_ending(Outcome::N) ||
         (subject_.convention == Convention::misere && rules_.has_ending(Outcome::P));
}

Result<std::optional<Fact>> Deriver::fact_of_sum(const Sum& sum) {
  if (sum.size() == 1) return fact_of(sum.front());
  if (sum.size() > 1 && endings_leave_sums_open())
    return open("the endings of the rules leave open who wins a sum");
  if (subject_.quantity == Quantity::nimber) return nimber_of_sum(sum);
  if (subject_.quantity == Quantity::outcome && subject_.convention == Convention::normal)
    return outcome_of_sum(sum);
  const auto alive = without_dead(sum);
  if (!alive) return open_or(alive.error());
  if (alive->empty()) return std::optional(Fact{outcome_without_options(subject_.convention), 0});
  return alive->size() == 1 ? fact_of(alive->front()) : fact_by_oracle(*alive);
}

Result<std::optional<Fact>> Deriver::nimber_of_sum(const Sum& sum) {
  Fact total;
  for (const Position& component : sum) {
    const auto fact = fact_of(component);
    if (!fact || !*fact) return fact;
    total.value ^= (*fact)->value;
  }
  total.outcome = total.value == 0 ? Outcome::P : Outcome::N;
  return std::optional(total);
}

Result<std::optional<Fact>> Deriver::outcome_of_sum(const Sum& sum) {
  Sum losing;  // the N-positions, which the previous player loses
  for (Position& component : without_pairs(sum)) {
    const auto fact = fact_of(component);
    if (!fact || !*fact) return fact;
    if ((*fact)->outcome == Outcome::N) losing.push_back(std::move(component));
  }
  if (losing.size() < 2) return std::optional(Fact{losing.empty() ? Outcome::P : Outcome::N, 0});
  if (!few_in_all_) return open("outcomes do not say who wins a sum of two N-positions or more");
  std::uint32_t nimber = 0;
  for (const Position& component : losing) {
    const auto found = nimbers_.nimber_by_xor(component);
    if (!found) return open_or(found.error());
    nimber ^= *found;
  }
  return std::optional(Fact{nimber == 0 ? Outcome::P : Outcome::N, 0});
}

Result<std::optional<Fact>> Deriver::fact_by_oracle(const Sum& sum) {
  if (!sums_) {
    sums_.emplace(rules_, subject_.convention);
    sums_->limit(limits_.sums);
    sums_->wait(patience_);
  }
  const auto outcome = sums_->outcome_of_sum(sum);
  if (!outcome) return open_or(outcome.error());
  if (subject_.quantity == Quantity::outcome) return std::optional(Fact{*outcome, 0});
  const auto remoteness = sums_->remoteness_of_sum(sum);
  if (!remoteness) return remoteness.error();
  return std::optional(Fact{*outcome, *remoteness});
}

Result<bool> Deriver::is_dead(const Position& position) const {
  bool any = false;
  const auto visit = [&](const Sum&) -> Status {
    any = true;
    return enough();
  };
  const Status visited = visit_options(position, visit);
  if (!visited && !any) return visited.error();
  return !any;
}

Result<Sum> Deriver::without_dead(const Sum& sum) const {
  Sum alive;
  for (const Position& component : sum) {
    const auto dead = is_dead(component);
    if (!dead) return dead.error();
    if (!*dead) alive.push_back(component);
  }
  return alive;
}

std::string text_of(Quantity quantity, const Fact& fact) {
  if (quantity == Quantity::nimber) return fmt::format("{}", fact.value);
  if (quantity == Quantity::outcome) return std::string(to_string(fact.outcome));
  return fmt::format("{} of {}", fact.value, to_string(fact.outcome));
}

bool same(Quantity quantity, const Fact& a, const Fact& b) noexcept {
  return quantity == Quantity::nimber ? a.value == b.value : a == b;
}

}  // namespace grundy::verify
