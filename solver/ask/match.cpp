#include "ask/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "ask/parse.hpp"
#include "rules/language/diagnostics.hpp"

namespace grundy::query {
namespace {

constexpr std::uint64_t most_apart = 30;

}  // namespace

Sum moving(const Sum& sum, const Option& option) {
  const Term& term = sum.terms()[option.term];
  return *Sum::of({{term.game, term.position, 1}});
}

Sum moved(const Sum& sum, const Option& option) {
  return moving(sum, option).with_one_replaced(0, option.to);
}

std::string describe(const Sum& sum, const Option& option) {
  return fmt::format("{} -> {}", to_string(moving(sum, option)), to_string(moved(sum, option)));
}

std::vector<Component> components(const Sum& sum) {
  std::uint64_t all = 0;
  for (const Term& term : sum.terms()) all += std::min(term.count, most_apart + 1);
  std::vector<Component> result;
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    const std::uint64_t count = sum.terms()[term].count;
    if (all > most_apart)
      result.push_back({term, count});
    else
      result.insert(result.end(), count, {term, 1});
  }
  return result;
}

Result<Match> Match::begin(Sum sum, Convention convention, Evaluator& evaluator) {
  Match match(convention, evaluator);
  auto options = match.options_of(sum);
  if (!options) return options.error();
  match.options_ = *std::move(options);
  match.history_.push_back(std::move(sum));
  return match;
}

Result<std::vector<Option>> Match::options_of(const Sum& sum) const {
  std::vector<Option> all;
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    auto options = evaluator_->options(sum.terms()[term]);
    if (!options) return options.error();
    for (std::vector<Position>& to : *options) all.push_back({term, std::move(to)});
  }
  return all;
}

Status Match::play(const Option& option) {
  Sum next = sum().with_one_replaced(option.term, option.to);
  auto options = options_of(next);
  if (!options) return options.error();
  options_ = *std::move(options);
  history_.push_back(std::move(next));
  return {};
}

Status Match::take_back(std::size_t plies) {
  const std::size_t kept = history_.size() - plies;
  auto options = options_of(history_[kept - 1]);
  if (!options) return options.error();
  options_ = *std::move(options);
  history_.resize(kept);
  return {};
}

namespace {

constexpr std::string_view digits = "0123456789";

Error wrong(std::string message) {
  return {Errc::usage, std::move(message)};
}

// How often each position comes and goes; what stays the same is not listed.
// Positions go by their names, as games that name each other share theirs.
using Change = std::map<std::string, std::int64_t>;

void add(Change& change, const Term& term, std::int64_t count) {
  const auto at = change.try_emplace(to_string(Term{term.game, term.position, 1}), 0).first;
  if ((at->second += count) == 0) change.erase(at);
}

void add(Change& change, const Sum& sum, std::int64_t sign) {
  for (const Term& term : sum.terms())
    add(change, term, sign * static_cast<std::int64_t>(term.count));
}

Change change_by(const Sum& sum, const Option& option, bool takes_away) {
  const Term& from = sum.terms()[option.term];
  Change change;
  if (takes_away) add(change, from, -1);
  for (const Position& position : option.to) add(change, {from.game, position, 1}, 1);
  return change;
}

// The options that make this change; with `takes_away`, of the whole sum, else what they become.
std::vector<Option> with_change(const Match& match, const Change& change, bool takes_away) {
  std::vector<Option> found;
  for (const Option& option : match.options())
    if (change_by(match.sum(), option, takes_away) == change) found.push_back(option);
  return found;
}

Result<Option> by_number(std::string_view text, const Match& match) {
  const auto which = number(text);
  if (which && 1 <= *which && *which <= match.options().size()) return match.options()[*which - 1];
  return wrong(fmt::format("there is no move {}; they are numbered from 1 to {}",
                           rules::excerpt(text), match.options().size()));
}

// `3,4,1`, several with `+` between them, or `()`.
Result<std::vector<Position>> read_positions(std::string_view text) {
  Scanner scan(text);
  std::vector<Position> positions;
  if (scan.accept('(') && scan.accept(')') && scan.at_end()) return positions;
  scan = Scanner(text);
  do {
    Position& position = positions.emplace_back();
    do {
      const auto coordinate = scan.integer("coordinates such as 3,4,1");
      if (!coordinate) return coordinate.error();
      position.push_back(*coordinate);
    } while (scan.accept(','));
  } while (scan.accept('+'));
  if (!scan.at_end()) return scan.expected("`,`, `+` or the end");
  return positions;
}

Result<std::size_t> read_component(std::string_view text, const Match& match) {
  const auto all = components(match.sum());
  Scanner scan(text);
  const auto which = number(scan.word());
  if (which && scan.at_end() && 1 <= *which && *which <= all.size()) return all[*which - 1].term;
  return wrong(fmt::format("there is no component {}; they are numbered from 1 to {}",
                           rules::excerpt(text), all.size()));
}

Result<Option> by_component(std::string_view text, std::size_t colon, const Match& match) {
  const auto term = read_component(text.substr(0, colon), match);
  if (!term) return term.error();
  auto to = read_positions(text.substr(colon + 1));
  if (!to) return to.error();
  const Term& from = match.sum().terms()[*term];
  if (const rules::Rules& rules = *from.game->rules; rules.joint)
    for (Position& position : *to) {
      const std::size_t coordinates = rules.written(from.position).size();
      if (position.size() != coordinates)
        return wrong(fmt::format("positions of {} have {} coordinates, not {}", name_of(from),
                                 coordinates, position.size()));
      position = rules.from_written(std::move(position), rules.game_of(from.position));
    }
  const Option wanted{*term, *std::move(to)};
  const Change change = change_by(match.sum(), wanted, false);
  for (const Option& option : match.options())
    if (option.term == *term && change_by(match.sum(), option, false) == change) return option;
  return wrong(fmt::format("{} is not a move; `moves` lists them", describe(match.sum(), wanted)));
}

Result<Option> by_sum(std::string_view text, const Match& match,
                      const std::function<Result<Sum>(std::string_view)>& read) {
  const auto sum = read(text);
  if (!sum) return sum.error();
  Change whole;
  add(whole, *sum, 1);
  const std::vector<Option> parts = with_change(match, whole, false);
  add(whole, match.sum(), -1);
  if (const auto wholes = with_change(match, whole, true); !wholes.empty()) return wholes.front();
  if (parts.size() == 1) return parts.front();
  if (parts.empty())
    return wrong(fmt::format("no move leads to {}; `moves` lists them", to_string(*sum)));
  return wrong(
      fmt::format("more than one move leads there: {} and {}; name the component, as in "
                  "`2: 3`",
                  describe(match.sum(), parts[0]), describe(match.sum(), parts[1])));
}

}  // namespace

Result<Option> read_move(std::string_view text, const Match& match,
                         const std::function<Result<Sum>(std::string_view)>& read) {
  if (!text.empty() && text.find_first_not_of(digits) == text.npos) return by_number(text, match);
  if (const std::size_t colon = text.find(':'); colon != text.npos)
    return by_component(text, colon, match);
  return by_sum(text, match, read);
}

}  // namespace grundy::query
