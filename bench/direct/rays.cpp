#include "direct/rays.hpp"

#include <algorithm>
#include <numeric>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

struct Line {
  std::vector<std::size_t> axes;
  std::size_t stride;
};

std::vector<Line> lines_of(const RayGame& game) {
  std::vector<std::size_t> strides(game.sides.size(), 1);
  for (std::size_t axis = game.sides.size() - 1; axis > 0; --axis)
    strides[axis - 1] = strides[axis] * game.sides[axis];
  std::vector<Line> lines;
  for (const auto& axes : game.groups) {
    std::size_t stride = 0;
    for (const std::size_t axis : axes) stride += strides[axis];
    lines.push_back({axes, stride});
  }
  return lines;
}

// Counts through the box in C order.
void step_on(std::vector<std::size_t>& position, std::span<const std::size_t> sides) {
  for (std::size_t axis = sides.size(); axis-- > 0;) {
    if (++position[axis] < sides[axis]) return;
    position[axis] = 0;
  }
}

}  // namespace

std::size_t RayGame::volume() const {
  return std::accumulate(sides.begin(), sides.end(), std::size_t{1}, std::multiplies<>());
}

void ray_outcomes(const RayGame& game, std::span<std::uint8_t> outcomes) {
  const std::vector<Line> lines = lines_of(game);
  std::vector<std::size_t> position(game.sides.size());
  std::ranges::fill(outcomes, std::uint8_t{0});
  for (std::size_t at = 0; at < outcomes.size(); ++at, step_on(position, game.sides)) {
    if (outcomes[at] != 0) continue;
    for (const Line& line : lines) {
      std::size_t steps = outcomes.size();
      for (const std::size_t axis : line.axes)
        steps = std::min(steps, game.sides[axis] - 1 - position[axis]);
      for (std::size_t k = 1; k <= steps; ++k) outcomes[at + k * line.stride] = 1;
    }
  }
}

void ray_nimbers(const RayGame& game, std::span<std::uint16_t> nimbers) {
  const std::vector<Line> lines = lines_of(game);
  std::vector<std::size_t> position(game.sides.size());
  Mex mex(lines.size() * *std::max_element(game.sides.begin(), game.sides.end()));
  for (std::size_t at = 0; at < nimbers.size(); ++at, step_on(position, game.sides)) {
    mex.clear();
    for (const Line& line : lines) {
      std::size_t steps = at;
      for (const std::size_t axis : line.axes) steps = std::min(steps, position[axis]);
      for (std::size_t k = 1; k <= steps; ++k) mex.exclude(nimbers[at - k * line.stride]);
    }
    nimbers[at] = static_cast<std::uint16_t>(mex.value());
  }
}

}  // namespace grundy::direct
