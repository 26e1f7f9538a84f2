#include "ask/read_move.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "ask/scanner.hpp"
#include "rules/language/diagnostics.hpp"

namespace grundy::query {
namespace {

constexpr std::string_view digits = "0123456789";

Error wrong(std::string message) {
  return {Errc::usage, std::move(message)};
}

// How often each position comes and goes; what stays the same is not listed.
using Change = std::map<std::pair<const rules::Rules*, Position>, std::int64_t>;

void add(Change& change, const rules::Rules* rules, const Position& position, std::int64_t count) {
  const auto at = change.try_emplace({rules, position}, 0).first;
  if ((at->second += count) == 0) change.erase(at);
}

void add(Change& change, const Sum& sum, std::int64_t sign) {
  for (const Term& term : sum.terms())
    add(change, term.game->rules.get(), term.position,
        sign * static_cast<std::int64_t>(term.count));
}

Change change_by(const Sum& sum, const Option& option, bool takes_away) {
  const Term& from = sum.terms()[option.term];
  const rules::Rules* const rules = from.game->rules.get();
  Change change;
  if (takes_away) add(change, rules, from.position, -1);
  for (const Position& position : option.to) add(change, rules, position, 1);
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
