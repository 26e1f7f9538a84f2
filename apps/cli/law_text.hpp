// cli/law_text.hpp: a law and how far it holds, for people and for programs.
#pragma once
#include <string>
#include <vector>

#include "law/check.hpp"
#include "text.hpp"

namespace grundy::cli {

// What laws were asked for.
struct LawsAsked {
  const rules::Rules& rules;
  const law::presburger::Section& section;  // empty: all positions
  Quantity value;
  Convention convention;
};

// "chomp3", or "chomp3 with c <= 0" for a section.
std::string positions_text(const rules::Rules& rules, const law::presburger::Section& section);

// An entry of `laws`, and the object around them. The box is what laws were compared with.
Json law_json(const LawsAsked& asked, const std::string& kind, const std::string& text,
              const law::Checked& checked);
Json laws_json(const LawsAsked& asked, const Box& box, const std::vector<Json>& laws);

void print_law(const LawsAsked& asked, const std::string& text, const law::Checked& checked);

}  // namespace grundy::cli
