#include <fmt/format.h>
#include <fmt/ranges.h>

#include "law/emit/languages.hpp"
#include "law/emit/listing.hpp"
#include "law/emit/names.hpp"

namespace grundy::law {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view says_nothing = "raise ValueError(\"the law says nothing of this\")";

std::string python_pieces(const Emitted& law, const Names& names) {
  std::string text;
  for (const auto& [terms, when] : law.claim.pieces) {
    const std::string value = written(terms, python_notation, names);
    if (when == rules::Condition{}) return text + fmt::format("    return {}\n", value);
    text += fmt::format("    if {}:\n        return {}\n", written(when, python_notation, names),
                        value);
  }
  return text + fmt::format("    {}\n", says_nothing);
}

std::string python_power(const Emitted& law, const Names& names) {
  const Names coordinates(names.begin(), names.end() - 1);
  return fmt::format(
      "    {0} = 1\n"
      "    while not ({1}):\n"
      "        {0} *= {2}\n"
      "        if {0} > max([{3}]):\n"
      "            return False\n"
      "    return True\n",
      names.back(), written(law.claim.p, python_notation, names), law.claim.scale->base,
      fmt::join(coordinates, ", "));
}

std::string python_listed(const Emitted& law, const Names& names) {
  const auto& [low, first, length, saltus, values] = law.listing;
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  return fmt::format(
      "    values = (\n{0},)\n"
      "    periods = max(0, ({1} - {2}) // {3})\n"
      "    return values[{1} - {3} * periods{4}]{5}\n",
      in_lines(texts_of(values), 8), names[0], first, length, minus(low),
      outcomes ? " == 0" : plus_periods(saltus));
}

std::string python_body(const Emitted& law, const Names& names) {
  if (!law.listing.values.empty()) return python_listed(law, names);
  if (law.claim.quantity == Quantity::nimber) return python_pieces(law, names);
  if (law.claim.scale) return python_power(law, names);
  return fmt::format("    return {}\n", written(law.claim.p, python_notation, names));
}

}  // namespace

std::string in_python(const Emitted& law) {
  const Names names = free_names(variable_names(law));
  const Names coordinates(names.begin(),
                          names.begin() + static_cast<std::ptrdiff_t>(law.rules.dimensions()));
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  std::string text;
  for (const std::string& remark : law.remarks) text += "# " + remark + "\n";
  return text + fmt::format(
                    "\n\ndef {}({}):\n"
                    "    \"\"\"{}\"\"\"\n"
                    "    if {}:\n"
                    "        {}\n"
                    "{}",
                    function_name(law.rules.name) + (outcomes ? "_is_p" : "_nimber"),
                    fmt::join(coordinates, ", "),
                    outcomes ? "Whether who moves loses." : "The Grundy value.",
                    outside(law.rules, python_notation, names), says_nothing,
                    python_body(law, names));
}

}  // namespace grundy::law
