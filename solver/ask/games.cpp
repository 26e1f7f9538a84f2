#include "ask/games.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/language/catalogue.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/parser.hpp"
#include "rules/language/take_and_break.hpp"

namespace grundy::query {
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
