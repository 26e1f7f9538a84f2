// cli/law_text.hpp: a law and how far it holds, for people and for programs.
#pragma once
#include <string>
#include <vector>

#include "law/check.hpp"
#include "text.hpp"

namespace grundy::cli {

struct LawsAsked {
  std::string game;
  Quantity value;
  Convention convention;
  Box box;  // that laws were compared with
};

// An entry of `laws`, and the object around them.
Json law_json(const std::string& kind, const std::string& text, Quantity quantity,
              const law::Checked& checked);
Json laws_json(const LawsAsked& asked, const std::vector<Json>& laws);

void print_law(const rules::Rules& rules, Convention convention, const std::string& text,
               Quantity quantity, const law::Checked& checked);

}  // namespace grundy::cli
