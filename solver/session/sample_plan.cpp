#include "session/sample_plan.hpp"

#include <algorithm>

namespace grundy::session {
namespace {

constexpr std::int64_t sample_high = 20;

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

}  // namespace grundy::session
