// compile/compile.hpp: from Rules to the program that kernels run.
//
// Bounds of binders, ranges of coordinates and comparisons become the ends of loops wherever
// possible, so that a run consists of options only. Common expressions are computed once. The
// program is described in kernels/generic/program.hpp.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "kernels/generic/program.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Whether the program relies on proofs, or tests every fact anyway. In the latter case each binder
// runs over all values that the rule or the box leaves it.
enum class Proofs : std::uint8_t { trusted, replayed };

// What a program gives for each summand: its rank in the box, or its coordinates.
enum class Outputs : std::uint8_t { ranks, coordinates };

// Owns the arrays that a kernels::Program refers to. Moving keeps them in place. Any number of
// threads may use one program at the same time, each with columns of its own.
class CompiledRules {
 public:
  struct Storage;
  explicit CompiledRules(std::unique_ptr<Storage> storage);
  CompiledRules(CompiledRules&&) noexcept;
  CompiledRules& operator=(CompiledRules&&) noexcept;
  ~CompiledRules();

  const kernels::Program& program() const noexcept;

  // The most positions of an option, equal ones of a stretch counted once, and all of them. At most
  // 2^63 - 1, which may also stand for more.
  std::uint64_t most_different() const noexcept;
  std::uint64_t most_positions() const noexcept;

  // How many cells the running totals take behind those of the box.
  std::uint64_t cells_of_totals() const noexcept;

  // Bytes of the sets and prime factors that the program reads, and of one thread's columns.
  std::size_t set_bytes() const noexcept;
  std::size_t column_bytes() const noexcept;

 private:
  std::unique_ptr<Storage> storage_;
};

// The program for positions of `box`. Options outside it are dropped. That is correct for the
// positions for which a closure (rules/proofs/termination.hpp) was computed. Errc::rules if an
// expression may overflow in the box, or if the rules are too large to compile or to reason about.
// A program with Proofs::replayed has the same options but makes every test, even those proved
// needless. It is slow and meant for small boxes.
//
// For ranks and nimbers, stretches may be read from running totals (compile/totals.hpp) if
// positions are solved in `order`; empty: they may not.
Result<CompiledRules> compile(const rules::Rules& rules, const Box& box, Outputs outputs,
                              Proofs proofs = Proofs::trusted,
                              std::span<const rules::ScanAxis> order = {});

}  // namespace grundy::compile
