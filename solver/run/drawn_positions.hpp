// run/drawn_positions.hpp: which positions of a solution are derived anew, and in which order.
//
// First the low corner, where mistakes are met soonest and derived fastest, by the sum of the
// coordinates. Of a small box all others follow, shuffled. Of a larger one, by turns: positions
// with coordinates near an end of the box or a multiple of 32, where tiles and words meet;
// P-positions, which are rare where coordinates are many; positions anywhere; and positions of
// every magnitude. The same solution gives the same positions, on every machine.
#pragma once
#include <cstdint>
#include <vector>

#include "plan/plan.hpp"
#include "run/solution.hpp"

namespace grundy::solve {

class DrawnPositions {
 public:
  // Boxes of at most so many positions are drawn whole.
  static constexpr std::uint64_t small_box = 10'000;

  // Of plan.box. `all`: each position once.
  DrawnPositions(const plan::Plan& plan, const sweep::Solution& solution, bool all);

  // Number `number` from 0; of a box that is drawn whole, below its volume. Any thread may ask.
  Position at(std::uint64_t number) const;

 private:
  class Random;

  void begin_in_the_corner();
  void add_all_others();
  Position anywhere(Random& random) const;
  Position of_any_magnitude(Random& random) const;
  Position near_a_border(Random& random) const;
  Position p_position(Random& random) const;

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const Box& box_;
  bool in_order_;                     // number is rank
  std::vector<std::uint64_t> first_;  // ranks
};

}  // namespace grundy::solve
