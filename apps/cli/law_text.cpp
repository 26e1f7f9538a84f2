#include "law_text.hpp"

#include <fmt/format.h>

namespace grundy::cli {
namespace {

Json counterexample_json(const law::Counterexample& found, Quantity quantity) {
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

Json section_json(const law::presburger::Section& section) {
  if (section.empty()) return nullptr;
  Json json = Json::array();
  for (const auto& end : section) json.push_back(end ? Json(*end) : Json());
  return json;
}

}  // namespace

std::string positions_text(const rules::Rules& rules, const law::presburger::Section& section) {
  std::string text = rules.name;
  std::string_view join = " with ";
  for (std::size_t axis = 0; axis < section.size(); ++axis) {
    if (!section[axis]) continue;
    text += fmt::format("{}{} <= {}", join, rules.coordinates[axis].name, *section[axis]);
    join = " and ";
  }
  return text;
}

Json law_json(const LawsAsked& asked, const std::string& kind, const std::string& text,
              const law::Checked& checked) {
  const auto& found = checked.counterexample;
  Json law;
  law["kind"] = kind;
  law["status"] = to_string(checked.standing);
  law["text"] = text;
  law["domain"] = checked.standing == law::Standing::verified ? "box" : "all";
  law["certificate"] = Json();
  law["proof"] = text_or_null(checked.proof);
  law["why_not_proved"] = text_or_null(checked.why_not);
  law["wins"] = text_or_null(checked.wins);
  law["counterexample"] = found ? counterexample_json(*found, asked.value) : Json();
  law["seconds"] = checked.seconds;
  return law;
}

Json laws_json(const LawsAsked& asked, const Box& box, const std::vector<Json>& laws) {
  return {{"game", asked.rules.name},
          {"value", to_string(asked.value)},
          {"convention", to_string(asked.convention)},
          {"section", section_json(asked.section)},
          {"box", box.high},
          {"laws", laws},
          {"statistics", Json::object()}};
}

void print_law(const LawsAsked& asked, const std::string& text, const law::Checked& checked) {
  fmt::print("{}: {}{}\n", positions_text(asked.rules, asked.section), text,
             asked.convention == Convention::misere ? ", misère play" : "");
  const std::string compared =
      fmt::format("all {} positions up to {}", grouped(checked.box.volume().value_or(0)),
                  to_string(checked.box.high));
  switch (checked.standing) {
    case law::Standing::proved:
      fmt::print("  proved      for all {}positions: {}\n", asked.section.empty() ? "" : "these ",
                 checked.proof);
      fmt::print("  compared    with {}\n", compared);
      if (!checked.wins.empty()) fmt::print("  wins        {}\n", checked.wins);
      break;
    case law::Standing::verified:
      fmt::print("  verified    on {}\n", compared);
      fmt::print("  not proved  {}\n", checked.why_not);
      break;
    case law::Standing::refuted:
      fmt::print("  refuted     {}\n", checked.counterexample
                                           ? to_string(*checked.counterexample, asked.value)
                                           : "beyond the box, by linear arithmetic (isl)");
  }
  fmt::print("  took        {}\n", duration(checked.seconds));
}

}  // namespace grundy::cli
