// lazy/nimber_search.hpp: nimbers of single positions of one game, however large.
//
// Start reading here. The search visits what the position can reach and remembers every
// nimber for later queries; a component of a sum is one position among others, so sums
// are never expanded (Sprague-Grundy). Positions that differ only by a symmetry are one.
//
// The search keeps a stack of positions and looks at its top. Solved: drop it. If all
// components of its options are solved: take the mex, and drop it. Otherwise push those
// that are not, on top of it. Play ends, so nothing is pushed on top of itself, and
// every position is expanded (looked at in vain) and evaluated about once each.
//
// Which are pushed decides how long the stack gets. All of them, as long as it is no
// longer than `slack` + 2 * (positions known); beyond that only one for each position
// looked at, and those lie on one line of play. So the stack never outgrows the table.
// Options of `n - k for k >= 1` come largest first, so the smallest is on top, whose
// options are fewest: (10^6) there puts 10^6 positions on the stack, once.
//
// Memory: see lazy/nimber_table.hpp; 4 bytes an entry of the stack. Not thread-safe.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "lazy/game_walk.hpp"
#include "lazy/meter.hpp"
#include "lazy/nimber_table.hpp"

namespace grundy::lazy {

class NimberSearch {
 public:
  // The meter must outlive the search.
  NimberSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter);

  // Errc::usage for a position outside its ranges, Errc::unsupported for rules with
  // `won when`, Errc::memory and Errc::interrupted by the meter's limits. The search may be
  // asked again after any of them. It frees and forgets everything when memory runs out.
  Result<std::uint32_t> nimber(const Position& position);

  std::size_t positions() const noexcept { return table_.size(); }

 private:
  enum class Look : std::uint8_t { complete, missing, no_room };

  Result<std::uint32_t> search(const Position& position);
  void forget() noexcept;
  Status step();
  Look look(Id id) noexcept;
  Look meet(const Option& option) noexcept;
  bool push(Id id, Coordinates position) noexcept;
  Status make_room();
  Status settle(Id id);

  static constexpr std::size_t slack = 1 << 16;

  GameWalk walk_;
  Meter& meter_;
  NimberTable table_;
  std::vector<Id> stack_;
  bool pushed_ = false;  // during the current look
  // marks_[g] == stamp_: an option has nimber g. The size is a power of two beyond every
  // nimber known, and so beyond every xor of them.
  std::vector<std::uint32_t> marks_;
  std::uint32_t stamp_ = 0;
};

}  // namespace grundy::lazy
