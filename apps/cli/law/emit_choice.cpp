#include "cli/law/emit_choice.hpp"

#include <map>

#include "cli/options.hpp"

namespace grundy::cli {

void EmitChoice::add_to(CLI::App& command) {
  command
      .add_option("--emit", emit,
                  "What to print: text, or a function of C or Python that computes the law, or a "
                  "formula of TeX")
      ->check(one_of({"text", "c", "python", "tex"}))
      ->capture_default_str()
      ->excludes("--json");
}

std::optional<law::Form> EmitChoice::form() const {
  static const std::map<std::string, law::Form> forms{
      {"c", law::Form::c}, {"python", law::Form::python}, {"tex", law::Form::tex}};
  const auto found = forms.find(emit);
  return found == forms.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace grundy::cli
