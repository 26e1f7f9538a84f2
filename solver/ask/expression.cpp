#include "ask/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "rules/language/catalogue.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/parser.hpp"
#include "rules/language/take_and_break.hpp"

namespace grundy::query {
namespace {

constexpr std::uint64_t most_equal = std::uint64_t{1} << 62;

std::string parameters_text(const rules::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "; " : ", ", name, rules::to_string(value));
  return text;
}

// The game that the position is of, and its parameters that were written.
std::pair<std::string, rules::Parameters> named(const Term& term) {
  const rules::Rules& rules = *term.game->rules;
  const std::int64_t game = rules.game_of(term.position);
  if (game == 0) return {term.game->name, term.game->given};
  const rules::JointGame::Member& member = rules.joint->members[static_cast<std::size_t>(game)];
  return {member.name, member.given};
}

}  // namespace

std::string name_of(const Term& term) {
  return named(term).first;
}

Result<Sum> Sum::of(const std::vector<Term>& terms) {
  Sum sum;
  std::map<std::pair<const rules::Rules*, Position>, std::size_t> places;
  for (const Term& term : terms) {
    const auto [at, is_new] =
        places.try_emplace({term.game->rules.get(), term.position}, sum.terms_.size());
    if (is_new) {
      sum.terms_.push_back(term);
      continue;
    }
    std::uint64_t& count = sum.terms_[at->second].count;
    if (term.count > most_equal - std::min(count, most_equal))
      return Error{Errc::usage, fmt::format("more than 2^62 times {}",
                                            to_string({term.game, term.position, 1}))};
    count += term.count;
  }
  return sum;
}

Sum Sum::with_one_replaced(std::size_t term, const std::vector<Position>& by) const {
  Sum after = *this;
  const std::shared_ptr<const Game> game = terms_[term].game;
  auto at = after.terms_.begin() + static_cast<std::ptrdiff_t>(term);
  at = --at->count == 0 ? after.terms_.erase(at) : std::next(at);
  for (const Position& position : by) {
    const auto equal =
        std::find_if(after.terms_.begin(), after.terms_.end(), [&](const Term& other) {
          return other.game->rules == game->rules && other.position == position;
        });
    if (equal != after.terms_.end())
      ++equal->count;
    else
      at = std::next(after.terms_.insert(at, {game, position, 1}));
  }
  return after;
}

std::optional<Convention> Sum::convention() const noexcept {
  if (terms_.empty()) return Convention::normal;
  const Convention first = terms_.front().game->rules->convention;
  for (const Term& term : terms_)
    if (term.game->rules->convention != first) return std::nullopt;
  return first;
}

std::string to_string(const Term& term) {
  const auto [name, given] = named(term);
  return fmt::format("{}{}({}{})", term.count == 1 ? "" : fmt::format("{}*", term.count), name,
                     fmt::join(term.game->rules->written(term.position), ","),
                     parameters_text(given));
}

std::string to_string(const Sum& sum) {
  if (sum.terms().empty()) return "0";
  std::string text;
  for (const Term& term : sum.terms()) text += (text.empty() ? "" : " + ") + to_string(term);
  return text;
}

namespace {

bool is_in_catalogue(std::string_view name) {
  const auto entries = rules::catalogue();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const rules::CatalogueEntry& entry) { return entry.name == name; });
}

Error unknown(std::string_view name, const std::vector<rules::Rules>& more) {
  const auto catalogue = rules::catalogue();
  std::vector<std::string_view> names;
  names.reserve(more.size() + catalogue.size());
  for (const rules::Rules& rules : more) names.push_back(rules.name);
  for (const rules::CatalogueEntry& entry : catalogue) names.push_back(entry.name);
  const std::string hint = rules::did_you_mean(name, names);
  const std::string others =
      more.empty() ? ""
                   : fmt::format(", neither in the catalogue nor among {}", rules::names_of(more));
  return {Errc::usage, fmt::format("there is no game `{}`{}{}{}", rules::excerpt(name), others,
                                   hint.empty() ? "" : "; ", hint)};
}

// The same game with other parameters.
Result<rules::Rules> with_parameters(const rules::Rules& rules,
                                     const rules::Parameters& parameters) {
  if (parameters.empty()) return rules;
  auto games = rules::parse(rules.text, rules.source, parameters);
  if (!games) return games.error();
  return std::move(games->front());
}

bool have_same_meaning(const rules::Rules& a, const rules::Rules& b) {
  return a.parameters == b.parameters && a.name == b.name && a.text == b.text;
}

}  // namespace

Lookup catalogue_and(std::vector<rules::Rules> more) {
  return [more = std::move(more)](std::string_view name,
                                  const rules::Parameters& parameters) -> Result<rules::Rules> {
    for (const rules::Rules& rules : more)
      if (rules.name == name) return with_parameters(rules, parameters);
    if (is_in_catalogue(name) || rules::looks_like_code(name)) return rules::load(name, parameters);
    return unknown(name, more);
  };
}

Result<std::shared_ptr<const Game>> Games::find(std::string_view name,
                                                const rules::Parameters& parameters) {
  std::pair key(std::string(name), parameters);
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  auto rules = lookup_(name, parameters);
  if (!rules) return rules.error();
  auto game = std::make_shared<const Game>(Game{key.first, parameters, share(*std::move(rules))});
  known_.emplace(std::move(key), game);
  return game;
}

std::shared_ptr<const rules::Rules> Games::share(rules::Rules rules) const {
  for (const auto& [key, game] : known_)
    if (have_same_meaning(*game->rules, rules)) return game->rules;
  return std::make_shared<const rules::Rules>(std::move(rules));
}

}  // namespace grundy::query
