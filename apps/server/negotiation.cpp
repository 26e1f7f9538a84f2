#include "server/negotiation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "server/answers.hpp"

namespace grundy::server {
namespace {

// An entry of Accept or Accept-Encoding, and how much it is liked, 0 to 1.
struct Preference {
  std::string name;
  double quality;
};

// The parts between the signs that stand outside quotes, without blanks around them.
std::vector<std::string_view> split_outside_quotes(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') is_quoted = !is_quoted;
    if (is_quoted && text[at] == '\\') ++at;
    if (is_quoted || at >= text.size() || text[at] != sign) continue;
    parts.push_back(http::without_blanks(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  parts.push_back(http::without_blanks(text.substr(begin)));
  return parts;
}

// "\"int32\"" -> "int32" (quoted-string of RFC 9110); any other text stays.
std::string without_quotes(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) return std::string(text);
  text = text.substr(1, text.size() - 2);
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    plain += text[at];
  }
  return plain;
}

// The field q of an entry; what is no number between 0 and 1 is no wish at all.
double quality_from(const std::string& text) {
  char* end = nullptr;
  const double quality = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() && quality >= 0 && quality <= 1 ? quality : 0;
}

std::vector<Preference> preferences(const std::string& field) {
  std::vector<Preference> found;
  for (const std::string_view entry : split_outside_quotes(field, ',')) {
    const MediaType type = media_type_of(entry);
    const auto quality = type.parameter("q");
    found.push_back({type.name, quality.empty() ? 1 : quality_from(std::string(quality))});
  }
  return found;
}

// How specifically the entry names the type: 3 by name, 2 for text/*, 1 for */*, 0 not at all.
int specificity(const std::string& name, std::string_view type) {
  if (name == type) return 3;
  if (name == "*/*" || name == "*") return 1;
  const bool is_family = name.ends_with("/*") && type.starts_with(name.substr(0, name.size() - 1));
  return is_family ? 2 : 0;
}

double quality_of(const std::vector<Preference>& liked, std::string_view type) {
  int most = 0;
  double quality = 0;
  for (const Preference& preference : liked) {
    const int specific = specificity(preference.name, type);
    if (specific <= most) continue;
    most = specific;
    quality = preference.quality;
  }
  return quality;
}

}  // namespace

std::string_view MediaType::parameter(std::string_view key) const {
  for (const auto& [known, value] : parameters)
    if (known == key) return value;
  return {};
}

MediaType media_type_of(std::string_view field) {
  const std::string small = http::small_letters(field);
  const auto parts = split_outside_quotes(small, ';');
  MediaType type{std::string(parts.front()), {}};
  for (const std::string_view part : std::span(parts).subspan(1)) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) continue;
    type.parameters.emplace_back(http::without_blanks(part.substr(0, equals)),
                                 without_quotes(http::without_blanks(part.substr(equals + 1))));
  }
  return type;
}

std::optional<std::string_view> choose(const std::optional<std::string>& accept,
                                       std::span<const std::string_view> offers) {
  if (!accept) return offers.front();
  const auto liked = preferences(*accept);
  const auto best = std::ranges::max_element(
      offers, {}, [&](std::string_view type) { return quality_of(liked, type); });
  if (quality_of(liked, *best) <= 0) return std::nullopt;
  return *best;
}

http::Answer not_acceptable(std::span<const std::string_view> offers) {
  return problem(406, fmt::format("there is only {}", fmt::join(offers, " and ")));
}

bool takes_gzip(const std::optional<std::string>& accept_encoding) {
  return accept_encoding && quality_of(preferences(*accept_encoding), "gzip") > 0;
}

}  // namespace grundy::server
