#include "ask/session/sample_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "ask/session/plan_text.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::session {
namespace {

constexpr std::int64_t sample_high = 20;
constexpr std::int64_t far_away = std::int64_t{1} << 40;

bool ends_from_far(const rules::Rules& game) {
  const rules::Effort effort;
  Box far;
  for (const rules::Coordinate& coordinate : game.coordinates) {
    far.low.push_back(coordinate.low);
    far.high.push_back(coordinate.high.value_or(std::max(coordinate.low, far_away)));
  }
  const auto closed = rules::closure(game, far);
  const auto* const box = std::get_if<Box>(&closed);
  return box != nullptr && std::holds_alternative<rules::Descent>(rules::descent(game, *box));
}

}  // namespace

Result<plan::Plan> sample_plan(const rules::Rules& game) {
  plan::Request request;
  request.rules = game;
  request.convention = game.convention;
  const bool nimbers = game.convention == Convention::normal && !game.has_ending(Outcome::N);
  request.quantity = nimbers ? Quantity::nimber : Quantity::outcome;
  for (const rules::Coordinate& coordinate : game.coordinates)
    request.high.push_back(std::max(coordinate.low, sample_high));
  return plan::make_plan(request);
}

std::string why_play_ends(const plan::Plan& sample) {
  const std::string reason = reason_of_end(sample);
  return ends_from_far(sample.rules)
             ? reason
             : fmt::format("{} up to {}", reason, grundy::to_string(sample.box.high));
}

}  // namespace grundy::session
