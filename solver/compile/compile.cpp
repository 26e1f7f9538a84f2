#include "compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>

#include "compile/anchor.hpp"
#include "compile/bits.hpp"
#include "compile/emitter.hpp"
#include "compile/enforce.hpp"
#include "compile/filters.hpp"
#include "compile/totals.hpp"
#include "rules/number_set.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/check.hpp"
#include "rules/proofs/effort.hpp"

namespace grundy::compile {

using kernels::Op;
using kernels::Register;
using kernels::Selection;
using rules::Condition;
using rules::Effort;
using rules::Expression;
using rules::Limit;
using rules::NumberSet;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

struct CompiledRules::Storage {
  Sections sections;
  std::deque<std::vector<kernels::Instruction>> loop_codes;
  std::deque<std::vector<Register>> imports;
  std::deque<std::vector<kernels::Loop>> loops;
  std::deque<std::vector<kernels::Output>> outputs;
  std::deque<std::vector<std::int64_t>> steps;
  std::deque<std::vector<kernels::Stretch>> stretches;
  std::vector<kernels::Total> totals;
  std::uint64_t cells_of_totals = 0;
  std::uint64_t most_different = 0;
  std::uint64_t most_positions = 0;
  std::vector<kernels::RuleProgram> rules;
  std::vector<kernels::Constant> constants;
  std::deque<std::vector<std::int64_t>> arrays;  // whose addresses are among the constants
  std::deque<std::vector<std::int64_t>> members;
  std::vector<std::span<const std::int64_t>> sets;
  std::vector<std::uint16_t> least_factors;
  kernels::Program program;
};

namespace {

// These keep each set, and all sets of a program together, at about four million members at most.
// The count of primes is about a seventeenth of the window, that of squares its square root, that
// of the others small.
constexpr std::int64_t widest_window_of_primes = std::int64_t{1} << 26;
constexpr std::int64_t widest_window_of_squares = std::int64_t{1} << 44;
constexpr std::int64_t widest_window = std::int64_t{1} << 56;
constexpr std::size_t most_members = std::size_t{1} << 22;

std::int64_t widest(const NumberSet& set) {
  if (set.kind == NumberSet::Kind::primes) return widest_window_of_primes;
  return set.kind == NumberSet::Kind::squares ? widest_window_of_squares : widest_window;
}

// Replaces binders k over the odd or even numbers by binders k' over integers: k is 2 k' + 1 or 2
// k'.
OptionRule without_parity_sets(const Rules& rules, OptionRule rule) {
  for (std::size_t i = 0; i < rule.binders.size(); ++i) {
    const auto& set = rule.binders[i].set;
    if (!set || (set->kind != NumberSet::Kind::odd && set->kind != NumberSet::Kind::even)) continue;
    const bool odd = set->kind == NumberSet::Kind::odd;
    const Variable variable = rules.dimensions() + i;
    const Expression value =
        (Polynomial(2) * Polynomial(rules::variable(variable)) + Polynomial(odd ? 1 : 0))
            .expression();
    rule.binders[i] = {rule.binders[i].name, rules::constant(odd ? 0 : 1), std::nullopt,
                       std::nullopt};
    rule = rules::replaced(rule, rules::variable(variable), value);
  }
  return rule;
}

Rules confined(const Rules& rules, const Box& box) {
  Rules inside = rules;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    inside.coordinates[axis].high = box.high[axis];
  return inside;
}

class Compiler {
 public:
  Compiler(Rules rules, const Box& box, Outputs outputs, Proofs proofs,
           std::span<const rules::ScanAxis> order)
      : rules_(std::move(rules)),
        box_(box),
        outputs_(outputs),
        proofs_(proofs),
        totals_(box, order),
        emitter_(box.dimensions()),
        storage_(std::make_unique<CompiledRules::Storage>()) {}

  Result<CompiledRules> run() {
    kernels::Program& program = storage_->program;
    program.dimensions = rules_.dimensions();
    if (outputs_ == Outputs::ranks) {
      strides_ = box_.strides();
      program.rank = rank_register();
    } else {
      program.outputs_per_summand = rules_.dimensions();
    }
    if (!rules_.endings.empty()) program.over = over_register();
    for (const OptionRule& rule : rules_.options) {
      const auto pieces = enforced(rule);
      if (!pieces) return pieces.error();
      for (const Piece& piece : *pieces)
        if (const Status done = add_rule(piece); !done) return done.error();
    }
    add_totals();
    if (emitter_.overflowed())
      return Error{Errc::rules, fmt::format("{}: {}: these rules need more than {} registers; use "
                                            "fewer or simpler rules",
                                            rules_.source, rules_.name, kernels::no_register)};
    finish();
    return CompiledRules(std::move(storage_));
  }

 private:
  struct Piece {
    OptionRule rule;
    Enforcement enforcement;
  };

  // Rules whose options together are those of `rule`. If proofs fail for the rewritten rules, the
  // rule stays as it is.
  Result<std::vector<Piece>> enforced(const OptionRule& rule) const {
    if (proofs_ == Proofs::replayed) return enforced(std::vector{rule});
    const OptionRule plain = without_parity_sets(rules_, rule);
    std::vector<OptionRule> straight;
    for (const OptionRule& solved : with_filters_solved(rules_, with_bits_joined(rules_, plain)))
      std::ranges::move(without_kinks(rules_, solved), std::back_inserter(straight));
    auto pieces = enforced(straight);
    return pieces ? std::move(pieces) : enforced(std::vector{plain});
  }

  Result<std::vector<Piece>> enforced(const std::vector<OptionRule>& rules) const {
    std::vector<Piece> pieces;
    for (const OptionRule& rule : rules) {
      auto proved = enforce(rules_, rule, box_, proofs_);
      if (const auto* complaint = std::get_if<rules::Complaint>(&proved))
        return to_error(rules_, *complaint);
      auto& enforcement = std::get<std::optional<Enforcement>>(proved);
      if (enforcement) pieces.push_back({rule, std::move(*enforcement)});
    }
    return pieces;
  }

  Register rank_register() {
    Polynomial sum;
    std::uint64_t at_low = 0;  // the sum at the low corner, modulo 2^64 as the rank is
    for (Variable axis = 0; axis < rules_.dimensions(); ++axis) {
      sum = sum + Polynomial(strides_[axis]) * Polynomial(rules::variable(axis));
      at_low +=
          static_cast<std::uint64_t>(strides_[axis]) * static_cast<std::uint64_t>(box_.low[axis]);
    }
    return emitter_.emit(Op::add, emitter_.emit(sum),
                         emitter_.constant(static_cast<std::int64_t>(0 - at_low)));
  }

  // The first ending that holds counts: lost is 1, won is 2.
  Register over_register() {
    Register over = emitter_.constant(0);
    for (std::size_t i = rules_.endings.size(); i-- > 0;) {
      const rules::Ending& ending = rules_.endings[i];
      const Register holds = emitter_.emit(ending.when);
      const Register value = emitter_.constant(ending.outcome == Outcome::P ? 1 : 2);
      const Register otherwise = emitter_.emit(Op::logical_not, holds, holds);
      over = emitter_.emit(Op::add, emitter_.emit(Op::multiply, holds, value),
                           emitter_.emit(Op::multiply, otherwise, over));
    }
    return over;
  }

  // What an option is made of: each summand's outputs as polynomials, those that are relative
  // without the position's own rank; the counts of its stretches come last.
  struct Parts {
    std::size_t summands = 0;
    std::vector<Polynomial> outputs = {};
    std::vector<bool> is_relative = {};
    std::vector<kernels::Stretch> stretches = {};

    void add(Polynomial output, bool relative) {
      outputs.push_back(std::move(output));
      is_relative.push_back(relative);
    }
  };

  Parts parts_of(const OptionRule& rule) {
    Parts parts;
    std::vector<Polynomial> counts;
    auto stretch = rule.stretches.begin();
    for (std::size_t number = 0; number < rule.summands.size(); ++number) {
      if (stretch == rule.stretches.end() || stretch->first != number) {
        add_summand(rule.summands[number], parts);
        continue;
      }
      number = stretch->last;
      const std::vector<Expression>& first = rule.summands[stretch->first];
      const auto ends = stretch->repeats()
                            ? std::nullopt
                            : totals_.ends(first, rule.summands[number], stretch->step);
      if (ends) {
        parts.add(ends->from, false);
        parts.add(ends->to, false);
        parts.summands += 2;
      } else {
        parts.stretches.push_back({parts.summands, steps_of(*stretch), stretch->repeats()});
        counts.emplace_back(stretch->count);
        add_summand(first, parts);
      }
      ++stretch;
    }
    for (Polynomial& count : counts) parts.add(std::move(count), false);
    return parts;
  }

  void add_summand(const std::vector<Expression>& summand, Parts& parts) const {
    ++parts.summands;
    Polynomial rank;
    for (Variable axis = 0; axis < summand.size(); ++axis) {
      const Polynomial value(summand[axis]);
      if (outputs_ == Outputs::coordinates)
        parts.add(value, false);
      else
        rank = rank + Polynomial(strides_[axis]) * (value - Polynomial(rules::variable(axis)));
    }
    if (outputs_ == Outputs::ranks) parts.add(std::move(rank), true);
  }

  std::span<const std::int64_t> steps_of(const rules::Stretch& stretch) {
    if (outputs_ == Outputs::coordinates) return keep(storage_->steps, stretch.step);
    std::int64_t rank = 0;
    for (std::size_t axis = 0; axis < stretch.step.size(); ++axis)
      rank += strides_[axis] * stretch.step[axis];
    return keep(storage_->steps, {rank});
  }

  // The longest sums that the rule gives.
  void count_positions(const OptionRule& rule) {
    constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    std::uint64_t different = rule.summands.size();
    std::uint64_t all = different;
    if (!rule.stretches.empty()) {
      rules::Facts facts(rules_, rule, rules::Region::within(box_));
      for (const rules::Stretch& stretch : rule.stretches) {
        const auto upper = facts.upper(Polynomial(stretch.count));
        const std::uint64_t longest =
            upper ? static_cast<std::uint64_t>(std::max<std::int64_t>(1, *upper)) : most;
        all = std::min(most, all + longest);
        if (!stretch.repeats()) different = std::min(most, different + longest);
      }
    }
    storage_->most_different = std::max(storage_->most_different, different);
    storage_->most_positions = std::max(storage_->most_positions, all);
  }

  void add_totals() {
    emitter_.begin_rule(0);
    std::vector<Polynomial> here;
    for (Variable axis = 0; axis < rules_.dimensions(); ++axis)
      here.emplace_back(rules::variable(axis));
    for (const Totals::Along& along : totals_.all())
      storage_->totals.push_back({emitter_.emit(along.cell(here)), along.cell_step()});
    storage_->cells_of_totals = totals_.cells();
  }

  Status add_rule(const Piece& piece) {
    const auto& [rule, enforcement] = piece;
    if (rule.summands.size() > kernels::max_summands)
      return too_large(rule, fmt::format("more than {} summands", kernels::max_summands));
    const std::vector<Tests>& tests = enforcement.tests;
    Parts parts = parts_of(rule);
    std::vector<Polynomial>& outputs = parts.outputs;
    count_positions(rule);
    const std::size_t binders = rule.binders.size();
    const bool takes_powers =
        binders > 0 && tests[binders].none() && takes_powers_of_bits(rule, enforcement, outputs);
    const bool has_run = binders > 0 && proofs_ == Proofs::trusted && tests[binders].none() &&
                         std::all_of(outputs.begin(), outputs.end(), [&](const Polynomial& output) {
                           return output.split(rules_.dimensions() + binders - 1).has_value();
                         });
    const std::size_t loop_count = binders - (has_run ? 1 : 0);

    emitter_.begin_rule(loop_count);
    kernels::RuleProgram compiled;
    compiled.pass = pass_register(tests[0]);
    std::vector<kernels::Loop> loops(loop_count);
    for (std::size_t i = 0; i < binders; ++i) {
      const auto range = range_of(rule, i, enforcement);
      if (!range) return range.error();
      if (has_run && i + 1 == binders) {
        compiled.has_run = true;
        compiled.run = *range;
        if (takes_powers) compiled.run.selection = Selection::powers_of_bits;
        if (loop_count == 0 && !range->is_sparse())
          compiled.anchor = anchor_of(rule, rules_.dimensions() + i, enforcement.limits[i]);
      } else {
        loops[i].range = *range;
        emitter_.use_in_loops(range->first);
        emitter_.use_in_loops(range->last);
        if (range->is_of_number()) emitter_.use_in_loops(range->of);
        loops[i].variable = emitter_.declare(rules_.dimensions() + i, i + 1);
        loops[i].pass = pass_register(tests[i + 1]);
        if (loops[i].pass != kernels::no_register) emitter_.use(loops[i].pass, i + 1);
      }
    }
    compiled.summands = parts.summands;
    compiled.stretches = keep(storage_->stretches, std::move(parts.stretches));
    compiled.outputs = emit_outputs(parts, compiled, loop_count);
    compiled.imports = keep(storage_->imports, emitter_.rule_imports());
    for (std::size_t i = 0; i < loop_count; ++i)
      loops[i].code = keep(storage_->loop_codes, emitter_.code(i + 1));
    if (loop_count > 0) loops.back().imports = keep(storage_->imports, emitter_.lane_imports());
    compiled.loops = keep(storage_->loops, std::move(loops));
    storage_->rules.push_back(compiled);
    reads_.push_back(reads_of(compiled));
    return {};
  }

  // Whether the last binder k runs over bits, and outputs have it in powers 2^k alone, linearly. If
  // so, the power takes its place.
  bool takes_powers_of_bits(const OptionRule& rule, const Enforcement& enforcement,
                            std::vector<Polynomial>& outputs) const {
    const auto& parts = enforcement.parts.back();
    if (!parts || parts->selection != Selection::bits) return false;
    const Variable k = rules_.dimensions() + rule.binders.size() - 1;
    std::vector<Polynomial> by_powers;
    for (const Polynomial& output : outputs) {
      const Expression all = output.expression();
      if (Polynomial(with_powers(all, k, rules::constant(0))).mentions(k)) return false;
      by_powers.emplace_back(with_powers(all, k, rules::variable(k)));
      if (!by_powers.back().split(k)) return false;
    }
    outputs = std::move(by_powers);
    return true;
  }

  // With `power` in place of 2^k.
  static Expression with_powers(const Expression& expression, Variable k, const Expression& power) {
    if (expression.op == Expression::Op::power && expression.arguments[0] == rules::constant(2)) {
      const auto shift =
          (Polynomial(expression.arguments[1]) - Polynomial(rules::variable(k))).as_constant();
      if (shift && *shift >= 0 && *shift < 62)
        return (Polynomial(std::int64_t{1} << *shift) * Polynomial(power)).expression();
    }
    std::vector<Expression> arguments;
    for (const Expression& argument : expression.arguments)
      arguments.push_back(with_powers(argument, k, power));
    return rules::with_arguments(expression, std::move(arguments));
  }

  static RuleReads reads_of(const kernels::RuleProgram& rule) {
    RuleReads reads;
    if (rule.pass != kernels::no_register) reads.pass.push_back(rule.pass);
    reads.others.assign(rule.imports.begin(), rule.imports.end());
    if (!rule.loops.empty()) return reads;
    if (rule.has_run) reads.others.insert(reads.others.end(), {rule.run.first, rule.run.last});
    if (rule.run.is_of_number()) reads.others.push_back(rule.run.of);
    for (const kernels::Output& output : rule.outputs) {
      reads.others.push_back(output.start);
      if (output.step != kernels::no_register) reads.others.push_back(output.step);
    }
    return reads;
  }

  Register pass_register(const Tests& tests) {
    Register pass = kernels::no_register;
    const auto require = [&](Register holds) {
      pass = pass == kernels::no_register ? holds : emitter_.emit(Op::logical_and, pass, holds);
    };
    for (const Polynomial& polynomial : tests.at_least_zero)
      require(emitter_.emit(Op::less_equal, emitter_.constant(0), emitter_.emit(polynomial)));
    for (const Condition& condition : tests.conditions) require(emitter_.emit(condition));
    return pass;
  }

  // The ends of binder i, computed at level i, just outside its loop.
  Result<kernels::Range> range_of(const OptionRule& rule, std::size_t i,
                                  const Enforcement& enforcement) {
    kernels::Range range;
    const rules::Limits& limits = enforcement.limits[i];
    const RootLimits& roots = enforcement.roots[i];
    const auto tighten = [&](Register& end, const auto& limit, Op divide, Op choose) {
      const Register value = end_of(limit, divide);
      end = end == kernels::no_register ? value : emitter_.emit(choose, end, value);
    };
    for (const Limit& limit : limits.lower)
      tighten(range.first, limit, Op::ceil_divide, Op::maximum);
    for (const Limit& limit : limits.upper)
      tighten(range.last, limit, Op::floor_divide, Op::minimum);
    for (const RootLimit& limit : roots.lower)
      tighten(range.first, limit, Op::ceil_divide, Op::maximum);
    for (const RootLimit& limit : roots.upper)
      tighten(range.last, limit, Op::floor_divide, Op::minimum);
    emitter_.use(range.first, i);
    emitter_.use(range.last, i);
    if (const auto& parts = enforcement.parts[i]) {
      range.selection = parts->selection;
      range.of = emitter_.use(emitter_.emit(parts->number), i);
      if (range.selection == Selection::divisors || range.selection == Selection::prime_divisors)
        largest_divided_ = std::max(largest_divided_.value_or(0), parts->largest);
    } else if (rule.binders[i].set) {
      const auto set = add_set(rule, i, enforcement.reach[i]);
      if (!set) return set.error();
      range.selection = Selection::members;
      range.set = *set;
    }
    return range;
  }

  Register end_of(const Limit& limit, Op divide) {
    const Register value = emitter_.emit(limit.numerator);
    if (limit.divisor.as_constant() == 1) return value;
    return emitter_.emit(divide, value, emitter_.emit(limit.divisor));
  }

  Register end_of(const RootLimit& limit, Op divide) {
    const Register radicand = emitter_.emit(limit.radicand);
    const Register root =
        limit.degree == 2
            ? emitter_.emit(Op::root, radicand, radicand)
            : emitter_.emit(Op::higher_root, radicand,
                            emitter_.constant(static_cast<std::int64_t>(limit.degree)));
    const Register value =
        emitter_.emit(limit.sign > 0 ? Op::add : Op::subtract, emitter_.emit(limit.rest), root);
    return emitter_.emit(divide, value, emitter_.constant(limit.divisor));
  }

  Result<std::int32_t> add_set(const OptionRule& rule, std::size_t i,
                               const rules::Interval& reach) {
    const auto& [low, high] = reach;
    const NumberSet& set = *rule.binders[i].set;
    const auto refused = [&] {
      return too_large(rule,
                       fmt::format("too many members of the set of {}", rule.binders[i].name));
    };
    const bool is_listed = set.kind == NumberSet::Kind::listed;
    if (!low || !high || (!is_listed && *high - *low > widest(set))) return refused();
    Effort::draw(static_cast<std::uint64_t>(std::clamp<std::int64_t>(
        set.kind == NumberSet::Kind::primes ? (*high - *low) / 4 : 0, 0, widest_window)));
    storage_->members.push_back(set.members(*low, *high));
    members_ += storage_->members.back().size();
    if (members_ > most_members) return refused();
    storage_->sets.emplace_back(storage_->members.back());
    return static_cast<std::int32_t>(storage_->sets.size() - 1);
  }

  std::span<const kernels::Output> emit_outputs(const Parts& all, const kernels::RuleProgram& rule,
                                                Level level) {
    std::vector<kernels::Output> outputs;
    for (std::size_t number = 0; number < all.outputs.size(); ++number) {
      const Polynomial& polynomial = all.outputs[number];
      kernels::Output output;
      Polynomial start = polynomial;
      if (rule.has_run) {
        const auto parts = polynomial.split(rules_.dimensions() + level);
        start = parts->rest;
        if (!parts->coefficient.terms().empty())
          output.step = emitter_.use(emitter_.emit(parts->coefficient), level);
      }
      const Register own = storage_->program.rank;
      if (!all.is_relative[number])
        output.start = emitter_.emit(start);
      else
        output.start =
            start.terms().empty() ? own : emitter_.emit(Op::add, own, emitter_.emit(start));
      if (rule.has_run && !rule.run.is_sparse() && output.step != kernels::no_register)
        output.start = emitter_.emit(Op::add, output.start,
                                     emitter_.emit(Op::multiply, output.step, rule.run.first));
      emitter_.use(output.start, level);
      outputs.push_back(output);
    }
    return keep(storage_->outputs, std::move(outputs));
  }

  template <class T>
  static std::span<const T> keep(std::deque<std::vector<T>>& store, std::vector<T> values) {
    store.push_back(std::move(values));
    return store.back();
  }

  Error too_large(const OptionRule& rule, const std::string& what) const {
    return to_error(rules_, {rule.place, fmt::format("cannot compile '{}': {}", rule.text, what),
                             "ask for a smaller box, or write the rule in a simpler way"});
  }

  void finish() {
    kernels::Program& program = storage_->program;
    std::vector<Register> always;
    for (const Register reg : {program.rank, program.over})
      if (reg != kernels::no_register) always.push_back(reg);
    for (const kernels::Total& total : storage_->totals) always.push_back(total.at);
    storage_->sections = split_code(emitter_.code(0), emitter_.registers(), always, reads_);
    for (std::size_t i = 0; i < reads_.size(); ++i) {
      storage_->rules[i].pass_code = storage_->sections.rules[i].pass;
      storage_->rules[i].code = storage_->sections.rules[i].others;
    }
    if (largest_divided_) {
      Effort::draw(static_cast<std::uint64_t>(*largest_divided_ / 4));
      storage_->least_factors = rules::least_prime_factors(*largest_divided_);
    }
    storage_->constants = emitter_.constants();
    storage_->arrays = emitter_.take_arrays();
    program.registers = emitter_.registers();
    program.totals = storage_->totals;
    program.position_code = storage_->sections.position;
    program.rules = storage_->rules;
    program.constants = storage_->constants;
    program.sets = storage_->sets;
    program.least_factors = storage_->least_factors;
  }

  Rules rules_;
  const Box& box_;
  Outputs outputs_;
  Proofs proofs_;
  Totals totals_;
  std::vector<std::int64_t> strides_;
  Emitter emitter_;
  std::vector<RuleReads> reads_;
  std::size_t members_ = 0;  // of all sets
  std::optional<std::int64_t> largest_divided_;
  std::unique_ptr<CompiledRules::Storage> storage_;
};

}  // namespace

CompiledRules::CompiledRules(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}
CompiledRules::CompiledRules(CompiledRules&&) noexcept = default;
CompiledRules& CompiledRules::operator=(CompiledRules&&) noexcept = default;
CompiledRules::~CompiledRules() = default;

const kernels::Program& CompiledRules::program() const noexcept {
  return storage_->program;
}

std::uint64_t CompiledRules::most_different() const noexcept {
  return storage_->most_different;
}

std::uint64_t CompiledRules::most_positions() const noexcept {
  return storage_->most_positions;
}

std::uint64_t CompiledRules::cells_of_totals() const noexcept {
  return storage_->cells_of_totals;
}

std::size_t CompiledRules::set_bytes() const noexcept {
  std::size_t members = 0;
  for (const auto& set : storage_->members) members += set.capacity();
  return members * sizeof(std::int64_t) + storage_->least_factors.size() * sizeof(std::uint16_t);
}

std::size_t CompiledRules::column_bytes() const noexcept {
  return 2 * storage_->program.registers * kernels::lanes * sizeof(std::int64_t);
}

Result<CompiledRules> compile(const Rules& rules, const Box& box, Outputs outputs, Proofs proofs,
                              std::span<const rules::ScanAxis> order) {
  const rules::Effort effort;
  if (const auto complaints = rules::check_overflow(rules, box); !complaints.empty())
    return to_error(rules, complaints.front());
  try {
    return Compiler(confined(rules, box), box, outputs, proofs, order).run();
  } catch (const std::overflow_error&) {
    return Error{Errc::rules,
                 fmt::format("{}: {}: a number on the way to ranks in the box {} .. {} "
                             "exceeds 64 bits; ask for a smaller box",
                             rules.source, rules.name, to_string(box.low), to_string(box.high))};
  } catch (const rules::EffortSpent&) {
    return to_error(rules, rules::what_stopped(rules));
  }
}

}  // namespace grundy::compile
