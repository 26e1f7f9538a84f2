#include "cli/question_progress.hpp"

#include <fmt/format.h>

namespace grundy::cli {

void QuestionProgress::begin(const std::string& mode) {
  mode_ = mode;
  shown_.emplace(mode_, "searching", searched_);
}

std::atomic<std::uint64_t>* QuestionProgress::solving(const plan::Plan* plan) {
  if (plan == nullptr) {
    begin(mode_);
    return nullptr;
  }
  const std::string what = fmt::format("solving {} up to {}", plan->rules.name,
                                       plan->rules.position_text(plan->box.high));
  return &shown_.emplace(mode_, what, plan->solved_positions()).solved();
}

}  // namespace grundy::cli
