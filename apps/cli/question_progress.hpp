// cli/question_progress.hpp: how the answer to a question comes on, on stderr.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/progress.hpp"
#include "plan/plan.hpp"

namespace grundy::cli {

// Shows the positions that a search has met or, while a box is solved, how far that is. `mode` as
// in progress.hpp.
class QuestionProgress {
 public:
  void begin(const std::string& mode);
  void end() { shown_.reset(); }

  // Positions that all searches have met.
  void set_searched(std::uint64_t positions) { searched_ = positions; }
  // As session::SolveWatch.
  std::atomic<std::uint64_t>* solving(const plan::Plan* plan);

 private:
  std::string mode_ = "none";
  std::atomic<std::uint64_t> searched_{0};
  std::optional<Progress> shown_;
};

}  // namespace grundy::cli
