// compile/compile.hpp: from Rules to the program that kernels run.
//
// Bounds of binders, ranges of coordinates and comparisons become the ends of loops
// wherever they can, so that a run holds options and nothing else. Common expressions
// are computed once. See kernels/generic/program.hpp for what comes out.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "compile/enforce.hpp"
#include "kernels/generic/program.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// What a program says of each summand: its rank in the box, or its coordinates.
enum class Outputs : std::uint8_t { ranks, coordinates };

// Owns the arrays that a kernels::Program refers to. Moving keeps them in place; any
// number of threads may use one program, each with columns of its own.
class CompiledRules {
 public:
  struct Storage;
  explicit CompiledRules(std::unique_ptr<Storage> storage);
  CompiledRules(CompiledRules&&) noexcept;
  CompiledRules& operator=(CompiledRules&&) noexcept;
  ~CompiledRules();

  const kernels::Program& program() const noexcept;

  // Bytes of the sets and prime factors that the program reads, and of one thread's columns.
  std::size_t set_bytes() const noexcept;
  std::size_t column_bytes() const noexcept;

 private:
  std::unique_ptr<Storage> storage_;
};

// The program for positions of `box`. Options outside it are dropped: that is right for
// the positions that a closure (rules/proofs/termination.hpp) was made for.
// Fails with Errc::rules when an expression may overflow in the box, or the rules are too
// large to compile. A program with its proofs replayed has the same options, found slowly: what
// was proved to need no test is tested all the same. For small boxes.
Result<CompiledRules> compile(const rules::Rules& rules, const Box& box, Outputs outputs,
                              Proofs proofs = Proofs::trusted);

}  // namespace grundy::compile
