// cli/stream.hpp: `grundy solve --stream`, heaps without end in constant memory.
#pragma once
#include <string>

#include "base/error.hpp"
#include "cli/options.hpp"

namespace grundy::cli {

struct StreamChoice {
  const PlanChoice& plan;
  std::string state;  // the file to save in; empty: none
  bool force;
  bool resume;
  double save_seconds;
  std::string progress;
  bool as_json;
};

Status run_stream(const StreamChoice& choice);

}  // namespace grundy::cli
