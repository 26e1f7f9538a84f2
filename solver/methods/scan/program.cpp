#include "methods/scan/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "methods/family.hpp"
#include "methods/scan/lines.hpp"

namespace grundy::scan {
namespace {

using kernels::scan::Keeping;
using kernels::scan::Operation;
using relation::Linear;
using relation::Quotient;
using relation::Vector;
using relation::Where;

constexpr std::uint64_t most_in_order = (std::uint64_t{1} << 32) - 1;  // see kernels::scan::Last

class Compiler {
 public:
  Compiler(const relation::Scheme& scheme, const Box& box, const Scan& scan, bool whole_rows)
      : scheme_(scheme),
        box_(box),
        inner_(scan.back()),
        whole_rows_(whole_rows),
        program_{scan, box, {}, {}} {}

  Result<Program> compile() {
    for (const relation::OptionSet& set : scheme_.sets)
      if (!keep(set)) return family::does_not_apply("sets are kept along too many lines");
    for (std::uint32_t set = 0; set < scheme_.sets.size(); ++set)
      if (!is_list(set)) compile_set(set);
    for (const relation::Reading& reading : scheme_.readings)
      for (const Where& where : reading.any) read(static_cast<std::uint32_t>(reading.set), where);
    for (Instruction& instruction : program_.instructions)
      if (Status settled = settle(instruction); !settled) return settled.error();
    return std::move(program_);
  }

 private:
  bool is_list(std::size_t set) const { return scheme_.sets[set].directions.empty(); }
  std::size_t dimensions() const { return box_.dimensions(); }

  bool is_along_rows(const Vector& u) const {
    for (std::size_t axis = 0; axis < u.size(); ++axis)
      if (axis != inner_.axis && u[axis] != 0) return false;
    return true;
  }

  // False if no machine holds its states.
  bool keep(const relation::OptionSet& set) {
    Kept kept;
    Form number;
    kept.along_rows = set.directions.size() == 1 && is_along_rows(set.directions[0]);
    kept.of_row = kept.along_rows && whole_rows_;
    if (set.directions.size() == 1) {
      const std::size_t main = main_axis(set.directions[0]);
      const Lines lines(box_, set.directions[0], main, kept.of_row);
      kept.places = lines.count();
      kept.positions_of_line = lines.most_positions();
      if (kept.places == Lines::no_machine) return false;
      number = lines.number(inner_.axis);
    } else if (set.directions.empty()) {
      kept.places = 1;
      kept.of_row = true;
    } else {
      kept.places = *box_.volume();
      number.value = rank_of(box_, own_coordinates(dimensions()));
    }
    if (!set.removed.empty())
      kept.keeping =
          set.in_order && *box_.volume() <= most_in_order ? Keeping::in_order : Keeping::counted;
    program_.sets.push_back(kept);
    numbers_.push_back(std::move(number));
    return true;
  }

  // Where the fewest states are needed; not along rows, if possible.
  std::size_t main_axis(const Vector& u) const {
    std::optional<std::size_t> best;
    for (const rules::ScanAxis& axis : program_.scan)
      if (u[axis.axis] != 0 && (axis.axis != inner_.axis || !best) &&
          (!best ||
           Lines(box_, u, axis.axis, false).count() < Lines(box_, u, *best, false).count()))
        best = axis.axis;
    return *best;
  }

  void compile_set(std::uint32_t number) {
    const relation::OptionSet& set = scheme_.sets[number];
    if (set.directions.size() > 1) {
      about(Operation::clear, number, {});
      for (const Vector& u : set.directions) unite_before(number, u);
    }
    add_all(number, number);
    for (const relation::Target& target : set.removed)
      with_option(Operation::remove, number, {}, target);
  }

  // The options of S(x - u), where x - u is in the box.
  void unite_before(std::uint32_t set, const Vector& u) {
    Where where;
    for (std::size_t axis = 0; axis < u.size(); ++axis) {
      if (u[axis] == 0) continue;
      Linear from_low{Vector(dimensions()), -u[axis] - box_.low[axis]};
      Linear to_high{Vector(dimensions()), u[axis] + box_.high[axis]};
      from_low.coefficients[axis] = 1;
      to_high.coefficients[axis] = -1;
      where.at_least_zero.push_back(std::move(from_low));
      where.at_least_zero.push_back(std::move(to_high));
    }
    unite(set, set, std::move(where), shifted(numbers_[set], u), !is_along_rows(u));
  }

  // What `set` adds at x, to itself or to a set that takes all options of this list.
  void add_all(std::uint32_t set, std::uint32_t to) {
    for (const relation::Target& target : scheme_.sets[set].added)
      with_option(Operation::add, to, {}, target);
    for (const std::size_t other : scheme_.sets[set].added_sets) {
      const auto earlier = static_cast<std::uint32_t>(other);
      if (is_list(other))
        add_all(earlier, to);
      else
        unite(to, earlier, {}, numbers_[other], false);
    }
  }

  void read(std::uint32_t set, const Where& where) {
    if (!is_list(set)) return about(Operation::read, set, where);
    for (const relation::Target& target : scheme_.sets[set].added)
      with_option(Operation::option, set, where, target);
    for (const std::size_t other : scheme_.sets[set].added_sets)
      read(static_cast<std::uint32_t>(other), where);
  }

  void about(Operation operation, std::uint32_t set, const Where& where) {
    Instruction made{operation, set, set, where, {}, {}};
    made.place = join(made.where, numbers_[set], dimensions());
    program_.instructions.push_back(std::move(made));
  }

  void unite(std::uint32_t set, std::uint32_t other, Where where, const Form& source,
             bool in_earlier_row) {
    Instruction made{Operation::unite, set, other, std::move(where), {}, {}, in_earlier_row};
    made.place = join(made.where, numbers_[set], dimensions());
    made.source = join(made.where, source, dimensions());
    program_.instructions.push_back(std::move(made));
  }

  void with_option(Operation operation, std::uint32_t set, const Where& where,
                   const relation::Target& target) {
    Instruction made{operation, set, set, target.where, {}, rank_of(box_, target.coordinates)};
    made.where = conjunction(std::move(made.where), where, dimensions());
    made.place = join(made.where, numbers_[set], dimensions());
    for (std::size_t axis = 0; axis < dimensions(); ++axis)
      made.in_earlier_row |= axis != inner_.axis && differs(target.coordinates[axis], axis);
    program_.instructions.push_back(std::move(made));
  }

  // Finds the period and the gains.
  Status settle(Instruction& instruction) const {
    const Where& where = instruction.where;
    if (may_overflow(where, {&instruction.place, &instruction.source}, box_))
      return family::does_not_apply("numbers are too large");
    Vector gains(dimensions());
    gains[inner_.axis] = inner_.ascending ? 1 : -1;
    for (const Quotient& quotient : where.quotients) {
      std::int64_t gain = gain_of(quotient.dividend, gains);
      const std::int64_t times = quotient.divisor / std::gcd(gain, quotient.divisor);
      instruction.period *= times;
      if (instruction.period > longest_period)
        return family::does_not_apply(
            fmt::format("a condition repeats after more than {} positions", longest_period));
      for (std::int64_t& known : gains) known *= times;
      gain *= times;
      gains.push_back(gain / quotient.divisor);
    }
    for (const Linear& form : where.zero) instruction.zero_gains.push_back(gain_of(form, gains));
    for (const Linear& form : where.at_least_zero)
      instruction.at_least_zero_gains.push_back(gain_of(form, gains));
    instruction.place_gain = gain_of(instruction.place, gains);
    instruction.source_gain = gain_of(instruction.source, gains);
    return {};
  }

  const relation::Scheme& scheme_;
  const Box& box_;
  rules::ScanAxis inner_;
  bool whole_rows_;
  Program program_;
  std::vector<Form> numbers_;  // the place of the state of x, by set
};

}  // namespace

Result<Program> compile(const relation::Scheme& scheme, const Box& box, const Scan& scan,
                        bool whole_rows) {
  return Compiler(scheme, box, scan, whole_rows).compile();
}

}  // namespace grundy::scan
