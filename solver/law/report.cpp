#include "law/report.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "law/certificate/section.hpp"
#include "law/coq.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::law {
namespace {

Json counterexample_json(const Counterexample& found, Quantity quantity) {
  const auto value = [&](std::int64_t number) {
    return quantity == Quantity::nimber ? Json(number)
                                        : Json(to_string(static_cast<Outcome>(number)));
  };
  return {{"position", found.position},
          {"claimed", value(found.claimed)},
          {"value", found.value ? value(*found.value) : Json()},
          {"by_itself", found.by_itself},
          {"option", found.option ? Json(*found.option) : Json()}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json section_json(const relation::Section& section) {
  if (section.empty()) return nullptr;
  Json ends = Json::array();
  for (const auto& end : section) ends.push_back(end ? Json(*end) : Json());
  return ends;
}

Json entry(const Subject& about, const std::string& kind, const std::string& text,
           const Checked& checked, const std::string& certificate) {
  const auto& found = checked.counterexample;
  Json law;
  law["kind"] = kind;
  law["status"] = to_string(checked.standing);
  law["text"] = text;
  law["domain"] = checked.standing == Standing::verified ? "box" : "all";
  law["certificate"] = text_or_null(certificate);
  law["proof"] = text_or_null(checked.proof);
  law["why_not_proved"] = text_or_null(checked.why_not);
  law["wins"] = text_or_null(checked.wins);
  law["counterexample"] = found ? counterexample_json(*found, about.quantity) : Json();
  law["seconds"] = checked.seconds;
  return law;
}

Certified certified(const Law& law, Quantity quantity) {
  rules::Claim text_alone;
  text_alone.quantity = quantity;
  text_alone.text = law.text;
  return {law.kind,
          std::string(to_string(law.checked.standing)),
          law.claim.value_or(text_alone),
          law.checked.repetition,
          law.values,
          law.range,
          law.automaton};
}

Json law_entry(const Question& question, const Law& law, const std::string& certificate) {
  Json object = entry(question, law.kind, law.text, law.checked, certificate);
  if (law.progression) {
    const auto& [preperiod, length, saltus, last_exception] = *law.progression;
    object["period"] = length;
    object["preperiod"] = preperiod;
    object["saltus"] = saltus ? Json(*saltus) : Json();
    object["last_exception"] = last_exception ? Json(*last_exception) : Json();
  }
  return object;
}

Json part_json(const Statistics::Part& part, Quantity value) {
  Json object{{"box", part.box.high},
              {"positions", part.positions},
              {"p_positions", part.lost},
              {"density", static_cast<double>(part.lost) / static_cast<double>(part.positions)}};
  if (value == Quantity::nimber) {
    object["largest"] = part.largest;
    object["largest_at"] = part.largest_at;
  }
  return object;
}

Json statistics_json(const Statistics& statistics, Quantity value) {
  Json object = part_json(statistics.all, value);
  object["half"] = part_json(statistics.half, value);
  if (value == Quantity::nimber) {
    object["different"] = statistics.different;
    object["frequent"] = statistics.frequent;
    if (statistics.gone) object["gone"] = *statistics.gone;
  }
  if (statistics.last_lost) object["last_p_position"] = *statistics.last_lost;
  if (const auto& slopes = statistics.slopes)
    object["slopes"] = {
        {"least", slopes->least}, {"median", slopes->median}, {"greatest", slopes->greatest}};
  return object;
}

Json misere_json(const MisereHeaps& heaps) {
  Json genera = Json::array();
  for (const lazy::Genus& genus : heaps.genera)
    genera.push_back({{"genus", lazy::to_string(genus)},
                      {"nimber", genus.nimber()},
                      {"superscripts", genus.superscripts()}});
  const bool any = heaps.tame_up_to >= heaps.low;
  return {{"low", heaps.low},
          {"tame_up_to", any ? Json(heaps.tame_up_to) : Json()},
          {"wild", heaps.wild ? Json(*heaps.wild) : Json()},
          {"genera", std::move(genera)}};
}

Json around(const Subject& about, const Box& box, Json laws) {
  return {{"game", about.rules.name},
          {"value", grundy::to_string(about.quantity)},
          {"convention", grundy::to_string(about.convention)},
          {"section", section_json(about.section)},
          {"box", about.rules.written(box.high)},
          {"laws", std::move(laws)},
          {"statistics", Json::object()}};
}

}  // namespace

Json report(const Task& task, const Checked& checked) {
  return around(task, checked.box,
                Json::array({entry(task, "claim", task.claim.text, checked, {})}));
}

Json report(const Question& question, const Found& found, const std::string& certificate) {
  Json laws = Json::array();
  if (found.law) laws.push_back(law_entry(question, *found.law, certificate));
  Json object = around(question, found.box, std::move(laws));
  if (found.statistics)
    object["statistics"] = statistics_json(*found.statistics, question.quantity);
  constexpr std::array reasons{"", "out of time", "stopped"};
  object["unfinished"] = text_or_null(reasons[static_cast<std::size_t>(found.unfinished)]);
  object["misere"] = found.misere ? misere_json(*found.misere) : Json();
  return object;
}

Certificate certificate_of(const Question& question, const Found& found) {
  Certificate certificate{question.rules, question.convention, found.box, {}, question.section};
  if (found.law) certificate.laws.push_back(certified(*found.law, question.quantity));
  return certificate;
}

namespace {

// A formula with more comparisons than this is slower and longer than its values, if they repeat.
constexpr std::size_t most_comparisons = 4;

}  // namespace

Result<Listing> listing_of(const Question& question, const Law& law) {
  Listing listing;
  if (question.rules.dimensions() != 1 || !law.progression || !law.progression->saltus)
    return listing;
  if (law.claim && comparisons(*law.claim) <= most_comparisons) return listing;
  listing.low = question.rules.coordinates[0].low;
  listing.first = listing.low + law.progression->preperiod;
  listing.length = law.progression->length;
  listing.saltus = *law.progression->saltus;
  listing.values.assign(law.values.begin(), law.values.end());
  if (!law.claim) return listing;
  for (std::int64_t n = listing.low; n < listing.first + listing.length; ++n) {
    const auto value = oracle::claimed(*law.claim, {n});
    if (!value) return value.error();
    listing.values.push_back(*value);
  }
  return listing;
}

namespace {

std::vector<std::string> remarks_on(const Subject& about, const Checked& checked,
                                    std::string_view command) {
  std::string first = fmt::format("{}, {}s", about.rules.name, grundy::to_string(about.quantity));
  if (!about.section.empty()) first += " where " + to_string(about.section, about.rules);
  if (about.convention == Convention::misere) first += ", misere play";
  const std::string standing =
      checked.standing == Standing::proved
          ? fmt::format("Proved for all {}positions: {}.", about.section.empty() ? "" : "these ",
                        checked.proof)
          : fmt::format("Verified on all {} positions up to {}; not proved.", *checked.box.volume(),
                        grundy::to_string(checked.box.high));
  return {fmt::format("{}, printed by `grundy {}`.", first, command), standing};
}

}  // namespace

Result<std::string> function_of(const Question& question, const Law& law, Form form) {
  if (question.rules.joint)
    return Error{Errc::unsupported,
                 fmt::format("laws of games with positions of other games are not printed as "
                             "functions: {}",
                             law.text)};
  if (!law.claim && law.values.empty())
    return Error{Errc::unsupported,
                 fmt::format("this law is no formula that can be printed: {}", law.text)};
  auto listing = listing_of(question, law);
  if (!listing) return listing.error();
  rules::Claim claim;
  claim.quantity = question.quantity;
  if (listing->values.empty()) claim = law.claim.value_or(claim);
  return emit(
      {question.rules, claim, *std::move(listing), remarks_on(question, law.checked, "law")}, form);
}

Result<std::string> function_of(const Task& task, const Checked& checked, Form form) {
  if (checked.standing == Standing::refuted)
    return Error{Errc::unsupported,
                 fmt::format("the claim is refuted, so there is nothing to emit: {}",
                             to_string(*checked.counterexample, task.claim.quantity))};
  return emit({task.rules, task.claim, {}, remarks_on(task, checked, "check")}, form);
}

Result<std::string> proof_of(const Question& question, const Found& found) {
  const Certificate certificate = certificate_of(question, found);
  return in_coq(certificate, certificate.laws.at(0),
                remarks_on(question, found.law->checked, "law"), question.limits,
                question.solving.stop);
}

}  // namespace grundy::law
