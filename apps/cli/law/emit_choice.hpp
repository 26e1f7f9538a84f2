// cli/law/emit_choice.hpp: --emit, what `grundy law` and `grundy check` print instead of text.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "law/emit/emit.hpp"

namespace grundy::cli {

struct EmitChoice {
  std::string emit = "text";

  // After --json, which it excludes.
  void add_to(CLI::App& command);
  std::optional<law::Form> form() const;  // none: text
};

}  // namespace grundy::cli
