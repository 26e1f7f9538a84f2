#include "law/certificate/certificate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "rules/parameter_text.hpp"
#include "rules/parser.hpp"
#include "rules/utf8.hpp"

namespace grundy::law {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "grundy-law";

Error corrupt(std::string_view source, const std::string& what) {
  return {Errc::corrupt, fmt::format("{}: {}", rules::printable(source), what)};
}

Result<rules::Rules> rules_from(const ordered_json& json, std::string_view source) {
  rules::Parameters parameters;
  for (const auto& [name, value] : json.at("parameters").items()) {
    const auto one = rules::parse_override(name + "=" + value.get<std::string>());
    if (!one) return corrupt(source, one.error().message);
    parameters.insert_or_assign(one->first, one->second);
  }
  auto games = rules::parse(json.at("rules").get<std::string>(), source, parameters);
  if (!games) return games.error();
  if (games->size() != 1) return corrupt(source, "`rules` is not one game");
  return std::move(games->front());
}

Result<Convention> convention_from(const ordered_json& json, std::string_view source) {
  const auto name = json.at("convention").get<std::string>();
  for (const Convention convention : {Convention::normal, Convention::misere})
    if (name == to_string(convention)) return convention;
  return corrupt(source, "`convention` is neither normal nor misere");
}

// Whose values are listed.
Result<rules::Claim> text_alone(const ordered_json& json, std::string_view source) {
  rules::Claim claim;
  claim.text = json.at("text").get<std::string>();
  const auto quantity = quantity_from(json.at("value").get<std::string>());
  if (!quantity || *quantity == Quantity::remoteness)
    return corrupt(source, "`value` is neither nimber nor outcome");
  claim.quantity = *quantity;
  return claim;
}

// Whether so many values are all up to the end of the first period.
bool are_enough(std::size_t values, const presburger::Repetition& repetition, std::int64_t low) {
  std::int64_t end = 0;
  return repetition.length >= 1 && repetition.first >= low &&
         !__builtin_add_overflow(repetition.first - low, repetition.length, &end) &&
         std::cmp_equal(end, values);
}

Result<Certified> law_from(const ordered_json& json, const rules::Rules& rules,
                           std::string_view source) {
  const bool is_listed = json.contains("values");
  auto claim = is_listed ? text_alone(json, source)
                         : rules::parse_claim(json.at("text").get<std::string>(), rules, source);
  if (!claim) return claim.error();
  Certified law{json.at("kind").get<std::string>(), json.at("status").get<std::string>(),
                *std::move(claim)};
  if (json.contains("period") || is_listed)
    law.repetition = presburger::Repetition{json.at("first").get<std::int64_t>(),
                                            json.at("period").get<std::int64_t>()};
  if (is_listed) {
    law.values = json.at("values").get<std::vector<std::uint32_t>>();
    if (rules.dimensions() != 1 ||
        !are_enough(law.values.size(), *law.repetition, rules.coordinates[0].low))
      return corrupt(source, "`values` does not hold the values up to the end of the first period");
  }
  if (law.status != "proved" && law.status != "verified")
    return corrupt(source, "`status` is neither proved nor verified");
  return law;
}

Result<Certificate> certificate_from(const ordered_json& json, std::string_view source) {
  if (json.at("format") != format_name) return corrupt(source, "not a law");
  if (json.at("version") != certificate_version)
    return corrupt(source, "a version of laws that this program does not know");
  auto rules = rules_from(json, source);
  if (!rules) return rules.error();
  const auto convention = convention_from(json, source);
  if (!convention) return convention.error();
  Certificate certificate{*std::move(rules), *convention, {}, {}};
  if (json.contains("section")) {
    for (const ordered_json& end : json.at("section"))
      certificate.section.push_back(end.is_null() ? std::nullopt
                                                  : std::optional(end.get<std::int64_t>()));
    if (certificate.section.size() != certificate.rules.dimensions())
      return corrupt(source, "`section` does not fit the coordinates");
  }
  for (const rules::Coordinate& coordinate : certificate.rules.coordinates)
    certificate.box.low.push_back(coordinate.low);
  certificate.box.high = json.at("box").get<Position>();
  if (certificate.box.high.size() != certificate.box.low.size() || !certificate.box.volume())
    return corrupt(source, "`box` does not fit the coordinates");
  for (const ordered_json& entry : json.at("laws")) {
    auto law = law_from(entry, certificate.rules, source);
    if (!law) return law.error();
    certificate.laws.push_back(*std::move(law));
  }
  return certificate;
}

}  // namespace

Result<Certificate> read_certificate(std::string_view text, std::string_view source) {
  const auto json = ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return corrupt(source, "not a law: no JSON object");
  try {
    return certificate_from(json, source);
  } catch (const ordered_json::exception& error) {
    return corrupt(source, error.what());
  }
}

std::string certificate_text(const Certificate& certificate) {
  ordered_json json;
  json["format"] = format_name;
  json["version"] = certificate_version;
  json["game"] = certificate.rules.name;
  json["rules"] = certificate.rules.text;
  json["parameters"] = ordered_json::object();
  for (const auto& [name, value] : certificate.rules.parameters)
    json["parameters"][name] = rules::to_string(value);
  json["convention"] = to_string(certificate.convention);
  json["box"] = certificate.box.high;
  if (!certificate.section.empty()) {
    json["section"] = ordered_json::array();
    for (const auto& end : certificate.section)
      json["section"].push_back(end ? ordered_json(*end) : ordered_json());
  }
  json["laws"] = ordered_json::array();
  for (const Certified& law : certificate.laws) {
    ordered_json entry{{"kind", law.kind}, {"status", law.status}, {"text", law.claim.text}};
    if (law.repetition) {
      entry["first"] = law.repetition->first;
      entry["period"] = law.repetition->length;
    }
    if (!law.values.empty()) {
      entry["value"] = to_string(law.claim.quantity);
      entry["values"] = law.values;
    }
    json["laws"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace grundy::law
