// law/emit/tex.cpp: laws in TeX.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "law/emit/language.hpp"

namespace grundy::law {
namespace {

using Names = std::vector<std::string>;
using Terms = std::vector<Term>;

std::string tex_pieces(const Emitted& law, const Terms& variables, const std::string& position) {
  const auto& all = law.claim.pieces;
  std::string text = fmt::format("\\mathcal{{G}}({}) = ", position);
  if (all.size() == 1 && all[0].when == rules::Condition{})
    return text + written(all[0].value, tex_notation, variables) + "\n";
  text += "\\begin{cases}\n";
  for (const auto& [value, when] : all)
    text += fmt::format("{} & {} \\\\\n", written(value, tex_notation, variables),
                        when == rules::Condition{}
                            ? "\\text{otherwise}"
                            : "\\text{if } " + written(when, tex_notation, variables));
  return text + "\\end{cases}\n";
}

std::string tex_listed(const Emitted& law, const std::string& name) {
  const auto& [low, first, length, saltus, values] = law.listing;
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  const char* const function = outcomes ? "o" : "\\mathcal{G}";
  std::vector<std::string> texts = texts_of(values);
  if (outcomes)
    for (std::string& text : texts) text = text == "0" ? "\\mathcal{P}" : "\\mathcal{N}";
  return fmt::format(
      "{0}({1} + {2}) = {0}({1}){3} \\quad ({1} \\ge {4}), \\\\\n"
      "{0}({5}), \\dots, {0}({6}) =\n{7}\n",
      function, name, length, saltus != 0 ? fmt::format(" + {}", saltus) : "", first, low,
      first + length - 1, in_lines(texts, 2));
}

std::string tex_outcomes(const Emitted& law, const Terms& variables, const std::string& position) {
  const std::string one = law.rules.dimensions() == 1 ? position : "(" + position + ")";
  std::string text = fmt::format("{} \\in \\mathcal{{P}} \\iff {}", one,
                                 written(law.claim.p, tex_notation, variables));
  if (law.claim.scale)
    text += fmt::format(" \\text{{ for some }} {0} \\in \\{{1, {1}, {1}^2, \\dots\\}}",
                        variables[law.rules.dimensions()].text, law.claim.scale->base);
  return text + "\n";
}

}  // namespace

std::string in_tex(const Emitted& law) {
  const Names names = tex_names(variable_names(law));
  const Terms variables = with_functions(names, law, tex_notation);
  const Names coordinates(names.begin(),
                          names.begin() + static_cast<std::ptrdiff_t>(law.rules.dimensions()));
  const std::string position = fmt::format("{}", fmt::join(coordinates, ", "));
  std::string text;
  for (const std::string& remark : law.remarks) text += "% " + remark + "\n";
  if (!law.listing.values.empty())
    return text + "\\begin{gather*}\n" + tex_listed(law, position) + "\\end{gather*}\n";
  return text + "\\[\n" +
         (law.claim.quantity == Quantity::nimber ? tex_pieces(law, variables, position)
                                                 : tex_outcomes(law, variables, position)) +
         "\\]\n";
}

}  // namespace grundy::law
