#include "law/certificate/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/json_mistake.hpp"
#include "law/certificate/says.hpp"
#include "rules/equal_heaps.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/interleaved.hpp"

namespace grundy::law {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "grundy-law";

Error corrupt(std::string_view source, const std::string& what) {
  return {Errc::corrupt, fmt::format("{}: {}", rules::printable(source), what)};
}

Error not_a_law(std::string_view source, const std::string& found) {
  return corrupt(source,
                 fmt::format("not a law: expected what `grundy law -o` writes, found {}", found));
}

// Thrown for a field that is missing or has the wrong type. Types are checked here, because the
// library would convert and truncate numbers.
class WrongField : public std::exception {
 public:
  WrongField(std::string_view name, std::string_view expected)
      : what_(fmt::format("`{}` is not {}", name, expected)) {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

const ordered_json& field(const ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw WrongField(name, "there");
  return *found;
}

std::string text_in(const ordered_json& json, const char* name) {
  const ordered_json& value = field(json, name);
  if (!value.is_string()) throw WrongField(name, "a text");
  return value.get<std::string>();
}

template <class Integer>
Integer integer(const ordered_json& value, std::string_view name) {
  const bool fits =
      value.is_number_unsigned()
          ? std::in_range<Integer>(value.get<std::uint64_t>())
          : value.is_number_integer() && std::in_range<Integer>(value.get<std::int64_t>());
  if (!fits) throw WrongField(name, "made of integers that make sense");
  return value.get<Integer>();
}

template <class Integer>
std::vector<Integer> integers_in(const ordered_json& json, const char* name) {
  const ordered_json& list = field(json, name);
  if (!list.is_array()) throw WrongField(name, "a list");
  std::vector<Integer> all;
  for (const ordered_json& value : list) all.push_back(integer<Integer>(value, name));
  return all;
}

std::int64_t integer_in(const ordered_json& json, const char* name) {
  return integer<std::int64_t>(field(json, name), name);
}

Result<rules::Rules> rules_from(const ordered_json& json, std::string_view source) {
  rules::Parameters parameters;
  if (!field(json, "parameters").is_object()) throw WrongField("parameters", "an object");
  for (const auto& [name, value] : json.at("parameters").items()) {
    if (!value.is_string()) throw WrongField("parameters", "made of texts");
    const auto one = rules::parse_override(name + "=" + value.get<std::string>());
    if (!one) return corrupt(source, one.error().message);
    parameters.insert_or_assign(one->first, one->second);
  }
  auto games = rules::parse(text_in(json, "rules"), source, parameters);
  if (!games) return games.error();
  if (games->size() != 1 && !games->front().joint)
    return corrupt(source, "`rules` is not one game");
  if (games->front().name != text_in(json, "game"))
    return corrupt(source, "`game` is not the one of `rules`");
  if (!games->front().joint) return std::move(games->front());
  auto one = rules::interleaved(games->front());
  if (!one) return corrupt(source, "`rules` name other games of several coordinates");
  return *std::move(one);
}

Result<Convention> convention_from(const ordered_json& json, std::string_view source) {
  const auto name = text_in(json, "convention");
  for (const Convention convention : {Convention::normal, Convention::misere})
    if (name == to_string(convention)) return convention;
  return corrupt(source, "`convention` is neither normal nor misere");
}

// Whether that many values reach exactly to the end of the first period.
bool are_enough(std::size_t values, const relation::Repetition& repetition, std::int64_t low) {
  std::int64_t end = 0;
  return repetition.length >= 1 && repetition.first >= low &&
         !__builtin_add_overflow(repetition.first - low, repetition.length, &end) &&
         std::cmp_equal(end, values);
}

// The kinds of laws (law/find.hpp).
constexpr std::array<std::string_view, 9> kinds{
    "period", "intervals", "function", "rows", "xor", "residues", "beatty", "range", "automaton"};

constexpr std::array<std::string_view, 2> range_theorems{"runs", "leaving"};

std::string kind_in(const ordered_json& json) {
  std::string kind = text_in(json, "kind");
  if (std::ranges::find(kinds, kind) == kinds.end())
    throw WrongField("kind", fmt::format("one of {}", fmt::join(kinds, ", ")));
  return kind;
}

Result<Quantity> quantity_in(const ordered_json& json, std::string_view source) {
  const auto quantity = quantity_from(text_in(json, "value"));
  if (!quantity || *quantity == Quantity::remoteness)
    return corrupt(source, "`value` is neither nimber nor outcome");
  return *quantity;
}

// A law given by the values up to the end of the first period. Its text only states that they
// repeat.
Result<Certified> listed_from(const ordered_json& json, const rules::Rules& rules,
                              std::string_view source) {
  Certified law{kind_in(json), text_in(json, "status"), {}};
  const auto quantity = quantity_in(json, source);
  if (!quantity) return quantity.error();
  const std::int64_t games = rules.games_in_heap();
  relation::Repetition repetition{integer_in(json, "first"), integer_in(json, "period")};
  if (__builtin_mul_overflow(repetition.first, games, &repetition.first) ||
      __builtin_mul_overflow(repetition.length, games, &repetition.length))
    return corrupt(source, "`first` or `period` is too large");
  law.repetition = repetition;
  law.values = integers_in<std::uint32_t>(json, "values");
  if (rules.dimensions() != 1 ||
      !are_enough(law.values.size(), *law.repetition, rules.coordinates[0].low))
    return corrupt(source, "`values` does not hold the values up to the end of the first period");
  law.claim.quantity = *quantity;
  law.claim.text = repetition_text(rules, *quantity, *law.repetition);
  if (law.claim.text != text_in(json, "text"))
    return corrupt(source, fmt::format("`text` is not what `first`, `period` and `values` say: {}",
                                       law.claim.text));
  return law;
}

Result<Certified> range_from(const ordered_json& json, const rules::Rules& rules,
                             std::string_view source) {
  Certified law{kind_in(json), text_in(json, "status"), {}};
  const auto quantity = quantity_in(json, source);
  if (!quantity) return quantity.error();
  const ordered_json& range = field(json, "range");
  if (!range.is_object()) throw WrongField("range", "an object");
  const auto by = std::ranges::find(range_theorems, text_in(range, "by"));
  if (by == range_theorems.end())
    throw WrongField("by", fmt::format("one of {}", fmt::join(range_theorems, ", ")));
  law.range = RangeLaw{static_cast<RangeLaw::By>(by - range_theorems.begin()),
                       {text_in(range, "low"), text_in(range, "high")}};
  if (rules.dimensions() != 1) return corrupt(source, "`range` is of games of one coordinate");
  if (!law.range->ends.are_conditions())
    if (auto ends = range_ends(rules, law.range->ends, source); !ends) return ends.error();
  law.claim.quantity = *quantity;
  law.claim.text = range_text(rules, *quantity, *law.range);
  if (law.claim.text != text_in(json, "text"))
    return corrupt(source, fmt::format("`text` is not what `range` says: {}", law.claim.text));
  return law;
}

Result<Certified> automaton_from(const ordered_json& json, const rules::Rules& rules,
                                 std::string_view source) {
  Certified law{kind_in(json), text_in(json, "status"), {}};
  const auto quantity = quantity_in(json, source);
  if (!quantity) return quantity.error();
  const ordered_json& written = field(json, "automaton");
  if (!written.is_object()) throw WrongField("automaton", "an object");
  const bool is_base = written.contains("base");
  Automaton automaton{is_base ? automata::Numeration::base(integer_in(written, "base"))
                              : automata::Numeration::quadratic(integer_in(written, "recurrence")),
                      integers_in<std::uint32_t>(written, "values"),
                      {}};
  const ordered_json& next = field(written, "next");
  if (!next.is_array()) throw WrongField("next", "a list");
  for (const ordered_json& of_state : next) {
    if (!of_state.is_array()) throw WrongField("next", "made of lists");
    automaton.next.emplace_back();
    for (const ordered_json& to : of_state)
      automaton.next.back().push_back(integer<std::uint32_t>(to, "next"));
  }
  if (const std::string why = why_no_automaton(automaton, rules.dimensions()); !why.empty())
    return corrupt(source, "`automaton` is none: " + why);
  if (*quantity == Quantity::outcome &&
      std::ranges::any_of(automaton.values, [](std::uint32_t value) { return value > 1; }))
    return corrupt(source, "`automaton` is of outcomes, whose values are 0 and 1");
  if (std::ranges::any_of(rules.coordinates, [](const auto& one) { return one.low < 0; }))
    return corrupt(source, "`automaton` is of games whose coordinates are not negative");
  law.claim.quantity = *quantity;
  law.claim.text = automaton_text(rules, *quantity, automaton);
  if (law.claim.text != text_in(json, "text"))
    return corrupt(source, fmt::format("`text` is not what `automaton` says: {}", law.claim.text));
  law.automaton = std::move(automaton);
  return law;
}

Result<Certified> formula_from(const ordered_json& json, const rules::Rules& rules,
                               std::string_view source) {
  auto claim = rules::parse_claim(text_in(json, "text"), rules, source);
  if (!claim) return claim.error();
  Certified law{kind_in(json), text_in(json, "status"), *std::move(claim)};
  if (json.contains("period"))
    law.repetition = relation::Repetition{integer_in(json, "first"), integer_in(json, "period")};
  return law;
}

Result<Certified> law_from(const ordered_json& json, const rules::Rules& rules,
                           std::string_view source) {
  if (!json.is_object()) throw WrongField("laws", "made of objects");
  auto law = json.contains("values")      ? listed_from(json, rules, source)
             : json.contains("range")     ? range_from(json, rules, source)
             : json.contains("automaton") ? automaton_from(json, rules, source)
                                          : formula_from(json, rules, source);
  if (law && law->status != "proved" && law->status != "verified")
    return corrupt(source, "`status` is neither proved nor verified");
  return law;
}

Result<Certificate> certificate_from(const ordered_json& json, std::string_view source) {
  if (json.value("format", ordered_json()) != format_name)
    return not_a_law(source, fmt::format("a JSON object without `format`: \"{}\"", format_name));
  if (field(json, "version") != certificate_version)
    return corrupt(source,
                   fmt::format("a law of version {}; this program knows version {}",
                               rules::excerpt(json.at("version").dump()), certificate_version));
  auto rules = rules_from(json, source);
  if (!rules) return rules.error();
  const auto convention = convention_from(json, source);
  if (!convention) return convention.error();
  Certificate certificate{
      rules::without_equal_heaps(*std::move(rules), *convention), *convention, {}, {}};
  if (json.contains("section")) {
    if (!field(json, "section").is_array()) throw WrongField("section", "a list");
    for (const ordered_json& end : json.at("section"))
      certificate.section.push_back(
          end.is_null() ? std::nullopt : std::optional(integer<std::int64_t>(end, "section")));
    if (certificate.section.size() != certificate.rules.dimensions())
      return corrupt(source, "`section` does not fit the coordinates");
  }
  certificate.box.low = certificate.rules.low_corner();
  certificate.box.high = certificate.rules.from_written(integers_in<std::int64_t>(json, "box"));
  if (certificate.box.high.size() != certificate.box.low.size() ||
      !std::ranges::equal(certificate.box.low, certificate.box.high, std::ranges::less_equal()) ||
      !certificate.box.volume())
    return corrupt(source, "`box` does not fit the coordinates");
  if (!field(json, "laws").is_array() || json.at("laws").empty())
    throw WrongField("laws", "a list of one law or more");
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
  if (text.empty()) return not_a_law(source, "an empty file");
  if (json.is_discarded() &&
      text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())).starts_with('{'))
    return corrupt(source, fmt::format("the law {}", json_mistake<ordered_json>(text)));
  if (!json.is_object())
    return not_a_law(source, fmt::format("`{}`, which begins no JSON object",
                                         rules::excerpt(text.substr(0, text.find('\n')))));
  try {
    return certificate_from(json, source);
  } catch (const WrongField& wrong) {
    return corrupt(source, wrong.what());
  }
}

std::string repetition_text(const rules::Rules& rules, Quantity quantity,
                            const relation::Repetition& repetition) {
  const std::int64_t games = rules.games_in_heap();
  const std::string text =
      fmt::format("{0}({1} + {2}) = {0}({1}) for {1} >= {3}", to_string(quantity),
                  rules.coordinates[0].name, repetition.length / games, repetition.first / games);
  return games == 1 ? text : fmt::format("{}, of all {} games", text, games);
}

std::string range_text(const rules::Rules& rules, Quantity quantity, const RangeLaw& range) {
  const std::string& n = rules.coordinates[0].name;
  const auto& [low, high] = range.ends;
  if (range.ends.are_conditions())
    return fmt::format("{}s in runs, by options that are a range", to_string(quantity));
  if (range.by == RangeLaw::By::runs)
    return fmt::format("{}s in runs, by options {} .. {}", to_string(quantity), low, high);
  return fmt::format(
      "nimber({0}) = {0} - l({0}) if l({0}) = l({0} - 1), else nimber(l({0}) - 1), by options "
      "l({0}) .. {0} - 1, l({0}) = {1}",
      n, low);
}

std::string automaton_text(const rules::Rules& rules, Quantity quantity,
                           const Automaton& automaton) {
  return fmt::format(
      "{}s by the {}: an automaton of {} states", to_string(quantity),
      automata::to_string(automaton.numeration,
                          fmt::format("{}", fmt::join(rules.coordinate_names(), ", "))),
      automaton.values.size());
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
  json["box"] = certificate.rules.written(certificate.box.high);
  if (!certificate.section.empty()) {
    json["section"] = ordered_json::array();
    for (const auto& end : certificate.section)
      json["section"].push_back(end ? ordered_json(*end) : ordered_json());
  }
  json["laws"] = ordered_json::array();
  for (const Certified& law : certificate.laws) {
    ordered_json entry{{"kind", law.kind}, {"status", law.status}, {"text", law.claim.text}};
    if (law.repetition) {
      entry["first"] = law.repetition->first / certificate.rules.games_in_heap();
      entry["period"] = law.repetition->length / certificate.rules.games_in_heap();
    }
    if (law.range) {
      entry["value"] = to_string(law.claim.quantity);
      entry["range"] = {{"by", range_theorems[static_cast<std::size_t>(law.range->by)]},
                        {"low", law.range->ends.low},
                        {"high", law.range->ends.high}};
    }
    if (law.automaton) {
      entry["value"] = to_string(law.claim.quantity);
      const auto& [p, q] = law.automaton->numeration;
      entry["automaton"] = {{q == 0 ? "base" : "recurrence", p},
                            {"values", law.automaton->values},
                            {"next", law.automaton->next}};
    }
    if (!law.values.empty()) {
      entry["value"] = to_string(law.claim.quantity);
      entry["values"] = law.values;
    }
    json["laws"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<Certificate> read_certificate_file(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed))
    return Error{Errc::usage,
                 fmt::format("{}: a folder; expected a file that `grundy law -o` wrote", path)};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{Errc::io, fmt::format("{}: cannot be read: {}", path,
                                       std::generic_category().message(errno))};
  std::ostringstream text;
  text << file.rdbuf();  // fails where the file is empty
  return read_certificate(text.str(), path);
}

}  // namespace grundy::law
