#include "cli/law/emit_choice.hpp"

#include <map>

#include "cli/options.hpp"

namespace grundy::cli {

void EmitChoice::add_to(CLI::App& command, bool with_coq) {
  std::string help =
      "What to print: text, or a function of C or Python that computes the law, or a formula of "
      "TeX";
  std::vector<std::string> forms{"text", "c", "python", "tex"};
  if (with_coq) {
    help += ", or a proof for Coq of nimbers of one heap that repeat";
    forms.emplace_back("coq");
  }
  command.add_option("--emit", emit, help)
      ->check(one_of(forms))
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
