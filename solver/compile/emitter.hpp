// compile/emitter.hpp: expressions to instructions, each computed once and as early as its
// variables allow; and the code of a position split by the rules that need it.
//
// Code has levels. Level 0 depends on the coordinates alone and is shared by all rules; level i
// runs inside the i-th loop of the current rule.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/generic/program.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::compile {

using Level = std::size_t;

class Emitter {
 public:
  explicit Emitter(std::size_t dimensions);

  // Starts a rule: forgets the variables and the code above level 0.
  void begin_rule(std::size_t loops);

  // Gives a variable, which is known from `level` on, its register.
  kernels::Register declare(rules::Variable variable, Level level);

  kernels::Register emit(const rules::Expression& expression);
  kernels::Register emit(const rules::Polynomial& polynomial) {
    return emit(polynomial.expression());
  }
  kernels::Register emit(const rules::Condition& condition);
  kernels::Register emit(kernels::Op op, kernels::Register left, kernels::Register right);
  kernels::Register constant(std::int64_t value);

  // Notes that code of `level` (or the loop or run after it) reads the register, so its value must
  // be available there. Returns the register.
  kernels::Register use(kernels::Register reg, Level level);

  // Notes that the bounds of the current rule's first loop read the register.
  void use_in_loops(kernels::Register reg);

  std::size_t registers() const { return levels_.size(); }

  // Whether more registers were needed than instructions can name. Then the code is useless.
  bool overflowed() const { return overflowed_; }

  const std::vector<kernels::Constant>& constants() const { return constants_; }
  // The arrays that the code has the addresses of. Moving the list leaves them where they are.
  std::deque<std::vector<std::int64_t>> take_arrays() { return std::move(arrays_); }
  const std::vector<kernels::Instruction>& code(Level level) const { return code_[level]; }
  // Registers of level 0 that the current rule's loops read.
  std::vector<kernels::Register> rule_imports() const {
    return {rule_imports_.begin(), rule_imports_.end()};
  }
  // Registers of lower levels that the code inside its innermost loop reads.
  std::vector<kernels::Register> lane_imports() const {
    return {lane_imports_.begin(), lane_imports_.end()};
  }

 private:
  using Key = std::tuple<kernels::Op, kernels::Register, kernels::Register>;

  kernels::Register fresh(Level level);
  kernels::Register address_of(const rules::Array& array);
  // The result, if no instruction is needed or a cheaper one will do.
  std::optional<kernels::Register> simplified(kernels::Op op, kernels::Register left,
                                              kernels::Register right);
  std::optional<kernels::Register> simplified_sum(kernels::Register left, kernels::Register right);
  std::optional<kernels::Register> simplified_product(kernels::Register left,
                                                      kernels::Register right);
  // Whether a register is at least 0.
  std::optional<kernels::Register> simplified_sign(kernels::Register reg);
  std::optional<std::int64_t> value_of(kernels::Register reg) const;

  std::vector<Level> levels_;  // by register; constants have level 0
  std::vector<bool> is_constant_;
  std::map<kernels::Register, kernels::Instruction> made_by_;
  std::map<rules::Variable, kernels::Register> variables_;
  std::map<Key, kernels::Register> known_;
  std::map<std::int64_t, kernels::Register> constant_registers_;
  std::vector<kernels::Constant> constants_;  // by register
  std::deque<std::vector<std::int64_t>> arrays_;
  std::vector<std::vector<kernels::Instruction>> code_{1};
  std::set<kernels::Register> rule_imports_;
  std::set<kernels::Register> lane_imports_;
  bool overflowed_ = false;
};

// Which code a position needs at once, and which only for one rule.

// The registers of the position that one rule reads.
struct RuleReads {
  std::vector<kernels::Register> pass;    // to decide whether it applies
  std::vector<kernels::Register> others;  // if it does
};

using Code = std::vector<kernels::Instruction>;

struct Sections {
  struct OfRule {
    Code pass;
    Code others;
  };
  Code position;  // the code for `always`, and for what several rules need
  std::vector<OfRule> rules;
};

// Assigns each instruction, in order, to the section that needs it; those that nothing needs are
// left out. A section can read the results of `position`, and `others` those of `pass` of the same
// rule. Requires that instructions read registers written by earlier ones or by none, and that each
// register is written once. Linear in the code.
Sections split_code(std::span<const kernels::Instruction> code, std::size_t registers,
                    std::span<const kernels::Register> always, std::span<const RuleReads> rules);

}  // namespace grundy::compile
