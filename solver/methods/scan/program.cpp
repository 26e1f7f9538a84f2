#include "methods/scan/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "methods/family.hpp"

namespace grundy::scan {
namespace {

using kernels::scan::Keeping;
using kernels::scan::Operation;
using relation::Linear;
using relation::Quotient;
using relation::Vector;
using relation::Where;

constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;
constexpr std::uint64_t most_in_order = (std::uint64_t{1} << 32) - 1;  // see kernels::scan::Last

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > no_machine / b ? no_machine : a * b;
}

// A linear form with quotients of its own.
struct Form {
  std::vector<Quotient> quotients;
  Linear value;
};

// Puts quotients behind those of a condition.
class Joined {
 public:
  Joined(Where& where, std::size_t dimensions)
      : where_(where), dimensions_(dimensions), before_(where.quotients.size()) {}

  // The same form, with its own quotients where they are now.
  Linear moved(const Linear& form) const {
    Linear moved{{}, form.constant};
    const auto own = form.coefficients.begin() + static_cast<std::ptrdiff_t>(coordinates(form));
    moved.coefficients.assign(form.coefficients.begin(), own);
    moved.coefficients.resize(dimensions_ + before_);
    moved.coefficients.insert(moved.coefficients.end(), own, form.coefficients.end());
    return moved;
  }

  void add(const std::vector<Quotient>& quotients) {
    for (const Quotient& quotient : quotients)
      where_.quotients.push_back({moved(quotient.dividend), quotient.divisor});
  }

 private:
  std::size_t coordinates(const Linear& form) const {
    return std::min(dimensions_, form.coefficients.size());
  }

  Where& where_;
  std::size_t dimensions_;
  std::size_t before_;
};

Linear join(Where& where, const Form& form, std::size_t dimensions) {
  Joined joined(where, dimensions);
  joined.add(form.quotients);
  return joined.moved(form.value);
}

Where conjunction(Where where, const Where& other, std::size_t dimensions) {
  Joined joined(where, dimensions);
  joined.add(other.quotients);
  for (const Linear& form : other.zero) where.zero.push_back(joined.moved(form));
  for (const Linear& form : other.at_least_zero) where.at_least_zero.push_back(joined.moved(form));
  return where;
}

// The form at x - u in place of x.
Linear shifted(Linear form, const Vector& u) {
  for (std::size_t axis = 0; axis < std::min(u.size(), form.coefficients.size()); ++axis)
    form.constant -= form.coefficients[axis] * u[axis];
  return form;
}

Form shifted(Form form, const Vector& u) {
  for (Quotient& quotient : form.quotients)
    quotient.dividend = shifted(std::move(quotient.dividend), u);
  form.value = shifted(std::move(form.value), u);
  return form;
}

// Numbers the states of one direction by lines.
//
// A line of direction u is named by its position among the first |u[main]| planes across the main
// axis: by its place there along that axis, and by the coordinates that it has along all others.
// With the quotient t of the distance along the main axis and |u[main]| these are x - t u. Lines
// of a single row have the same other coordinates.
class Lines {
 public:
  Lines(const Box& box, const Vector& u, std::size_t main, bool of_row)
      : box_(box), u_(u), main_(main), of_row_(of_row) {
    step_ = std::abs(u[main]);
    most_steps_ = (box.extent(main) - 1) / step_;
  }

  std::uint64_t count() const {
    std::uint64_t count = static_cast<std::uint64_t>(std::min(step_, box_.extent(main_)));
    for (std::size_t axis = 0; axis < u_.size(); ++axis)
      if (axis != main_ && !of_row_)
        count = product(count, static_cast<std::uint64_t>(extent(axis)));
    return count;
  }

  // Of a line.
  std::uint64_t most_positions() const { return static_cast<std::uint64_t>(most_steps_) + 1; }

  // The number of the line of x. Those of neighbours along `inner` are adjacent.
  Form number(std::size_t inner) const {
    const bool rises = u_[main_] > 0;
    Linear distance{Vector(u_.size()), rises ? -box_.low[main_] : box_.high[main_]};
    distance.coefficients[main_] = rises ? 1 : -1;
    Form form;
    if (step_ > 1) form.quotients = {{distance, step_}};
    std::int64_t stride = 1;
    std::int64_t per_step = 0;  // what a step along u changes besides
    form.value.coefficients.resize(u_.size());
    const auto place = [&](std::size_t axis) {
      if (axis == main_ || of_row_) return;
      form.value.coefficients[axis] = stride;
      form.value.constant += stride * (most_fallen(axis) - box_.low[axis]);
      per_step -= stride * u_[axis];
      stride *= extent(axis);
    };
    place(inner);
    for (std::size_t axis = u_.size(); axis-- > 0;)
      if (axis != inner) place(axis);
    if (step_ > 1) {
      form.value.coefficients.push_back(per_step - stride * step_);
      per_step = stride;
    }
    form.value.coefficients[main_] += per_step * distance.coefficients[main_];
    form.value.constant += per_step * distance.constant;
    return form;
  }

 private:
  std::int64_t extent(std::size_t axis) const {
    return box_.extent(axis) + std::abs(u_[axis]) * most_steps_;
  }
  std::int64_t most_fallen(std::size_t axis) const {
    return std::max<std::int64_t>(0, u_[axis]) * most_steps_;
  }

  const Box& box_;
  const Vector& u_;
  std::size_t main_;
  bool of_row_;
  std::int64_t step_;
  std::int64_t most_steps_;
};

// The rank in the box of the position with these coordinates.
Linear rank_of(const Box& box, const std::vector<Linear>& coordinates) {
  const std::vector<std::int64_t> strides = box.strides();
  Linear rank;
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
    const Linear& coordinate = coordinates[axis];
    rank.coefficients.resize(std::max(rank.coefficients.size(), coordinate.coefficients.size()));
    for (std::size_t i = 0; i < coordinate.coefficients.size(); ++i)
      rank.coefficients[i] += strides[axis] * coordinate.coefficients[i];
    rank.constant += strides[axis] * (coordinate.constant - box.low[axis]);
  }
  return rank;
}

std::vector<Linear> own_coordinates(std::size_t dimensions) {
  std::vector<Linear> coordinates(dimensions, Linear{Vector(dimensions), 0});
  for (std::size_t axis = 0; axis < dimensions; ++axis) coordinates[axis].coefficients[axis] = 1;
  return coordinates;
}

// Whether the coordinate is always x[axis] and something other than 0.
bool differs(const Linear& coordinate, std::size_t axis) {
  for (std::size_t i = 0; i < coordinate.coefficients.size(); ++i)
    if (coordinate.coefficients[i] != (i == axis ? 1 : 0)) return false;
  return coordinate.coefficients.size() > axis && coordinate.constant != 0;
}

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
      if (kept.places == no_machine) return false;
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
    if (may_overflow(instruction)) return family::does_not_apply("numbers are too large");
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

  bool may_overflow(const Instruction& instruction) const {
    constexpr double most = 0x1p60;
    std::vector<double> greatest;  // of coordinates and quotients, at most
    for (std::size_t axis = 0; axis < dimensions(); ++axis)
      greatest.push_back(std::max(std::abs(static_cast<double>(box_.low[axis])),
                                  std::abs(static_cast<double>(box_.high[axis]))));
    bool too_large = false;
    const auto bound = [&](const Linear& form) {
      double sum = std::abs(static_cast<double>(form.constant));
      for (std::size_t i = 0; i < form.coefficients.size(); ++i)
        sum += std::abs(static_cast<double>(form.coefficients[i])) * greatest[i];
      too_large |= sum > most;
      return sum;
    };
    for (const Quotient& quotient : instruction.where.quotients)
      greatest.push_back(bound(quotient.dividend) / static_cast<double>(quotient.divisor) + 1);
    for (const Linear& form : instruction.where.zero) bound(form);
    for (const Linear& form : instruction.where.at_least_zero) bound(form);
    bound(instruction.place);
    bound(instruction.source);
    return too_large;
  }

  static std::int64_t gain_of(const Linear& form, const Vector& gains) {
    return std::inner_product(form.coefficients.begin(), form.coefficients.end(), gains.begin(),
                              std::int64_t{0});
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
