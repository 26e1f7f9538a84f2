#include "kernels/ray/remoteness.hpp"

#include <iterator>

namespace grundy::kernels {
namespace {

constexpr std::uint32_t least_of_p = std::uint32_t{1} << 31;

// A position by what its lines have met: the cell, and what they meet in it.
struct Solved {
  std::uint32_t cell;
  std::uint32_t number;

  Solved(std::uint32_t met, bool misere) {
    if (met >= least_of_p || (misere && met == 0)) {
      const std::uint32_t remoteness = 0 - met;
      cell = 2 * remoteness + 1;
      number = 1 + remoteness;
    } else {
      cell = 2 * met;
      number = ~met;
    }
  }
};

// The lines through one position. With `fixed` directions, or any number for 0: indices that are
// constants leave the pointers in registers.
template <std::size_t fixed>
class Lines {
 public:
  explicit Lines(std::size_t count) : many_(count) {}

  std::size_t count() const { return fixed ? fixed : many_; }
  std::uint32_t*& operator[](std::size_t i) { return met_[i]; }

  template <class Cell>
  void solve(bool misere, Cell& cell) {
    std::uint32_t met = *met_[0];
    for (std::size_t i = 1; i < count(); ++i) met = std::max(met, *met_[i]);
    const Solved solved(met, misere);
    cell = static_cast<Cell>(solved.cell);
    for (std::size_t i = 0; i < count(); ++i) *met_[i] = std::max(*met_[i], solved.number);
  }

 private:
  std::uint32_t* met_[fixed ? fixed : most_plane_lines];
  std::size_t many_;
};

template <std::size_t fixed, class Cell>
void solve_straight(const RemotenessPlane<Cell>& plane) {
  Lines<fixed> lines(plane.lines.size());
  std::int64_t down[fixed ? fixed : most_plane_lines];
  for (std::size_t i = 0; i < lines.count(); ++i)
    down[i] = plane.lines[i].row_step - plane.lines[i].column_step;
  const std::int64_t cell_down = plane.row_step - plane.column_step;
  for (std::int64_t diagonal = 0; diagonal < plane.diagonals(); ++diagonal) {
    const std::int64_t begin = plane.first_row(diagonal);
    const std::int64_t end = plane.end_row(diagonal);
    for (std::size_t i = 0; i < lines.count(); ++i) {
      const PlaneLine& line = plane.lines[i];
      lines[i] =
          plane.met + line.first + begin * line.row_step + (diagonal - begin) * line.column_step;
    }
    Cell* cell = plane.cells + begin * plane.row_step + (diagonal - begin) * plane.column_step;
    for (std::int64_t row = begin; row < end; ++row) {
      lines.solve(plane.misere, *cell);
      for (std::size_t i = 0; i < lines.count(); ++i) lines[i] += down[i];
      cell += cell_down;
    }
  }
}

// The number by which lines know a cell.
std::uint32_t number_of(std::uint32_t cell) {
  return cell % 2 == 0 ? ~(cell / 2) : 1 + cell / 2;
}

// Lines that bend, and arms.
template <class Cell>
void solve_one_by_one(const RemotenessPlane<Cell>& plane) {
  Lines<0> lines(plane.line_count());
  for (std::int64_t diagonal = 0; diagonal < plane.diagonals(); ++diagonal)
    for (std::int64_t row = plane.first_row(diagonal); row < plane.end_row(diagonal); ++row) {
      const std::int64_t column = diagonal - row;
      for (std::size_t i = 0; i < lines.count(); ++i)
        lines[i] = plane.met + plane.number(i, row, column);
      Cell* const cell = plane.cell(row, column);
      for (const PlaneArm& arm : plane.arms)
        if (arm.reaches(row, column)) {
          std::uint32_t& met = *lines[arm.line];
          met = std::max(met, number_of(*(cell - arm.back)));
        }
      lines.solve(plane.misere, *cell);
    }
}

template <class Cell>
void solve(const RemotenessPlane<Cell>& plane) {
  if (!plane.bent.empty() || !plane.arms.empty()) return solve_one_by_one(plane);
  constexpr void (*solvers[])(const RemotenessPlane<Cell>&) = {
      solve_straight<0, Cell>, solve_straight<1, Cell>, solve_straight<2, Cell>,
      solve_straight<3, Cell>, solve_straight<4, Cell>, solve_straight<5, Cell>,
      solve_straight<6, Cell>, solve_straight<7, Cell>};
  solvers[plane.lines.size() < std::size(solvers) ? plane.lines.size() : 0](plane);
}

}  // namespace

void solve_ray_remoteness(const RemotenessPlane<std::uint16_t>& plane) noexcept {
  solve(plane);
}
void solve_ray_remoteness(const RemotenessPlane<std::uint32_t>& plane) noexcept {
  solve(plane);
}

}  // namespace grundy::kernels
