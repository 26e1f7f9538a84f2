#include "law/certificate/root_range.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;

__extension__ using Wide = __int128;  // of GCC and Clang; ISO C++ has none

constexpr rules::Variable heap = 0, option = 1;

// How a number changes as one variable grows.
enum class Trend : std::uint8_t { same, grows, falls, unknown };

Trend both(Trend a, Trend b) {
  if (a == Trend::same) return b;
  return b == Trend::same || a == b ? a : Trend::unknown;
}

Trend reversed(Trend a) {
  return a == Trend::grows ? Trend::falls : a == Trend::falls ? Trend::grows : a;
}

struct Trends {
  Trend in_heap = Trend::same, in_option = Trend::same;
  bool is_natural = false;  // at least 0

  static Trends unknown() { return {Trend::unknown, Trend::unknown, false}; }
};

Trends joined(const Trends& a, const Trends& b, bool is_natural) {
  return {both(a.in_heap, b.in_heap), both(a.in_option, b.in_option), is_natural};
}

Trends reversed(const Trends& a) {
  return {reversed(a.in_heap), reversed(a.in_option), false};
}

// For heaps and options of at least 0.
Trends trends_of(const Expression& expression) {
  using Op = Expression::Op;
  if (expression.op == Op::constant) return {Trend::same, Trend::same, expression.value >= 0};
  if (expression.op == Op::variable) {
    const bool is_heap = expression.value == static_cast<std::int64_t>(heap);
    return {is_heap ? Trend::grows : Trend::same, is_heap ? Trend::same : Trend::grows, true};
  }
  std::vector<Trends> of;
  for (const Expression& argument : expression.arguments) of.push_back(trends_of(argument));
  const auto all_natural =
      std::ranges::all_of(of, [](const Trends& trends) { return trends.is_natural; });
  switch (expression.op) {
    case Op::add:
      return joined(of[0], of[1], all_natural);
    case Op::subtract:
      return joined(of[0], reversed(of[1]), false);
    case Op::multiply:
      return all_natural ? joined(of[0], of[1], true) : Trends::unknown();
    case Op::floor_divide:
    case Op::ceil_divide:
      return all_natural ? joined(of[0], reversed(of[1]), true) : Trends::unknown();
    case Op::minimum:
    case Op::maximum: {
      Trends all = of.front();
      for (const Trends& one : of) all = joined(all, one, all_natural);
      return all;
    }
    default:
      return Trends::unknown();
  }
}

// Numbers beyond this are only known to be large.
constexpr Wide huge = Wide{1} << 100;

struct Number {
  Wide value;
  bool is_huge;
};

std::optional<Number> number_of(Wide value) {
  if (value < -huge) return std::nullopt;
  return Number{std::min(value, huge), value >= huge};
}

std::optional<Number> calculated(Expression::Op op, const Number& a, const Number& b) {
  using Op = Expression::Op;
  switch (op) {
    case Op::add:
      if (a.is_huge || b.is_huge) return std::nullopt;
      return number_of(a.value + b.value);
    case Op::subtract:
      if (a.is_huge || b.is_huge) return std::nullopt;
      return number_of(a.value - b.value);
    case Op::multiply: {
      Wide product = 0;
      if (a.value < 0 || b.value < 0) return std::nullopt;
      if (a.value == 0 || b.value == 0) return Number{0, false};
      if (__builtin_mul_overflow(a.value, b.value, &product)) return Number{huge, true};
      return number_of(product);
    }
    case Op::floor_divide:
    case Op::ceil_divide: {
      if (a.is_huge || b.value <= 0 || a.value < 0) return std::nullopt;
      const Wide up = op == Op::ceil_divide ? b.value - 1 : 0;
      return number_of((a.value + up) / b.value);
    }
    case Op::minimum:
      return a.value <= b.value ? a : b;
    case Op::maximum:
      return a.value >= b.value ? a : b;
    default:
      return std::nullopt;
  }
}

std::optional<Number> evaluated(const Expression& expression, Heap n, Heap y) {
  if (expression.op == Expression::Op::constant) return Number{expression.value, false};
  if (expression.op == Expression::Op::variable)
    return Number{expression.value == static_cast<std::int64_t>(heap) ? n : y, false};
  auto all = evaluated(expression.arguments.front(), n, y);
  for (std::size_t i = 1; i < expression.arguments.size() && all; ++i) {
    const auto next = evaluated(expression.arguments[i], n, y);
    if (!next) return std::nullopt;
    all = calculated(expression.op, *all, *next);
  }
  return all;
}

// less <= more, or less < more.
struct Bound {
  Expression less, more;
  bool is_strict;

  std::optional<bool> holds(Heap n, Heap y) const {
    const auto a = evaluated(less, n, y), b = evaluated(more, n, y);
    if (!a || !b || (a->is_huge && b->is_huge)) return std::nullopt;
    return is_strict ? a->value < b->value : a->value <= b->value;
  }
};

std::optional<Bound> bound_of(const Condition& condition) {
  if (condition.op == Condition::Op::negation) {
    auto bound = bound_of(condition.parts.front());
    if (bound) bound = Bound{bound->more, bound->less, !bound->is_strict};
    return bound;
  }
  if (condition.sides.size() != 2) return std::nullopt;
  const Expression& left = condition.sides[0];
  const Expression& right = condition.sides[1];
  switch (condition.op) {
    case Condition::Op::less:
      return Bound{left, right, true};
    case Condition::Op::less_equal:
      return Bound{left, right, false};
    case Condition::Op::greater:
      return Bound{right, left, true};
    case Condition::Op::greater_equal:
      return Bound{right, left, false};
    default:
      return std::nullopt;
  }
}

class RootOptions final : public RangeOptions {
 public:
  explicit RootOptions(Heap first) : first_(first) {}

  // Whether it bounds the options by an end that never falls.
  bool add(Bound bound) {
    const Trends trends =
        joined(trends_of(bound.less), reversed(trends_of(bound.more)), false);  // must be <= 0
    const auto is = [](Trend trend, Trend wanted) {
      return trend == Trend::same || trend == wanted;
    };
    if (is(trends.in_option, Trend::grows) && is(trends.in_heap, Trend::falls))
      upper_.push_back(std::move(bound));
    else if (is(trends.in_option, Trend::falls) && is(trends.in_heap, Trend::grows))
      lower_.push_back(std::move(bound));
    else
      return false;
    return true;
  }

  std::optional<Heap> low(Heap n) const override {
    const auto below = last_where(lower_, /*hold=*/false, n);
    return below ? std::optional(*below + 1) : std::nullopt;
  }

  std::optional<Heap> high(Heap n) const override { return last_where(upper_, /*hold=*/true, n); }

 private:
  // The last option below n for which all bounds hold, or do not; first - 1 if there is none.
  std::optional<Heap> last_where(const std::vector<Bound>& bounds, bool hold, Heap n) const {
    Heap before = first_ - 1, beyond = n;
    while (beyond - before > 1) {
      const Heap middle = before + (beyond - before) / 2;
      const auto all = all_hold(bounds, n, middle);
      if (!all) return std::nullopt;
      (*all == hold ? before : beyond) = middle;
    }
    return before;
  }

  static std::optional<bool> all_hold(const std::vector<Bound>& bounds, Heap n, Heap y) {
    for (const Bound& bound : bounds) {
      const auto holds = bound.holds(n, y);
      if (!holds || !*holds) return holds;
    }
    return true;
  }

  Heap first_;
  std::vector<Bound> lower_, upper_;
};

// Whether this is n less a constant of at least 1, or the minimum of that and others.
bool is_below_heap(const Expression& end) {
  if (end.op == Expression::Op::minimum) return std::ranges::any_of(end.arguments, is_below_heap);
  return end.op == Expression::Op::subtract && end.arguments[0] == rules::variable(heap) &&
         end.arguments[1].op == Expression::Op::constant && end.arguments[1].value >= 1;
}

bool add_all(RootOptions& options, const Condition& condition) {
  if (condition.op == Condition::Op::all_of)
    return std::ranges::all_of(condition.parts,
                               [&](const Condition& part) { return add_all(options, part); });
  auto bound = bound_of(condition);
  return bound && options.add(*std::move(bound));
}

}  // namespace

std::unique_ptr<const RangeOptions> root_range(const rules::Rules& rules) {
  if (rules.dimensions() != 1 || rules.coordinates[0].low < 0 || !rules.endings.empty() ||
      rules.options.size() != 1)
    return nullptr;
  const rules::OptionRule& rule = rules.options.front();
  const Expression y = rules::variable(option);
  if (rule.binders.size() != 1 || rule.binders[0].set || !rule.binders[0].high ||
      rule.summands.size() != 1 || rule.summands[0].size() != 1 || rule.summands[0][0] != y)
    return nullptr;
  const rules::Binder& binder = rule.binders[0];
  if (!is_below_heap(*binder.high)) return nullptr;
  auto options = std::make_unique<RootOptions>(rules.coordinates[0].low);
  if (!options->add({binder.low, y, false}) || !options->add({y, *binder.high, false}) ||
      !add_all(*options, rule.when))
    return nullptr;
  return options;
}

}  // namespace grundy::law
