#include "methods/scan/section_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "methods/family.hpp"
#include "methods/scan/lines.hpp"

namespace grundy::scan {
namespace {

using kernels::scan::floor_divide;
using kernels::scan::Operation;
using relation::Linear;
using relation::Quotient;
using relation::Vector;
using relation::Where;

constexpr std::int64_t word_bits = 64;

// The number of the row of a position with these coordinates.
Linear row_of(const Box& box, const std::vector<Linear>& coordinates, std::size_t axis) {
  Box rows = box;
  rows.high[axis] = rows.low[axis];
  std::vector<Linear> across = coordinates;
  across[axis] = {{}, rows.low[axis]};
  return rank_of(rows, across);
}

// Rows after which the quotients of a condition have changed by whole numbers.
std::int64_t rows_to_repeat(const Where& where, std::size_t dimensions, std::size_t across) {
  std::int64_t rows = 1;
  Vector gains(dimensions);
  gains[across] = 1;
  for (const Quotient& quotient : where.quotients) {
    std::int64_t gain = gain_of(quotient.dividend, gains);
    const std::int64_t times = quotient.divisor / std::gcd(gain, quotient.divisor);
    rows *= times;
    if (rows > longest_period) break;
    for (std::int64_t& known : gains) known *= times;
    gains.push_back(gain * times / quotient.divisor);
  }
  return rows;
}

class SectionCompiler {
 public:
  SectionCompiler(const relation::Scheme& scheme, const Box& box, const Scan& scan)
      : scheme_(scheme), box_(box), axis_(scan.back().axis), program_{scan, box, {}, {}} {}

  Result<SectionProgram> compile() {
    for (const relation::OptionSet& set : scheme_.sets)
      if (Status kept = keep(set); !kept) return kept.error();
    for (std::uint32_t set = 0; set < scheme_.sets.size(); ++set)
      if (is_kept(set)) add_all(set, set);
    for (const relation::Reading& reading : scheme_.readings)
      for (const Where& where : reading.any) read(static_cast<std::uint32_t>(reading.set), where);
    std::vector<SectionInstruction>& all = program_.instructions;
    program_.late = late_.size();
    all.insert(all.end(), late_.begin(), late_.end());
    for (const SectionInstruction& instruction : all)
      if (Status settled = settle(instruction); !settled) return settled.error();
    if (!why_not_.empty()) return family::does_not_apply(why_not_);
    if (all.size() > kernels::scan::most_section_steps)
      return family::does_not_apply("many options come or go");
    return std::move(program_);
  }

 private:
  std::size_t dimensions() const { return box_.dimensions(); }
  bool is_list(std::size_t set) const { return scheme_.sets[set].directions.empty(); }

  bool is_of_row(const relation::OptionSet& set) const {
    return set.directions.size() == 1 && !main_axis(set.directions[0]);
  }
  // Whether the set has bits. A row reaches its own positions without a set.
  bool is_kept(std::size_t set) const { return !is_list(set) && !is_of_row(scheme_.sets[set]); }

  bool is_in_row(const relation::Target& target) const {
    const std::vector<Linear> own = own_coordinates(dimensions());
    for (std::size_t axis = 0; axis < own.size(); ++axis)
      if (axis != axis_ && !is_same(target.coordinates[axis], own[axis])) return false;
    return true;
  }

  bool is_in_earlier_row(const relation::Target& target) const {
    for (std::size_t axis = 0; axis < dimensions(); ++axis)
      if (axis != axis_ && differs(target.coordinates[axis], axis)) return true;
    return false;
  }

  // Whether a set of options in the row has all that are before.
  bool has_whole_row(const relation::OptionSet& set) const {
    if (set.directions[0][axis_] != 1 || set.added.size() != 1) return false;
    const relation::Target& target = set.added[0];
    Linear before{Vector(dimensions()), -1 - box_.low[axis_]};
    before.coefficients[axis_] = 1;
    return target.where.quotients.empty() && target.where.zero.empty() &&
           std::ranges::all_of(target.where.at_least_zero,
                               [&](const Linear& form) { return is_same(form, before); });
  }

  static bool is_same(const Linear& a, const Linear& b) {
    for (std::size_t i = 0; i < std::max(a.coefficients.size(), b.coefficients.size()); ++i)
      if (coefficient(a, i) != coefficient(b, i)) return false;
    return a.constant == b.constant;
  }
  static std::int64_t coefficient(const Linear& form, std::size_t i) {
    return i < form.coefficients.size() ? form.coefficients[i] : 0;
  }

  Status keep(const relation::OptionSet& set) {
    Form number;
    std::uint64_t words = 0;
    if (!set.removed.empty()) return family::does_not_apply("options leave sets");
    if (set.directions.size() > 1) return family::does_not_apply("sets are kept along planes");
    if (is_of_row(set) && !(set.added_sets.empty() &&
                            std::ranges::all_of(set.added, [&](const relation::Target& target) {
                              return is_in_row(target);
                            })))
      return family::does_not_apply("sets of options in other rows are kept along rows");
    is_late_.push_back(0);
    if (set.directions.size() == 1 && !is_of_row(set)) {
      const Vector& u = set.directions[0];
      Lines lines = padded(u, *main_axis(u));
      if (lines.count() == Lines::no_machine)
        return family::does_not_apply("sets are kept along too many lines");
      words = lines.count() / word_bits;
      number = lines.number(axis_);
      program_.looks_back |= u[axis_] < 0;
    }
    program_.words.push_back(words);
    numbers_.push_back(std::move(number));
    return {};
  }

  Lines padded(const Vector& u, std::size_t main) const {
    Lines lines(box_, u, main, /*of_row=*/false);
    lines.pad(axis_, word_bits);
    return lines;
  }

  // Where the fewest lines are needed; nothing for a direction along rows.
  std::optional<std::size_t> main_axis(const Vector& u) const {
    std::optional<std::size_t> best;
    for (const rules::ScanAxis& axis : program_.scan)
      if (u[axis.axis] != 0 && axis.axis != axis_ &&
          (!best || padded(u, axis.axis).count() < padded(u, *best).count()))
        best = axis.axis;
    return best;
  }

  // What `set` adds at x, to itself or to a set that takes all options of this list.
  void add_all(std::uint32_t set, std::uint32_t to) {
    for (const relation::Target& target : scheme_.sets[set].added) add(to, target);
    for (const std::size_t other : scheme_.sets[set].added_sets) {
      const auto earlier = static_cast<std::uint32_t>(other);
      if (is_list(other))
        add_all(earlier, to);
      else
        unite(to, earlier);
    }
  }

  void add(std::uint32_t to, const relation::Target& target) {
    SectionInstruction made = about_option(Operation::add, to, {}, target);
    if (is_in_row(target))
      add_late(std::move(made));
    else if (is_in_earlier_row(target))
      program_.instructions.push_back(std::move(made));
    else
      why_not_ = "an option may be in the row itself";
  }

  // Sets that take options of the row change when its P-position is known. So do those that take
  // options of these; for the row itself they are read before that, as it is enough there.
  void add_late(SectionInstruction made) {
    is_late_[made.set] = 1;
    late_.push_back(std::move(made));
  }

  void unite(std::uint32_t set, std::uint32_t other) {
    SectionInstruction made{.operation = Operation::unite, .set = set};
    made.place = join(made.where, numbers_[set], dimensions());
    if (!is_kept(other)) {
      if (!has_whole_row(scheme_.sets[other])) why_not_ = "some options of the row join a set";
      return add_late(std::move(made));
    }
    made.other = other;
    made.source = join(made.where, numbers_[other], dimensions());
    if (is_late_[other] != 0) add_late(made);
    program_.instructions.push_back(std::move(made));
  }

  void read(std::uint32_t set, const Where& where) {
    if (is_kept(set)) {
      SectionInstruction made{.operation = Operation::read, .set = set, .where = where};
      made.place = join(made.where, numbers_[set], dimensions());
      program_.instructions.push_back(std::move(made));
    } else if (is_list(set)) {
      for (const relation::Target& target : scheme_.sets[set].added)
        if (!is_in_row(target)) meet(about_option(Operation::option, set, where, target));
      for (const std::size_t other : scheme_.sets[set].added_sets)
        read(static_cast<std::uint32_t>(other), where);
    }
  }

  // Options at neighbouring indices of a row are met as one run.
  void meet(SectionInstruction option) {
    if (!program_.instructions.empty()) {
      SectionInstruction& last = program_.instructions.back();
      Linear before = last.index;
      --before.constant;
      if (last.operation == Operation::option && last.set == option.set &&
          last.where == option.where && last.source == option.source && before == option.index &&
          coefficient(option.index, axis_) == 1) {
        last.index = std::move(before);
        ++last.run;
        return;
      }
    }
    program_.instructions.push_back(std::move(option));
  }

  SectionInstruction about_option(Operation operation, std::uint32_t set, const Where& where,
                                  const relation::Target& target) {
    SectionInstruction made{.operation = operation, .set = set, .where = target.where};
    made.where = conjunction(std::move(made.where), where, dimensions());
    made.source = row_of(box_, target.coordinates, axis_);
    made.index = target.coordinates[axis_];
    made.index.constant -= box_.low[axis_];
    // An option that is found in a row is at an index of rows.
    Linear to_last{Vector(made.index.coefficients), box_.extent(axis_) - 1 - made.index.constant};
    for (std::int64_t& gain : to_last.coefficients) gain = -gain;
    std::erase_if(made.where.at_least_zero, [&](const Linear& form) {
      return is_same(form, made.index) || is_same(form, to_last);
    });
    made.place = join(made.where, numbers_[set], dimensions());
    if (coefficient(made.source, axis_) != 0) why_not_ = "an option of a row is in several rows";
    return made;
  }

  Status settle(const SectionInstruction& instruction) {
    const Where& where = instruction.where;
    if (may_overflow(where, {&instruction.place, &instruction.source, &instruction.index}, box_))
      return family::does_not_apply("numbers are too large");
    for (const Quotient& quotient : where.quotients)
      if (coefficient(quotient.dividend, axis_) != 0)
        return family::does_not_apply("a condition repeats along rows");
    program_.phases =
        std::lcm(program_.phases, rows_to_repeat(where, dimensions(), program_.across().axis));
    if (program_.phases > longest_period)
      return family::does_not_apply(
          fmt::format("a condition repeats after more than {} rows", longest_period));
    return {};
  }

  const relation::Scheme& scheme_;
  const Box& box_;
  std::size_t axis_;
  SectionProgram program_;
  std::vector<Form> numbers_;          // the bit of x, by set
  std::vector<std::uint8_t> is_late_;  // by set
  std::vector<SectionInstruction> late_;
  std::string why_not_;
};

}  // namespace

Result<SectionProgram> compile_sections(const relation::Scheme& scheme, const Box& box,
                                        const Scan& scan) {
  return SectionCompiler(scheme, box, scan).compile();
}

SectionSteps::SectionSteps(const SectionProgram& program, std::vector<std::uint64_t*> bits)
    : program_(program), bits_(std::move(bits)) {
  const std::size_t dimensions = program.box.dimensions();
  row_ = row_of(program.box, own_coordinates(dimensions), program.axis());
  rows_ = value_of(row_, program.box.high) + 1;
  for (const SectionInstruction& instruction : program.instructions) {
    Vector& gains = gains_.emplace_back(dimensions);
    gains[program.across().axis] = program.across().ascending ? program.phases : -program.phases;
    for (const Quotient& quotient : instruction.where.quotients)
      gains.push_back(gain_of(quotient.dividend, gains) / quotient.divisor);
  }
  tests_.reserve(static_cast<std::size_t>(program.phases) *
                 std::accumulate(program.instructions.begin(), program.instructions.end(),
                                 std::size_t{0}, [](std::size_t sum, const auto& instruction) {
                                   return sum + instruction.where.zero.size() +
                                          instruction.where.at_least_zero.size();
                                 }));
}

std::span<const kernels::scan::SectionStep> SectionSteps::find(const Position& first) {
  steps_.clear();
  tests_.clear();
  for (std::int64_t phase = 0; phase < program_.phases; ++phase)
    for (const SectionInstruction& instruction : program_.instructions) {
      numbers_.assign(first.begin(), first.end());
      numbers_[program_.across().axis] += program_.across().ascending ? phase : -phase;
      for (const Quotient& quotient : instruction.where.quotients)
        numbers_.push_back(floor_divide(value_of(quotient.dividend, numbers_), quotient.divisor));
      steps_.push_back(step_of(instruction));
    }
  return steps_;
}

kernels::scan::SectionStep SectionSteps::step_of(const SectionInstruction& instruction) {
  const auto& gains = gains_[static_cast<std::size_t>(&instruction - program_.instructions.data())];
  const std::size_t axis = program_.axis();
  const auto along = [&](const Linear& form) {
    return axis < form.coefficients.size() ? form.coefficients[axis] : 0;
  };
  const auto stepped = [&](const Linear& form) {
    return kernels::scan::Stepped{value_of(form, numbers_), gain_of(form, gains)};
  };
  // What is the same at all indices tells at which turns there is anything to do.
  kernels::scan::Interval turns{0, std::numeric_limits<std::int64_t>::max()};
  const std::size_t begin = tests_.size();
  for (const Linear& form : instruction.where.zero)
    if (along(form) != 0)
      tests_.push_back({stepped(form), along(form), true});
    else
      turns.keep_zero(value_of(form, numbers_), gain_of(form, gains));
  for (const Linear& form : instruction.where.at_least_zero)
    if (along(form) != 0)
      tests_.push_back({stepped(form), along(form), false});
    else
      turns.keep_at_least_zero(value_of(form, numbers_), gain_of(form, gains));
  // Where no index passes its tests, the option may be in no row.
  if (instruction.operation == Operation::add || instruction.operation == Operation::option) {
    const std::int64_t source = value_of(instruction.source, numbers_);
    const std::int64_t gain = gain_of(instruction.source, gains);
    turns.keep_at_least_zero(source, gain);
    turns.keep_at_least_zero(rows_ - 1 - source, -gain);
  }
  return {.operation = instruction.operation,
          .turns = turns,
          .tests = std::span(tests_).subspan(begin),
          .bits = bits_[instruction.set],
          .other = instruction.other ? bits_[*instruction.other] : nullptr,
          .place = stepped(instruction.place),
          .source = stepped(instruction.source),
          .index = stepped(instruction.index),
          .index_gain = along(instruction.index),
          .run = instruction.run};
}

std::int64_t SectionSteps::row(const Position& position) const {
  return value_of(row_, position);
}

std::int64_t SectionSteps::row_step() const {
  const rules::ScanAxis& across = program_.across();
  return across.ascending ? row_.coefficients[across.axis] : -row_.coefficients[across.axis];
}

}  // namespace grundy::scan
