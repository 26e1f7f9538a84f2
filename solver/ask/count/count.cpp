#include "ask/count/count.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "ask/count/group.hpp"
#include "ask/count/xor_convolution.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/substitute.hpp"

namespace grundy::count {
namespace {

// The positions that the last two histograms make, of nimber 0 or of all others.
Amount combine(const Histogram& a, const Histogram& b, Outcome outcome, Arithmetic& arithmetic) {
  Amount result;
  if (outcome == Outcome::P) {
    for (std::size_t x = 0; x < std::min(a.size(), b.size()); ++x)
      arithmetic.add(arithmetic.product(a[x], b[x]), result);
    return result;
  }
  // All, less those of equal nimbers.
  Amount of_a;
  Amount of_b;
  for (const Amount& amount : a) arithmetic.add(amount, of_a);
  for (const Amount& amount : b) arithmetic.add(amount, of_b);
  result = arithmetic.product(of_a, of_b);
  const Amount lost = combine(a, b, Outcome::P, arithmetic);
  arithmetic.add({-lost.count, -lost.sum}, result);
  return result;
}

bool any_empty(const Question& question) {
  return std::ranges::any_of(question.ranges, &Range::empty);
}

}  // namespace

Result<Amount> count(const Question& question, const Options& options) {
  if (any_empty(question)) return Amount{};
  const auto terms = solve_terms(question, options);
  if (!terms) return terms.error();
  Arithmetic arithmetic(options.modulus, options.sum_coordinates);
  Histogram all{arithmetic.one()};
  Histogram last{arithmetic.one()};
  for (const Group& group : groups_of(question, *terms)) {
    auto next = histogram(group, question, options, arithmetic);
    if (!next) return next.error();
    all = convolve(all, last, arithmetic);
    last = *std::move(next);
  }
  const Amount result = combine(all, last, options.outcome, arithmetic);
  if (arithmetic.overflowed())
    return Error{
        Errc::unsupported,
        "numbers on the way to the result exceed 127 bits; ask for it modulo a number with "
        "option `mod`"};
  return result;
}

std::string to_string(Number number) {
  return fmt::format("{}", number);
}

namespace {

using rules::Condition;
using rules::Expression;

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t farthest = std::int64_t{1} << 62;
constexpr std::string_view name = "option `where`";

// Ranges that the coordinates of the games set to their variables.
std::vector<Range> ranges_of(const query::FreeSum& sum) {
  std::vector<Range> ranges(sum.variables.size(),
                            {std::numeric_limits<std::int64_t>::min(), no_bound});
  for (const query::FreeTerm& term : sum.terms)
    for (std::size_t axis = 0; axis < term.coordinates.size(); ++axis)
      if (const auto* variable = std::get_if<query::FreeVariable>(&term.coordinates[axis])) {
        const rules::Coordinate& coordinate = term.game->rules->coordinates[axis];
        Range& range = ranges[variable->number];
        range.low = std::max(range.low, coordinate.low);
        range.high = std::min(range.high, coordinate.high.value_or(no_bound));
      }
  return ranges;
}

Error expected_condition() {
  return {Errc::rules, fmt::format("{}: expected a condition, such as '0 <= a <= b <= 100'", name)};
}

// A game whose coordinates are the variables, with one move, under the condition: the rule language
// has the grammar, the messages and the places.
Result<rules::Rules> parse_condition(std::string_view text, const query::FreeSum& sum,
                                     const std::vector<Range>& ranges) {
  std::string ranged;
  for (std::size_t v = 0; v < sum.variables.size(); ++v)
    ranged += fmt::format("{}{} in {}..", v == 0 ? "" : ", ", sum.variables[v], ranges[v].low);
  auto games = rules::parse(fmt::format("game positions({}) ({}) -> () when\n{}", ranged,
                                        fmt::join(sum.variables, ", "), text),
                            name, {}, /*lines_before=*/1);
  if (!games) return games.error();
  if (games->size() != 1 || !games->front().endings.empty() || games->front().options.size() != 1)
    return expected_condition();
  return std::move(games->front());
}

std::optional<std::size_t> variable_of(const Expression& expression) {
  if (expression.op != Expression::Op::variable) return std::nullopt;
  return static_cast<std::size_t>(expression.value);
}

std::optional<std::int64_t> constant_of(const Expression& expression) {
  if (expression.op != Expression::Op::constant) return std::nullopt;
  return expression.value;
}

// left (op) right with the sides exchanged.
Condition::Op mirrored(Condition::Op op) {
  switch (op) {
    case Condition::Op::less:
      return Condition::Op::greater;
    case Condition::Op::less_equal:
      return Condition::Op::greater_equal;
    case Condition::Op::greater:
      return Condition::Op::less;
    case Condition::Op::greater_equal:
      return Condition::Op::less_equal;
    default:
      return op;
  }
}

// Takes a comparison of a variable with a number into its range; false if it does not fit there.
bool narrow(Range& range, Condition::Op op, std::int64_t bound) {
  if (bound < -farthest || bound > farthest) return false;
  const auto at_least = [&](std::int64_t low) { range.low = std::max(range.low, low); };
  const auto at_most = [&](std::int64_t high) { range.high = std::min(range.high, high); };
  switch (op) {
    case Condition::Op::equal:
      at_least(bound), at_most(bound);
      return true;
    case Condition::Op::less:
      at_most(bound - 1);
      return true;
    case Condition::Op::less_equal:
      at_most(bound);
      return true;
    case Condition::Op::greater:
      at_least(bound + 1);
      return true;
    case Condition::Op::greater_equal:
      at_least(bound);
      return true;
    default:
      return false;
  }
}

bool take_ordering(Question& question, Condition::Op op, std::size_t left, std::size_t right) {
  if (left == right) return false;
  switch (op) {
    case Condition::Op::less:
      question.orderings.push_back({left, right, true});
      return true;
    case Condition::Op::less_equal:
      question.orderings.push_back({left, right, false});
      return true;
    case Condition::Op::greater:
      question.orderings.push_back({right, left, true});
      return true;
    case Condition::Op::greater_equal:
      question.orderings.push_back({right, left, false});
      return true;
    default:
      return false;
  }
}

bool take_comparison(Question& question, const Condition& condition) {
  if (condition.sides.size() != 2) return false;
  const Expression& left = condition.sides[0];
  const Expression& right = condition.sides[1];
  const auto a = variable_of(left);
  const auto b = variable_of(right);
  if (a && b) return take_ordering(question, condition.op, *a, *b);
  if (a && constant_of(right))
    return narrow(question.ranges[*a], condition.op, *constant_of(right));
  if (b && constant_of(left))
    return narrow(question.ranges[*b], mirrored(condition.op), *constant_of(left));
  return false;
}

void take(Question& question, const Condition& condition) {
  if (condition.op == Condition::Op::all_of)
    for (const Condition& part : condition.parts) take(question, part);
  else if (!take_comparison(question, condition))
    question.general.push_back(condition);
}

// What orderings say of the ranges, until nothing changes: each round bounds one more variable.
void spread_bounds(Question& question) {
  for (std::size_t round = 0; round < question.ranges.size(); ++round)
    for (const Ordering& ordering : question.orderings) {
      Range& left = question.ranges[ordering.left];
      Range& right = question.ranges[ordering.right];
      const std::int64_t step = ordering.strict ? 1 : 0;
      if (right.high != no_bound) left.high = std::min(left.high, right.high - step);
      right.low = std::max(right.low, left.low + step);
    }
}

rules::Region region_of(const std::vector<Range>& ranges) {
  rules::Region region;
  for (const Range& range : ranges) {
    region.low.push_back(range.low);
    region.high.push_back(range.high == no_bound ? std::nullopt : std::optional(range.high));
  }
  return region;
}

// What all inequalities of the condition together say of each variable, as of m and n in
// `m <= n and m + n <= 100`.
void narrow_together(std::vector<Range>& ranges, const rules::Rules& condition) {
  rules::Facts facts(condition, condition.options.front(), region_of(ranges));
  const bool empty = facts.impossible();
  for (std::size_t v = 0; v < ranges.size(); ++v) {
    if (empty) {
      ranges[v].high = ranges[v].low - 1;
      continue;
    }
    const rules::Polynomial variable(rules::variable(v));
    const auto low = facts.lower(variable);
    const auto high = facts.upper(variable);
    if (low && *low <= farthest) ranges[v].low = std::max(ranges[v].low, *low);
    if (high && *high <= farthest) ranges[v].high = std::min(ranges[v].high, *high);
  }
}

// What `where` says of the position of a term, as a condition on the variables.
void take_where(Question& question, const query::FreeTerm& term) {
  std::vector<Expression> coordinates;
  for (const query::FreeCoordinate& coordinate : term.coordinates)
    if (const auto* free = std::get_if<query::FreeVariable>(&coordinate))
      coordinates.push_back(rules::variable(free->number));
    else
      coordinates.push_back(rules::constant(std::get<std::int64_t>(coordinate)));
  take(question, rules::at(term.game->rules->where, coordinates));
}

// Leaves ranges as they are where that is too much work, or numbers are too large.
void narrow_within_effort(std::vector<Range>& ranges, const rules::Rules& condition) {
  const rules::Effort effort;
  try {
    narrow_together(ranges, condition);
  } catch (const rules::EffortSpent&) {
  } catch (const std::overflow_error&) {
  }
}

}  // namespace

Result<Question> read(std::string_view expression, std::string_view condition,
                      query::Games& games) {
  auto sum = query::parse_free(expression, games);
  if (!sum) return sum.error();
  if (sum->variables.empty())
    return Error{Errc::usage, fmt::format("'{}' has no free coordinate to count over; write names "
                                          "for some, as in nim(a) + nim(b)",
                                          expression)};
  Question question{*std::move(sum), {}, {}, {}};
  question.ranges = ranges_of(question.sum);
  if (condition.find_first_not_of(" \t\r\n") == condition.npos) return expected_condition();
  const auto parsed = parse_condition(condition, question.sum, question.ranges);
  if (!parsed) return parsed.error();
  take(question, parsed->options.front().when);
  for (const query::FreeTerm& term : question.sum.terms) take_where(question, term);
  spread_bounds(question);
  if (!question.general.empty()) narrow_within_effort(question.ranges, *parsed);
  for (std::size_t v = 0; v < question.ranges.size(); ++v)
    if (question.ranges[v].high == no_bound)
      return Error{Errc::usage,
                   fmt::format("option `where`: nothing bounds {} above; add a comparison such as "
                               "`{} <= 100`",
                               question.sum.variables[v], question.sum.variables[v])};
  return question;
}

}  // namespace grundy::count
