// cli/law/emit_choice.hpp: --emit, what `grundy law` and `grundy check` print instead of text.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "law/emit/emit.hpp"

namespace grundy::cli {

struct EmitChoice {
  std::string emit = "text";

  // After --json, which it excludes. Coq gets laws that were found.
  void add_to(CLI::App& command, bool with_coq);
  std::optional<law::Form> form() const;  // none: text or coq
  bool is_coq() const { return emit == "coq"; }
};

}  // namespace grundy::cli
