#include "rules/language/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "rules/language/diagnostics.hpp"
#include "rules/language/parser.hpp"
#include "rules/language/take_and_break.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t max_file_bytes = 4 << 20;
constexpr std::size_t most_names = 20;

Result<Rules> only(Result<std::vector<Rules>> games, std::string_view source) {
  if (!games) return games.error();
  if (games->size() == 1) return std::move(games->front());
  return Error{Errc::usage,
               fmt::format("{}: holds {} games: {}; name one of them, with this file as option "
                           "`rules`",
                           printable(source), games->size(), names_of(*games))};
}

Error unknown(std::string_view game) {
  std::vector<std::string_view> names;
  for (const CatalogueEntry& entry : catalogue()) names.push_back(entry.name);
  const std::string hint = did_you_mean(game, names);
  return {Errc::usage, fmt::format("there is no game `{}` in the catalogue, and no such file{}{}",
                                   excerpt(game), hint.empty() ? "" : "; ", hint)};
}

// Whether it is rules, and not the name of a file.
bool is_text(std::string_view source) {
  const auto first = source.find_first_not_of(" \t\r\n");
  return first != source.npos && source.substr(first).starts_with("game ");
}

Result<std::string> read(std::string_view path) {
  const std::filesystem::path file(path);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return Error{Errc::io, fmt::format("{}: not a file that can be read", printable(path))};
  std::ifstream stream(file, std::ios::binary);
  std::string text(max_file_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad() || (!stream.eof() && stream.gcount() == 0))
    return Error{Errc::io, fmt::format("{}: cannot be read", printable(path))};
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace

const CatalogueEntry* find_in_catalogue(std::string_view name) noexcept {
  const auto entries = catalogue();
  const auto at = std::ranges::find(entries, name, &CatalogueEntry::name);
  return at == entries.end() ? nullptr : &*at;
}

Result<Rules> load(std::string_view game, const Parameters& overrides) {
  if (const CatalogueEntry* entry = find_in_catalogue(game)) {
    auto games = parse(entry->text, "catalogue", overrides);
    if (!games) return games.error();
    return std::move(*std::ranges::find(*games, game, &Rules::name));
  }
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::path(game), error))
    return only(load_file(game, overrides), game);
  if (looks_like_code(game))
    return only(parse(fmt::format("game {}\n", game), game, overrides), game);
  return unknown(game);
}

std::string names_of(const std::vector<Rules>& games) {
  std::vector<std::string_view> names;
  names.reserve(games.size());
  for (const Rules& rules : games) names.push_back(rules.name);
  const bool all = names.size() <= most_names;
  names.resize(std::min(names.size(), most_names));
  return fmt::format("{}{}", fmt::join(names, ", "), all ? "" : ", ..");
}

Result<std::string> read_rules(std::string_view source) {
  if (is_text(source)) return std::string(source);
  return read(source);
}

Result<std::vector<Rules>> load_all(std::span<const std::string> sources) {
  std::vector<Rules> all;
  for (const std::string& source : sources) {
    auto games = is_text(source) ? parse(source, "rules") : load_file(source);
    if (!games) return games.error();
    for (Rules& rules : *games) {
      const auto known = std::ranges::find(all, rules.name, &Rules::name);
      if (known != all.end())
        return Error{Errc::usage,
                     fmt::format("there are two games called `{}`, in {} and in {}", rules.name,
                                 printable(known->source), printable(rules.source))};
      all.push_back(std::move(rules));
    }
  }
  return all;
}

Result<std::vector<Rules>> load_file(std::string_view path, const Parameters& overrides) {
  const Result<std::string> text = read(path);
  if (!text) return text.error();
  return parse(*text, path, overrides);
}

}  // namespace grundy::rules
