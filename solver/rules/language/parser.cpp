#include "rules/language/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

#include "rules/language/grammar.hpp"
#include "rules/language/resolve.hpp"
#include "rules/language/utf8.hpp"
#include "rules/proofs/check.hpp"
#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t max_bytes = 4 << 20;
constexpr std::size_t max_games = 1000;

// Rules that can be played, or nothing and a report. `before` mistakes were known
// before this game was read.
std::optional<Rules> playable(const GameSyntax& game, std::string_view source,
                              const Parameters& overrides, std::size_t before,
                              Diagnostics& diagnostics) {
  std::optional<Rules> rules = resolve(game, overrides, diagnostics);
  if (!rules || diagnostics.count() > before) return std::nullopt;
  rules->source = source;
  for (Complaint& complaint : check(*rules))
    diagnostics.report(complaint.place, std::move(complaint.message), std::move(complaint.hint));
  if (diagnostics.count() > before) return std::nullopt;
  return rules;
}

std::vector<Rules> read(std::string_view text, std::string_view source, const Parameters& overrides,
                        Diagnostics& diagnostics) {
  Grammar grammar(text, diagnostics);
  std::vector<Rules> games;
  std::set<std::string_view> names;
  for (;;) {
    const std::size_t before = diagnostics.count();
    const std::optional<GameSyntax> game = grammar.next_game();
    if (!game) break;
    if (game->sound_header && !names.insert(game->name.text).second)
      diagnostics.report(game->name.place,
                         fmt::format("there are two games called `{}`", game->name.text));
    if (names.size() > max_games)
      diagnostics.report(game->name.place, fmt::format("more than {} games in a file", max_games));
    if (auto rules = playable(*game, source, overrides, before, diagnostics))
      games.push_back(std::move(*rules));
    if (diagnostics.full()) break;
  }
  if (games.empty() && diagnostics.none())
    diagnostics.report({1, 1}, "there is no game here",
                       "a game begins with: game NAME(COORDINATES)");
  return games;
}

Status all_used(const std::vector<Rules>& games, std::string_view source,
                const Parameters& overrides) {
  std::set<std::string_view> known;
  for (const Rules& rules : games)
    for (const auto& [name, value] : rules.parameters) known.insert(name);
  for (const auto& [name, value] : overrides) {
    if (known.contains(name)) continue;
    const std::string advice = known.empty()
                                   ? "these rules have none"
                                   : fmt::format("the parameters are {}", fmt::join(known, ", "));
    return Error{Errc::usage, fmt::format("{}: there is no parameter `{}`; {}", printable(source),
                                          excerpt(name), advice)};
  }
  return {};
}

}  // namespace

Result<std::vector<Rules>> parse(std::string_view text, std::string_view source,
                                 const Parameters& overrides, std::size_t lines_before) {
  if (text.size() > max_bytes)
    return Error{Errc::rules, fmt::format("{}: {} bytes; rules have at most {}", printable(source),
                                          text.size(), max_bytes)};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // byte order mark
  Diagnostics diagnostics;
  const Effort effort;
  std::vector<Rules> games = read(text, source, overrides, diagnostics);
  if (!diagnostics.none()) return diagnostics.error(text, source, lines_before);
  if (Status status = all_used(games, source, overrides); !status) return status.error();
  return games;
}

}  // namespace grundy::rules
