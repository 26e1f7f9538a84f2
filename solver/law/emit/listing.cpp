#include "law/emit/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grundy::law {
namespace {

constexpr std::size_t most_columns = 100;

}  // namespace

std::vector<std::string> helpers_called(std::span<const Helper> helpers,
                                        const std::string& statements) {
  std::vector<std::string> texts;
  for (const Helper& helper : helpers)
    if (statements.find(helper.name) != std::string::npos) texts.emplace_back(helper.text);
  return texts;
}

std::vector<std::string> texts_of(const std::vector<std::int64_t>& values) {
  std::vector<std::string> texts;
  for (const std::int64_t value : values) texts.push_back(std::to_string(value));
  return texts;
}

std::string in_lines(const std::vector<std::string>& texts, std::size_t indent) {
  std::string text, line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string next = texts[i] + (i + 1 < texts.size() ? "," : "");
    if (!line.empty() && indent + line.size() + 1 + next.size() > most_columns) {
      text += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + next;
  }
  return text + std::string(indent, ' ') + line;
}

std::string minus(std::int64_t low) {
  if (low == 0) return "";
  return low > 0 ? fmt::format(" - {}", low) : fmt::format(" + {}", -low);
}

std::string plus_periods(std::int64_t saltus) {
  return saltus == 0 ? "" : fmt::format(" + {} * periods", saltus);
}

std::string arguments(const std::vector<std::string>& names, const std::string& type) {
  std::vector<std::string> all;
  for (const std::string& name : names) all.push_back(type + name);
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string outside(const rules::Rules& rules, const Notation& notation,
                    const std::vector<Term>& variables) {
  using Op = rules::Condition::Op;
  rules::Condition any{Op::any_of, {}, {}};
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
    const auto& [name, low, high] = rules.coordinates[axis];
    any.parts.push_back({Op::less, {rules::variable(axis), rules::constant(low)}, {}});
    if (high)
      any.parts.push_back({Op::greater, {rules::variable(axis), rules::constant(*high)}, {}});
  }
  return written(any, notation, variables);
}

std::vector<Term> with_functions(const std::vector<std::string>& names, const Emitted& law,
                                 const Notation& notation) {
  std::vector<Term> variables;
  for (const std::string& name : names) variables.push_back({name, primary});
  for (const rules::Claim::Function& function : law.claim.functions)
    variables.push_back(written(function, notation, variables));
  return variables;
}

std::vector<std::string> variable_names(const Emitted& law) {
  std::vector<std::string> names = law.rules.coordinate_names();
  if (law.claim.scale) names.push_back(law.claim.scale->name);
  return names;
}

}  // namespace grundy::law
