#include <algorithm>

#include "kernels/ray/unions.hpp"

namespace grundy::kernels {
namespace {

enum Known : std::uint8_t { nothing, n_positions, p_position };

// The lines through one position.
class Lines {
 public:
  explicit Lines(const OutcomeUnions& plane) : gatherers_(plane.gatherers), misere_(plane.misere) {}

  void go_to(const OutcomeUnions& plane, std::int64_t row, std::int64_t column) {
    for (std::size_t i = 0; i < gatherers_.size(); ++i)
      known_[i] = plane.known + plane.number(i, row, column);
  }

  // Whether the position is N.
  bool solve() {
    std::uint8_t options = nothing;
    for (std::size_t i = 0; i < gatherers_.size(); ++i)
      if (gatherers_[i].has_options) options = std::max(options, *known_[i]);
    const bool wins = options == p_position || (misere_ && options == nothing);
    const std::uint8_t own = wins ? n_positions : p_position;
    for (std::size_t i = 0; i < gatherers_.size(); ++i)
      *known_[i] =
          std::max(*known_[i], gatherers_[i].from == i ? own : *known_[gatherers_[i].from]);
    return wins;
  }

 private:
  std::span<const Gatherer> gatherers_;
  bool misere_;
  std::uint8_t* known_[most_plane_lines];
};

}  // namespace

void solve_outcome_unions(const OutcomeUnions& plane) noexcept {
  Lines lines(plane);
  for (std::int64_t row = 0; row < plane.rows; ++row)
    for (std::int64_t column = plane.first_column(row); column < plane.columns; ++column) {
      lines.go_to(plane, row, column);
      *plane.cell(row, column) = lines.solve() ? 1 : 0;
    }
}

}  // namespace grundy::kernels
