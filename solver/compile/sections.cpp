#include "compile/sections.hpp"

namespace grundy::compile {
namespace {

// A section by number: 0 the position's, 1 + 2 r the pass of rule r, 2 + 2 r its others.
using Section = std::size_t;
constexpr Section position_section = 0;
constexpr Section nowhere = ~std::size_t{0};

Section pass_of(std::size_t rule) {
  return 1 + 2 * rule;
}

// The section that must hold what two of them need.
Section joined(Section a, Section b) {
  if (a == nowhere || a == b) return b;
  if (b == nowhere) return a;
  if (a == position_section || b == position_section) return position_section;
  const std::size_t rule = (a - 1) / 2;
  return rule == (b - 1) / 2 ? pass_of(rule) : position_section;
}

Code& code_of(Sections& sections, Section section) {
  if (section == position_section) return sections.position;
  Sections::OfRule& rule = sections.rules[(section - 1) / 2];
  return section % 2 == 1 ? rule.pass : rule.others;
}

}  // namespace

Sections split_code(std::span<const kernels::Instruction> code, std::size_t registers,
                    std::span<const kernels::Register> always, std::span<const RuleReads> rules) {
  std::vector<Section> needed(registers, nowhere);
  const auto need = [&](kernels::Register reg, Section section) {
    needed[reg] = joined(needed[reg], section);
  };
  for (const kernels::Register reg : always) need(reg, position_section);
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    for (const kernels::Register reg : rules[rule].pass) need(reg, pass_of(rule));
    for (const kernels::Register reg : rules[rule].others) need(reg, pass_of(rule) + 1);
  }
  for (std::size_t i = code.size(); i-- > 0;) {
    if (needed[code[i].out] == nowhere) continue;
    need(code[i].left, needed[code[i].out]);
    need(code[i].right, needed[code[i].out]);
  }
  Sections sections{{}, std::vector<Sections::OfRule>(rules.size())};
  for (const kernels::Instruction& step : code)
    if (needed[step.out] != nowhere) code_of(sections, needed[step.out]).push_back(step);
  return sections;
}

}  // namespace grundy::compile
