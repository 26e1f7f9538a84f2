#include "search/sum_search.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::lazy {
namespace {

// Whether an ending of the rules names the winner of a whole sum, whatever its other components.
bool settles_sums(const rules::Rules& rules, Convention convention) noexcept {
  return rules.has_ending(Outcome::N) ||
         (convention == Convention::misere && rules.has_ending(Outcome::P));
}

}  // namespace

Status check_endings(std::span<const Summand> sum, Convention convention) {
  const bool alone = sum.size() == 1 && sum.front().count == 1;
  for (const Summand& summand : sum) {
    const rules::Rules& rules = *summand.rules;
    if (!settles_sums(rules, convention) || (alone && !rules.has_sums())) continue;
    return Error{
        Errc::unsupported,
        fmt::format("{} says {}, which leaves open who wins a sum{}; ask for one position "
                    "of a game without sums",
                    rules.name, rules.has_ending(Outcome::N) ? "`won when`" : "`lost when`",
                    rules.has_ending(Outcome::N) ? "" : " under misère play")};
  }
  return {};
}

SumSearch::SumSearch(Convention convention, Goal goal, Meter& meter)
    : convention_(convention), goal_(goal), meter_(meter) {}

Result<SumSearch::Found> SumSearch::solve(std::span<const Summand> sum) {
  if (Status status = check_endings(sum, convention_); !status) return status.error();
  Result<Found> found = search(sum);
  if (!found && found.error().code == Errc::memory) forget();
  return found;
}

std::optional<SumSearch::Found> SumSearch::found_of(Id component) const noexcept {
  if (standings_[component] == Standing::dead)
    return Found{outcome_without_options(convention_), 0};
  const Value value = singles_[component];
  if (value == unknown) return std::nullopt;
  return Found{static_cast<Outcome>(value % 2), value / 2};
}

std::optional<SumSearch::Found> SumSearch::known(const std::shared_ptr<const rules::Rules>& rules,
                                                 Position position) const {
  const auto game = numbers_.find(rules);
  if (game == numbers_.end()) return std::nullopt;
  games_[game->second].make_canonical(position);
  position.insert(position.begin(), game->second);
  const Id id = components_.find(position);
  return id == no_id ? std::nullopt : found_of(id);
}

std::optional<Position> SumSearch::any(const std::shared_ptr<const rules::Rules>& rules,
                                       std::uint64_t random) const {
  const auto game = numbers_.find(rules);
  if (game == numbers_.end() || components_.size() == 0) return std::nullopt;
  const auto id = static_cast<Id>(random % components_.size());
  const auto key = components_.key(id);
  if (key[0] != game->second || !found_of(id)) return std::nullopt;
  return Position(key.begin() + 1, key.end());
}

void SumSearch::forget() noexcept {
  meter_.forget_positions(components_.size() + sums_.size());
  components_.clear(meter_);
  sums_.clear(meter_);
  release(standings_, meter_);
  for (auto* items : {&singles_, &sum_values_, &stack_, &here_, &rest_, &next_})
    release(*items, meter_);
  longest_ = 0;
}

Result<SumSearch::Found> SumSearch::search(std::span<const Summand> sum) {
  if (Status status = enter(sum); !status) return status.error();
  if (next_.empty()) return Found{outcome_without_options(convention_), 0};
  State root = find_next();
  if (root == none) root = add_next();
  stack_.assign(1, root);
  while (!stack_.empty())
    if (Status status = step(); !status) return status.error();
  return Found{static_cast<Outcome>(value_of(root) % 2), value_of(root) / 2};
}

// Puts the components into next_ and makes room for the search.
Status SumSearch::enter(std::span<const Summand> sum) {
  next_.clear();
  for (const Summand& summand : sum) {
    const Result<Id> id = enter(summand);
    if (!id) return id.error();
    if (standings_[*id] == Standing::dead) continue;
    if (summand.count >= most_ids) return meter_.out_of_memory(summand.count);
    if (Status status = lazy::make_room(next_, summand.count, meter_); !status) return status;
    next_.insert(next_.end(), summand.count, *id);
  }
  std::sort(next_.begin(), next_.end());
  longest_ = std::max(longest_, next_.size());
  return make_room();
}

Result<Id> SumSearch::enter(const Summand& summand) {
  const Result<std::uint32_t> game = game_of(summand);
  if (!game) return game.error();
  if (Status status = make_room(); !status) return status.error();
  Position canonical = summand.position;
  games_[*game].make_canonical(canonical);
  return component(*game, canonical);
}

Result<std::uint32_t> SumSearch::game_of(const Summand& summand) {
  const auto [at, is_new] =
      numbers_.try_emplace(summand.rules, static_cast<std::uint32_t>(games_.size()));
  if (is_new) games_.emplace_back(summand.rules);
  GameWalk& game = games_[at->second];
  if (Status status = game.cover(summand.position, meter_); !status) return status.error();
  if (game.most_positions() >= most_ids) return meter_.out_of_memory(game.most_positions());
  longest_option_ = std::max<std::size_t>(longest_option_, game.most_positions());
  return at->second;
}

Status SumSearch::step() {
  const State state = stack_.back();
  if (value_of(state) != unknown) {
    stack_.pop_back();
    return {};
  }
  if (Status status = meter_.expand(); !status) return status;
  expand(state);
  if (is_decided()) {
    value_of(state) = conclude();
    stack_.pop_back();
    return {};
  }
  if (expansion_.no_room) return make_room();
  if (goal_ == Goal::outcome && expansion_.wanted != none) stack_.push_back(expansion_.wanted);
  return {};
}

// Whether the known options determine the state's value.
bool SumSearch::is_decided() const noexcept {
  if (goal_ == Goal::outcome && expansion_.fastest_win != unknown) return true;
  return !expansion_.missing && !expansion_.no_room;
}

SumSearch::Value SumSearch::conclude() const noexcept {
  const bool wins = expansion_.fastest_win != unknown;
  if (goal_ == Goal::outcome) return wins ? 1 : 0;
  return wins ? expansion_.fastest_win + 3 : expansion_.slowest_loss + 1;
}

void SumSearch::expand(State state) noexcept {
  expansion_ = {};
  expansion_.no_room = !has_room();
  if (expansion_.no_room) return;
  if (state < most_ids) {
    here_.assign(1, state);
  } else {
    const auto components = sums_.key(state - most_ids);
    here_.assign(components.begin(), components.end());
  }
  for (std::size_t i = 0; i < here_.size(); ++i)
    if (i == 0 || here_[i] != here_[i - 1]) move_in(i);
}

// Adds the options that change component number `index`.
void SumSearch::move_in(std::size_t index) noexcept {
  rest_ = here_;
  rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(index));
  const auto key = components_.key(here_[index]);
  const auto game = static_cast<std::uint32_t>(key[0]);
  games_[game].load(key.subspan(1));
  games_[game].each_option([&](const Option& option) { return add_option(game, option); });
}

// Returns true if further options do not matter.
bool SumSearch::add_option(std::uint32_t game, const Option& option) noexcept {
  // Called once: the deadline may pass between two calls, and options left out must count as
  // missing.
  const bool stops = meter_.must_stop();
  if (stops) expansion_.missing = true;
  if (expansion_.no_room || stops || (goal_ == Goal::outcome && expansion_.fastest_win != unknown))
    return true;
  next_ = rest_;
  for (std::size_t i = 0; i < option.size(); ++i) {
    games_[game].make_canonical(option[i]);
    const Id id = component(game, option[i]);
    expansion_.no_room = id == no_id;
    if (expansion_.no_room) return true;
    if (standings_[id] != Standing::dead)
      next_.insert(std::upper_bound(next_.begin(), next_.end(), id), option.times(i), id);
  }
  add_value_of_next();
  return false;
}

void SumSearch::add_value_of_next() noexcept {
  const State state = next_.empty() ? none : find_next();
  const Value value = next_.empty()   ? static_cast<Value>(outcome_without_options(convention_))
                      : state == none ? unknown
                                      : value_of(state);
  if (value == unknown)
    add_unknown(state);
  else if (value % 2 == 0)
    expansion_.fastest_win = std::min(expansion_.fastest_win, value);
  else
    expansion_.slowest_loss = std::max(expansion_.slowest_loss, value);
}

// Notes that the sum in next_ must be solved first. `state` is its number, or `none`.
void SumSearch::add_unknown(State state) noexcept {
  expansion_.missing = true;
  const bool is_first = expansion_.wanted == none;
  const bool may_push = stack_.size() < slack + 2 * (components_.size() + sums_.size());
  if (!is_first && (goal_ == Goal::outcome || !may_push)) return;
  expansion_.no_room = !has_room();
  if (expansion_.no_room) return;
  if (state == none) state = add_next();
  if (is_first) expansion_.wanted = state;
  if (goal_ == Goal::remoteness) stack_.push_back(state);
}

// The number of the component; no_id if there is no room for it.
Id SumSearch::component(std::uint32_t game, Coordinates position) noexcept {
  key_.assign(1, game);
  key_.insert(key_.end(), position.begin(), position.end());
  if (const Id id = components_.find(key_); id != no_id) return id;
  if (!has_room()) return no_id;
  Standing standing = games_[game].standing(position);
  if (standing == Standing::lost && convention_ == Convention::normal) standing = Standing::dead;
  standings_.push_back(standing);
  singles_.push_back(standing == Standing::lost  ? static_cast<Value>(Outcome::P)
                     : standing == Standing::won ? static_cast<Value>(Outcome::N)
                                                 : unknown);
  meter_.add_position();
  return components_.add(key_);
}

// The state in next_, which is not empty; `none` if it has no number.
SumSearch::State SumSearch::find_next() const noexcept {
  if (next_.size() == 1) return next_.front();
  const Id id = sums_.find(next_);
  return id == no_id ? none : static_cast<State>(most_ids + id);
}

SumSearch::State SumSearch::add_next() noexcept {
  longest_ = std::max(longest_, next_.size());
  sum_values_.push_back(unknown);
  meter_.add_position();
  return static_cast<State>(most_ids + sums_.add(next_));
}

SumSearch::Value& SumSearch::value_of(State state) noexcept {
  return state < most_ids ? singles_[state] : sum_values_[state - most_ids];
}

bool SumSearch::has_room() const noexcept {
  const std::size_t components = longest_ + longest_option_;
  return components_.has_room(1 + max_dimensions) && lazy::has_room(standings_) &&
         lazy::has_room(singles_) && sums_.has_room(components) && lazy::has_room(sum_values_) &&
         lazy::has_room(stack_) && here_.capacity() >= components &&
         rest_.capacity() >= components && next_.capacity() >= components;
}

Status SumSearch::make_room() {
  const std::size_t components = longest_ + longest_option_;
  if (Status status = components_.make_room(1 + max_dimensions, meter_); !status) return status;
  if (Status status = sums_.make_room(components, meter_); !status) return status;
  key_.reserve(1 + max_dimensions);
  for (auto* items : {&here_, &rest_, &next_})
    if (items->capacity() < components)
      if (Status status = lazy::make_room(*items, components - items->size(), meter_); !status)
        return status;
  for (auto* items : {&singles_, &sum_values_, &stack_})
    if (Status status = lazy::make_room(*items, 1, meter_); !status) return status;
  return lazy::make_room(standings_, 1, meter_);
}

}  // namespace grundy::lazy
