#include "law_text.hpp"

#include <fmt/format.h>

namespace grundy::cli {

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

void print_law(const law::About& about, const std::string& text, const law::Checked& checked) {
  fmt::print("{}: {}{}\n", positions_text(about.rules, about.section), text,
             about.convention == Convention::misere ? ", misère play" : "");
  const std::string compared =
      fmt::format("all {} positions up to {}", grouped(checked.box.volume().value_or(0)),
                  to_string(checked.box.high));
  switch (checked.standing) {
    case law::Standing::proved:
      fmt::print("  proved      for all {}positions: {}\n", about.section.empty() ? "" : "these ",
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
                                           ? to_string(*checked.counterexample, about.value)
                                           : "beyond the box, by linear arithmetic (isl)");
  }
  fmt::print("  took        {}\n", duration(checked.seconds));
}

}  // namespace grundy::cli
