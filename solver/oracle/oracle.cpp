#include "oracle/oracle.hpp"

#include <algorithm>

namespace grundy::oracle {
namespace {

// `sum` with its component number `index` replaced by the components of `option`.
Sum replace(const Sum& sum, std::size_t index, const Sum& option) {
  Sum result = sum;
  result.erase(result.begin() + static_cast<std::ptrdiff_t>(index));
  result.insert(result.end(), option.begin(), option.end());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

Oracle::Oracle(rules::Rules rules, Convention convention, std::optional<Box> within)
    : rules_(std::move(rules)), convention_(convention), within_(std::move(within)) {}

bool Oracle::has_ending(Outcome outcome) const {
  return std::any_of(rules_.endings.begin(), rules_.endings.end(),
                     [&](const rules::Ending& ending) { return ending.outcome == outcome; });
}

Status Oracle::check_nimbers() const {
  if (convention_ == Convention::misere)
    return Error{Errc::unsupported, fmt::format("{}: nimbers are for normal play", rules_.name)};
  if (has_ending(Outcome::N))
    return Error{Errc::unsupported,
                 fmt::format("{}: a game with a 'won when' ending has no nimbers", rules_.name)};
  return {};
}

Status Oracle::check(const Sum& sum) const {
  const bool open =
      has_ending(Outcome::N) || (convention_ == Convention::misere && has_ending(Outcome::P));
  if (open && sum.size() >= 2)
    return Error{Errc::unsupported, fmt::format("{}: an ending leaves open who wins the sum {}",
                                                rules_.name, to_string(sum))};
  for (const Position& position : sum)
    if (!in_range(rules_, position))
      return Error{Errc::usage, fmt::format("{}: {} is outside the range of its coordinates",
                                            rules_.name, grundy::to_string(position))};
  return {};
}

Result<std::vector<Sum>> Oracle::options(const Position& position) const {
  auto found = oracle::options(rules_, position, patience_);
  if (!found || !within_) return found;
  for (const Sum& option : *found)
    for (const Position& component : option)
      if (!within_->contains(component))
        return Error{Errc::unsupported,
                     fmt::format("{}: closure too small: {} .. {} does not hold {}, which can be "
                                 "reached from {}",
                                 rules_.name, grundy::to_string(within_->low),
                                 grundy::to_string(within_->high), grundy::to_string(component),
                                 grundy::to_string(position))};
  return found;
}

// Whether no player can ever move there again.
Result<bool> Oracle::is_dead(const Position& position) {
  if (const auto known = dead_.find(position); known != dead_.end()) return known->second;
  const auto found = options(position);
  if (!found) return found.error();
  return dead_.emplace(position, found->empty()).first->second;
}

// Removes dead components, which change no option of a sum. A single position is kept, as its
// ending may matter.
Result<Sum> Oracle::without_dead(const Sum& sum) {
  if (sum.size() == 1) return sum;
  Sum alive;
  for (const Position& component : sum) {
    const auto dead = is_dead(component);
    if (!dead) return dead.error();
    if (!*dead) alive.push_back(component);
  }
  return alive;
}

Result<std::vector<Parts>> Oracle::expand(const Sum& sum) {
  if (facts_.size() >= most_sums_)
    return Error{Errc::memory,
                 fmt::format("{}: more than {} sums to look at", rules_.name, most_sums_)};
  if (const Status status = check(sum); !status) return status.error();
  std::vector<Parts> moves;
  for (std::size_t index = 0; index < sum.size(); ++index) {
    const auto found = options(sum[index]);
    if (!found) return found.error();
    for (const Sum& option : *found) {
      const Sum next = replace(sum, index, option);
      if (const Status status = check(next); !status) return status.error();
      auto alive = without_dead(next);
      if (!alive) return alive.error();
      moves.push_back({*std::move(alive)});
    }
  }
  return moves;
}

Result<Oracle::Facts> Oracle::conclude(const Sum& sum,
                                       const std::vector<std::vector<Facts>>& options) const {
  if (sum.size() == 1) {
    const auto over = ending(rules_, sum.front());
    if (!over) return over.error();
    if (*over) return Facts{**over, 0, 0};
  }
  if (options.empty()) return Facts{outcome_without_options(convention_), 0, 0};
  std::set<std::uint32_t> nimbers;
  std::optional<std::uint32_t> soonest_win;
  std::uint32_t latest = 0;
  for (const auto& option : options) {
    const Facts& facts = option.front();
    nimbers.insert(facts.nimber);
    latest = std::max(latest, facts.remoteness);
    if (facts.outcome == Outcome::P)
      soonest_win = std::min(soonest_win.value_or(facts.remoteness), facts.remoteness);
  }
  return Facts{soonest_win ? Outcome::N : Outcome::P, mex(nimbers),
               1 + soonest_win.value_or(latest)};
}

Result<Oracle::Facts> Oracle::facts(Sum sum) {
  if (const Status status = check(sum); !status) return status.error();
  std::sort(sum.begin(), sum.end());
  DepthFirst search(
      facts_, [this](const Sum& at) { return expand(at); },
      [this](const Sum& at, const auto& options) { return conclude(at, options); });
  return search.fact(sum);
}

Result<Outcome> Oracle::outcome_of_sum(const Sum& sum) {
  const auto found = facts(sum);
  if (!found) return found.error();
  return found->outcome;
}

Result<std::uint32_t> Oracle::nimber_of_sum(const Sum& sum) {
  if (const Status status = check_nimbers(); !status) return status.error();
  const auto found = facts(sum);
  if (!found) return found.error();
  return found->nimber;
}

Result<std::uint32_t> Oracle::remoteness_of_sum(const Sum& sum) {
  const auto found = facts(sum);
  if (!found) return found.error();
  return found->remoteness;
}

// Each option of a single position as its components.
Result<std::vector<Parts>> Oracle::expand_by_component(const Sum& sum) const {
  if (const Status status = check(sum); !status) return status.error();
  const auto found = options(sum.front());
  if (!found) return found.error();
  std::vector<Parts> moves;
  for (const Sum& option : *found) {
    moves.emplace_back();
    for (const Position& component : option) moves.back().push_back({component});
  }
  return moves;
}

Result<std::uint32_t> Oracle::nimber_by_xor(const Position& position) {
  if (const Status status = check_nimbers(); !status) return status.error();
  const auto mex_of_xors =
      [](const Sum&,
         const std::vector<std::vector<std::uint32_t>>& options) -> Result<std::uint32_t> {
    std::set<std::uint32_t> nimbers;
    for (const auto& components : options) {
      std::uint32_t nimber = 0;
      for (const std::uint32_t component : components) nimber ^= component;
      nimbers.insert(nimber);
    }
    return mex(nimbers);
  };
  DepthFirst search(
      nimbers_by_xor_, [this](const Sum& at) { return expand_by_component(at); }, mex_of_xors);
  return search.fact({position});
}

}  // namespace grundy::oracle
