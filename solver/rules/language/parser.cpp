#include "rules/language/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/language/joint.hpp"
#include "rules/language/resolve.hpp"
#include "rules/proofs/check.hpp"
#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t max_bytes = 4 << 20;
constexpr std::size_t max_games = 1000;
constexpr std::size_t max_bytes_of_joint = 1 << 18;

// The games of a text, in their order. Those that name others are read last, when all are known.
class Reading {
 public:
  Reading(std::string_view text, std::string_view source, const Parameters& overrides,
          Diagnostics& diagnostics)
      : text_(text), source_(source), overrides_(overrides), diagnostics_(diagnostics) {}

  std::vector<Rules> games() {
    Grammar grammar(text_, diagnostics_);
    std::size_t games = 0;
    for (; !diagnostics_.full(); ++games) {
      const std::size_t before = diagnostics_.count();
      const std::optional<GameSyntax> game = grammar.next_game();
      if (!game) break;
      check_name(*game);
      if (names_others(*game) && text_.size() > max_bytes_of_joint)
        diagnostics_.report(game->name.place,
                            fmt::format("a file in which games name others has at most {} bytes",
                                        max_bytes_of_joint));
      if (names_others(*game)) {
        if (diagnostics_.count() == before) joint_.push_back(games);
      } else {
        keep(games, resolve(*game, overrides_, diagnostics_), before);
      }
    }
    if (!joint_.empty()) read_joint();
    if (games == 0 && diagnostics_.none())
      diagnostics_.report({1, 1}, "there is no game here",
                          "a game begins with: game NAME(COORDINATES)");
    std::vector<Rules> found;
    for (auto& [number, rules] : found_) found.push_back(std::move(rules));
    return found;
  }

 private:
  void check_name(const GameSyntax& game) {
    if (game.sound_header && !names_.insert(game.name.text).second)
      diagnostics_.report(game.name.place,
                          fmt::format("there are two games called `{}`", game.name.text));
    if (names_.size() > max_games)
      diagnostics_.report(game.name.place, fmt::format("more than {} games in a file", max_games));
  }

  // Keeps rules that can be played. `before` is the count of mistakes before the game was read.
  void keep(std::size_t number, std::optional<Rules> rules, std::size_t before) {
    if (!rules || diagnostics_.count() > before) return;
    rules->source = source_;
    for (Complaint& complaint : check(*rules))
      diagnostics_.report(complaint.place, std::move(complaint.message), std::move(complaint.hint));
    if (diagnostics_.count() == before) found_.emplace(number, *std::move(rules));
  }

  // Trees of all games are kept meanwhile.
  void read_joint() {
    Diagnostics reported_already;
    Grammar grammar(text_, reported_already);
    GameFile file;
    while (auto game = grammar.next_game()) file.games.push_back(*std::move(game));
    Library library;
    for (const std::size_t number : joint_) {
      const std::size_t before = diagnostics_.count();
      keep(number, joint_rules(file.games[number], file, overrides_, library, diagnostics_),
           before);
      if (diagnostics_.full()) return;
    }
  }

  std::string_view text_;
  std::string_view source_;
  const Parameters& overrides_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> names_;
  std::vector<std::size_t> joint_;  // the numbers of games that name others
  std::map<std::size_t, Rules> found_;
};

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
                                 const Parameters& overrides, std::size_t lines_before,
                                 std::vector<Mistake>* mistakes) {
  if (text.size() > max_bytes)
    return Error{Errc::rules, fmt::format("{}: {} bytes; rules have at most {}", printable(source),
                                          text.size(), max_bytes)};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // byte order mark
  Diagnostics diagnostics;
  const Effort effort;
  std::vector<Rules> games = Reading(text, source, overrides, diagnostics).games();
  if (!diagnostics.none()) {
    if (mistakes != nullptr) *mistakes = diagnostics.sorted();
    return diagnostics.error(text, source, lines_before);
  }
  if (Status status = all_used(games, source, overrides); !status) return status.error();
  return games;
}

namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> integer(std::string_view text) {
  text = trimmed(text);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<std::int64_t>> integers(std::string_view text) {
  std::vector<std::int64_t> values;
  while (true) {
    const auto comma = text.find(',');
    const auto value = integer(text.substr(0, comma));
    if (!value) return std::nullopt;
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string to_string(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* array = std::get_if<Array>(&value))
    return fmt::format("[{}]", fmt::join(array->members(), ", "));
  return fmt::format("{{{}}}", fmt::join(std::get<std::vector<std::int64_t>>(value), ", "));
}

Result<std::pair<std::string, ParameterValue>> parse_override(std::string_view text) {
  const Error bad{Errc::usage,
                  fmt::format("'{}' is not a parameter; write for example m=3 or S=2,5", text)};
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return bad;
  const std::string name(trimmed(text.substr(0, equals)));
  std::string_view value = trimmed(text.substr(equals + 1));
  const auto is_within = [&](char open, char close) {
    return value.size() >= 2 && value.front() == open && value.back() == close;
  };
  const bool is_array = is_within('[', ']');
  const bool braces = is_array || is_within('{', '}');
  if (braces) value = value.substr(1, value.size() - 2);
  const auto members = integers(value);
  if (name.empty() || !members) return bad;
  if (is_array) return std::pair{name, ParameterValue(Array(*members))};
  if (!braces && members->size() == 1) return std::pair{name, ParameterValue(members->front())};
  return std::pair{name, ParameterValue(*members)};
}

Status add_override(Parameters& overrides, std::string_view text) {
  auto parameter = parse_override(text);
  if (!parameter) return parameter.error();
  const auto [there, added] = overrides.insert(*parameter);
  if (added) return {};
  return Error{Errc::usage, fmt::format("the parameter `{}` is given twice, as {} and as {}; "
                                        "leave one of them out",
                                        excerpt(parameter->first), to_string(there->second),
                                        to_string(parameter->second))};
}

Result<Parameters> parse_overrides(std::string_view text) {
  Parameters overrides;
  while (!trimmed(text).empty()) {
    const auto semicolon = text.find(';');
    if (Status s = add_override(overrides, text.substr(0, semicolon)); !s) return s.error();
    if (semicolon == std::string_view::npos) break;
    text.remove_prefix(semicolon + 1);
  }
  return overrides;
}

}  // namespace grundy::rules
