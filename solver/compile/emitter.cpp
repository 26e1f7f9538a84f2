#include "compile/emitter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace grundy::compile {

using kernels::Op;
using kernels::Register;
using rules::Condition;
using rules::Expression;

namespace {

bool commutes(Op op) {
  switch (op) {
    case Op::add:
    case Op::multiply:
    case Op::minimum:
    case Op::maximum:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::gcd:
      return true;
    default:
      return false;
  }
}

Op op_of(Expression::Op op) {
  switch (op) {
    case Expression::Op::add:
      return Op::add;
    case Expression::Op::subtract:
      return Op::subtract;
    case Expression::Op::multiply:
      return Op::multiply;
    case Expression::Op::floor_divide:
      return Op::floor_divide;
    case Expression::Op::ceil_divide:
      return Op::ceil_divide;
    case Expression::Op::modulo:
      return Op::modulo;
    case Expression::Op::minimum:
      return Op::minimum;
    case Expression::Op::bit_and:
      return Op::bit_and;
    case Expression::Op::bit_or:
      return Op::bit_or;
    case Expression::Op::bit_xor:
      return Op::bit_xor;
    case Expression::Op::power:
      return Op::power;
    case Expression::Op::gcd:
      return Op::gcd;
    default:
      return Op::maximum;
  }
}

}  // namespace

Emitter::Emitter(std::size_t dimensions) {
  for (rules::Variable axis = 0; axis < dimensions; ++axis) declare(axis, 0);
}

void Emitter::begin_rule(std::size_t loops) {
  std::erase_if(variables_, [&](const auto& entry) { return levels_[entry.second] > 0; });
  code_.resize(1);
  code_.resize(1 + loops);
  rule_imports_.clear();
  lane_imports_.clear();
}

Register Emitter::declare(rules::Variable variable, Level level) {
  const Register reg = fresh(level);
  variables_[variable] = reg;
  return reg;
}

Register Emitter::fresh(Level level) {
  if (levels_.size() >= kernels::no_register) {
    overflowed_ = true;
    return 0;
  }
  levels_.push_back(level);
  is_constant_.push_back(false);
  return static_cast<Register>(levels_.size() - 1);
}

Register Emitter::constant(std::int64_t value) {
  const auto [entry, is_new] = constant_registers_.try_emplace(value, kernels::no_register);
  if (is_new) {
    entry->second = fresh(0);
    is_constant_[entry->second] = true;
    constants_.push_back({entry->second, value});
  }
  return entry->second;
}

Register Emitter::use(Register reg, Level level) {
  if (is_constant_[reg] || level == 0) return reg;
  use_in_loops(reg);
  if (level + 1 == code_.size() && levels_[reg] < level) lane_imports_.insert(reg);
  return reg;
}

void Emitter::use_in_loops(Register reg) {
  if (!is_constant_[reg] && levels_[reg] == 0) rule_imports_.insert(reg);
}

Register Emitter::emit(Op op, Register left, Register right) {
  if (commutes(op) && right < left) std::swap(left, right);
  if (const auto simple = simplified(op, left, right)) return *simple;
  const auto [entry, is_new] = known_.try_emplace(Key{op, left, right}, kernels::no_register);
  if (is_new) {
    const Level level = std::max(levels_[left], levels_[right]);
    entry->second = fresh(level);
    code_[level].push_back({op, entry->second, use(left, level), use(right, level)});
    made_by_[entry->second] = code_[level].back();
  }
  return entry->second;
}

std::optional<std::int64_t> Emitter::value_of(Register reg) const {
  const auto found = std::ranges::lower_bound(constants_, reg, {}, &kernels::Constant::out);
  if (found == constants_.end() || found->out != reg) return std::nullopt;
  return found->value;
}

std::optional<Register> Emitter::simplified(Op op, Register left, Register right) {
  if (op == Op::add) return simplified_sum(left, right);
  if (op == Op::multiply) return simplified_product(left, right);
  if (op == Op::less_equal && value_of(left) == 0) return simplified_sign(right);
  return std::nullopt;
}

std::optional<Register> Emitter::simplified_sum(Register left, Register right) {
  for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)}) {
    if (value_of(one) == 0) return other;
    const auto made = made_by_.find(one);
    if (made != made_by_.end() && made->second.op == Op::subtract &&
        value_of(made->second.left) == 0)
      return emit(Op::subtract, other, made->second.right);
  }
  return std::nullopt;
}

// Avoids products, because SIMD multiplies 64-bit integers slowly.
std::optional<Register> Emitter::simplified_product(Register left, Register right) {
  for (const auto& [factor, other] : {std::pair(left, right), std::pair(right, left)}) {
    if (value_of(factor) == 1) return other;
    if (value_of(factor) == -1) return emit(Op::subtract, constant(0), other);
  }
  return std::nullopt;
}

// x - y >= 0 becomes y <= x, for variables and constants; other registers may have wrapped around.
std::optional<Register> Emitter::simplified_sign(Register reg) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  const auto made = made_by_.find(reg);
  if (made == made_by_.end()) return std::nullopt;
  const auto [op, out, left, right] = made->second;
  if (made_by_.contains(left) || made_by_.contains(right)) return std::nullopt;
  if (op == Op::subtract) return emit(Op::less_equal, right, left);
  if (op != Op::add) return std::nullopt;
  for (const auto& [term, other] : {std::pair(left, right), std::pair(right, left)})
    if (const auto value = value_of(term); value && *value != least)
      return emit(Op::less_equal, constant(-*value), other);
  return std::nullopt;
}

Register Emitter::emit(const Expression& expression) {
  if (expression.op == Expression::Op::constant) return constant(expression.value);
  if (expression.op == Expression::Op::variable)
    return variables_.at(static_cast<rules::Variable>(expression.value));
  Register result = emit(expression.arguments[0]);
  if (expression.op == Expression::Op::popcount) return emit(Op::popcount, result, result);
  if (expression.op == Expression::Op::element)
    return emit(Op::element, result, address_of(expression.array));
  if (expression.op == Expression::Op::power && value_of(result) == 2) {
    const Register exponent = emit(expression.arguments[1]);
    return emit(Op::power_of_two, exponent, exponent);
  }
  for (std::size_t i = 1; i < expression.arguments.size(); ++i)
    result = emit(op_of(expression.op), result, emit(expression.arguments[i]));
  return result;
}

Register Emitter::address_of(const rules::Array& array) {
  const auto members = array.members();
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(members.size())};
  numbers.insert(numbers.end(), members.begin(), members.end());
  const auto known = std::ranges::find(arrays_, numbers);
  const auto& kept = known == arrays_.end() ? arrays_.emplace_back(std::move(numbers)) : *known;
  return constant(reinterpret_cast<std::intptr_t>(kept.data()));
}

Register Emitter::emit(const Condition& condition) {
  const auto side = [&](std::size_t i) { return emit(condition.sides[i]); };
  const auto fold = [&](Op op, std::int64_t unit) {
    Register result = constant(unit);
    for (std::size_t i = 0; i < condition.parts.size(); ++i) {
      const Register part = emit(condition.parts[i]);
      result = i == 0 ? part : emit(op, result, part);
    }
    return result;
  };
  const auto negated = [&](Register reg) { return emit(Op::logical_not, reg, reg); };
  switch (condition.op) {
    case Condition::Op::equal:
      return emit(Op::equal, side(0), side(1));
    case Condition::Op::not_equal:
      return negated(emit(Op::equal, side(0), side(1)));
    case Condition::Op::less:
      return emit(Op::less, side(0), side(1));
    case Condition::Op::less_equal:
      return emit(Op::less_equal, side(0), side(1));
    case Condition::Op::greater:
      return emit(Op::less, side(1), side(0));
    case Condition::Op::greater_equal:
      return emit(Op::less_equal, side(1), side(0));
    case Condition::Op::all_of:
      return fold(Op::logical_and, 1);
    case Condition::Op::any_of:
      return fold(Op::logical_or, 0);
    case Condition::Op::negation:
      return negated(emit(condition.parts[0]));
  }
  return constant(1);
}

namespace {

// A section by number: 0 the position's, 1 + 2 r the pass of rule r, 2 + 2 r its others.
using Section = std::size_t;
constexpr Section position_section = 0;
constexpr Section nowhere = ~std::size_t{0};

Section pass_of(std::size_t rule) {
  return 1 + 2 * rule;
}

// The section for code that two sections need.
Section joined(Section a, Section b) {
  if (a == nowhere || a == b) return b;
  if (b == nowhere) return a;
  if (a == position_section || b == position_section) return position_section;
  const std::size_t rule = (a - 1) / 2;
  return rule == (b - 1) / 2 ? pass_of(rule) : position_section;
}

Code& code_of(Sections& sections, Section section) {
  if (section == position_section) return sections.position;
  Sections::OfRule& rule = sections.rules[(section - 1) / 2];
  return section % 2 == 1 ? rule.pass : rule.others;
}

}  // namespace

Sections split_code(std::span<const kernels::Instruction> code, std::size_t registers,
                    std::span<const kernels::Register> always, std::span<const RuleReads> rules) {
  std::vector<Section> needed(registers, nowhere);
  const auto need = [&](kernels::Register reg, Section section) {
    needed[reg] = joined(needed[reg], section);
  };
  for (const kernels::Register reg : always) need(reg, position_section);
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    for (const kernels::Register reg : rules[rule].pass) need(reg, pass_of(rule));
    for (const kernels::Register reg : rules[rule].others) need(reg, pass_of(rule) + 1);
  }
  for (std::size_t i = code.size(); i-- > 0;) {
    if (needed[code[i].out] == nowhere) continue;
    need(code[i].left, needed[code[i].out]);
    need(code[i].right, needed[code[i].out]);
  }
  Sections sections{{}, std::vector<Sections::OfRule>(rules.size())};
  for (const kernels::Instruction& step : code)
    if (needed[step.out] != nowhere) code_of(sections, needed[step.out]).push_back(step);
  return sections;
}

}  // namespace grundy::compile
