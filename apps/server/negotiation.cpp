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

std::vector<Preference> preferences(const std::string& field) {
  std::vector<Preference> found;
  for (const std::string_view entry : http::split(field, ',')) {
    const MediaType type = media_type_of(entry);
    const auto quality = type.parameter("q");
    found.push_back({type.name, quality.empty() ? 1 : std::strtod(quality.data(), nullptr)});
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
  const auto parts = http::split(small, ';');
  MediaType type{std::string(parts.front()), {}};
  for (const std::string_view part : std::span(parts).subspan(1)) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) continue;
    type.parameters.emplace_back(http::without_blanks(part.substr(0, equals)),
                                 http::without_blanks(part.substr(equals + 1)));
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
