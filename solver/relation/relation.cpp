#include "relation/relation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "relation/translate.hpp"

namespace grundy::relation {
namespace {

using rules::Binder;
using rules::Expression;
using rules::NumberSet;
using rules::OptionRule;
using rules::Rules;

constexpr std::int64_t most_written_out = 256;  // values of a binder

Set universe_of(const Rules& rules, isl_ctx* context) {
  Set universe = Translator(context, rules.coordinate_names()).everything();
  for (unsigned axis = 0; axis < rules.dimensions(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    const auto value = [&](std::int64_t number) { return isl_val_int_from_si(context, number); };
    universe =
        Set(isl_set_lower_bound_val(universe.take(), isl_dim_set, axis, value(coordinate.low)));
    if (coordinate.high)
      universe =
          Set(isl_set_upper_bound_val(universe.take(), isl_dim_set, axis, value(*coordinate.high)));
  }
  return universe;
}

// The values of a binder, if they are few and constant.
std::optional<std::vector<std::int64_t>> constant_values(const Binder& binder) {
  if (binder.set) {
    const bool few = binder.set->kind == NumberSet::Kind::listed &&
                     binder.set->listed.size() <= most_written_out;
    return few ? std::optional(binder.set->listed) : std::nullopt;
  }
  if (binder.low.op != Expression::Op::constant || !binder.high ||
      binder.high->op != Expression::Op::constant)
    return std::nullopt;
  const std::int64_t low = binder.low.value, high = binder.high->value;
  if (high >= low && high - low >= most_written_out) return std::nullopt;
  std::vector<std::int64_t> values;
  for (std::int64_t value = low; value <= high; ++value) values.push_back(value);
  return values;
}

// One rule, as sets and functions of points whose coordinates are those of a position and the
// values of the binders.
class RuleReader {
 public:
  RuleReader(const Rules& rules, const OptionRule& rule, isl_ctx* context)
      : rules_(rules), rule_(rule), translator_(context, rules.variable_names(rule)) {}

  const std::optional<std::string>& outside() const { return translator_.outside(); }

  // The points for which the rule gives an option.
  Set where() {
    Set where = translator_.condition(rule_.when);
    for (std::size_t i = 0; i < rule_.binders.size(); ++i) where = where & values(i);
    return where;
  }

  Map options(const Set& where) {
    std::optional<Map> all;
    for (const auto& summand : rule_.summands)
      for (const Expression& coordinate : summand) {
        Map one(isl_map_from_pw_aff(translator_.number(coordinate).take()));
        all = all ? Map(isl_map_flat_range_product(all->take(), one.take())) : std::move(one);
      }
    return Map(isl_map_project_out(isl_map_intersect_domain(all->take(), where.copy()), isl_dim_in,
                                   dimensions(), binders()));
  }

  Set positions(const Set& where) const {
    return Set(isl_set_project_out(where.copy(), isl_dim_set, dimensions(), binders()));
  }

 private:
  unsigned dimensions() const { return static_cast<unsigned>(rules_.dimensions()); }
  unsigned binders() const { return static_cast<unsigned>(rule_.binders.size()); }

  Set compared(rules::Condition::Op op, Expression left, Expression right) {
    return translator_.condition({op, {std::move(left), std::move(right)}, {}});
  }

  Set values(std::size_t i) {
    using Op = rules::Condition::Op;
    const Binder& binder = rule_.binders[i];
    const Expression k = rules::variable(rules_.dimensions() + i);
    if (binder.set) return members(*binder.set, k);
    Set values = compared(Op::greater_equal, k, binder.low);
    return binder.high ? values & compared(Op::less_equal, k, *binder.high) : values;
  }

  Set members(const NumberSet& set, const Expression& k) {
    using Op = rules::Condition::Op;
    using Kind = NumberSet::Kind;
    if (set.kind == Kind::odd || set.kind == Kind::even) {
      const Expression rest{Expression::Op::modulo, 0, {k, rules::constant(2)}};
      return compared(Op::greater_equal, k, rules::constant(1)) &
             compared(Op::equal, rest, rules::constant(set.kind == Kind::odd ? 1 : 0));
    }
    if (set.kind != Kind::listed) {
      translator_.set_outside("a binder over numbers such as squares, primes or powers");
      return translator_.everything();
    }
    rules::Condition any{Op::any_of, {}, {}};
    for (const std::int64_t member : set.listed)
      any.parts.push_back({Op::equal, {k, rules::constant(member)}, {}});
    return translator_.condition(any);
  }

  const Rules& rules_;
  const OptionRule& rule_;
  Translator translator_;
};

class RelationBuilder {
 public:
  RelationBuilder(const Rules& rules, isl_ctx* context) : rules_(rules), context_(context) {
    relation_.universe = universe_of(rules, context);
    relation_.lost = relation_.won = relation_.to_nothing = nowhere();
    relation_.moves = Map(isl_map_from_domain_and_range(nowhere().take(), nowhere().take()));
  }

  Result<Relation> relation() {
    if (Status read = endings(); !read) return read.error();
    playing_ = relation_.universe - relation_.lost - relation_.won;
    for (const OptionRule& rule : rules_.options)
      if (Status read = add(rule); !read) return read.error();
    return std::move(relation_);
  }

 private:
  Set nowhere() const { return relation_.universe - relation_.universe; }

  static Error outside(const std::string& construct, const rules::Place& place) {
    return {Errc::unsupported,
            fmt::format("{} in line {} is outside linear arithmetic", construct, place.line)};
  }

  Status endings() {
    for (const rules::Ending& ending : rules_.endings) {
      Translator translator(context_, rules_.coordinate_names());
      const Set where =
          (translator.condition(ending.when) & relation_.universe) - relation_.lost - relation_.won;
      if (translator.outside()) return outside(*translator.outside(), ending.place);
      Set& ended = ending.outcome == Outcome::P ? relation_.lost : relation_.won;
      ended = ended | where;
    }
    return {};
  }

  // Adds the rule unchanged, or with the values of a binder written out.
  Status add(const OptionRule& rule) {
    if (!rule.stretches.empty()) return outside("a sum of variable length", rule.place);
    RuleReader reader(rules_, rule, context_);
    const Set where = reader.where();
    std::optional<Map> options;
    if (!rule.summands.empty()) options = reader.options(where);
    if (reader.outside()) return write_out(rule, outside(*reader.outside(), rule.place));
    if (!options)
      relation_.to_nothing = relation_.to_nothing | (reader.positions(where) & playing_);
    else
      add(*options, rule.summands.size());
    return {};
  }

  void add(const Map& options, std::size_t summands) {
    Set range = relation_.universe;
    for (std::size_t i = 1; i < summands; ++i)
      range = Set(isl_set_flat_product(range.take(), relation_.universe.copy()));
    Map inside(isl_map_intersect_range(isl_map_intersect_domain(options.copy(), playing_.copy()),
                                       range.take()));
    if (summands == 1)
      relation_.moves = relation_.moves | inside;
    else
      relation_.sums.push_back({std::move(inside), summands});
  }

  Status write_out(const OptionRule& rule, const Error& why) {
    for (std::size_t i = 0; i < rule.binders.size(); ++i) {
      const auto values = constant_values(rule.binders[i]);
      if (!values || values->size() == 1) continue;
      for (const std::int64_t value : *values)
        if (Status added = add(with_binder(rule, i, value)); !added) return added;
      return {};
    }
    return why;
  }

  // The rule with a single value for a binder, which is kept.
  OptionRule with_binder(const OptionRule& rule, std::size_t i, std::int64_t value) const {
    OptionRule one =
        rules::replaced(rule, rules::variable(rules_.dimensions() + i), rules::constant(value));
    one.binders[i].set = NumberSet{NumberSet::Kind::listed, 0, {value}};
    return one;
  }

  const Rules& rules_;
  isl_ctx* context_;
  Set playing_;
  Relation relation_;
};

// Longer lists are left to methods that take each member by itself.
constexpr std::size_t most_listed = 64;
// isl is slow with more floors, ceilings and remainders than these in a rule.
constexpr std::size_t most_divisions = 12;

std::size_t divisions(const Expression& expression) {
  std::size_t sum = rules::divides(expression.op) ? 1 : 0;
  for (const Expression& argument : expression.arguments) sum += divisions(argument);
  return sum;
}

std::size_t divisions(const rules::Condition& condition) {
  std::size_t sum = 0;
  for (const Expression& side : condition.sides) sum += divisions(side);
  for (const rules::Condition& part : condition.parts) sum += divisions(part);
  return sum;
}

std::size_t divisions(const OptionRule& rule) {
  std::size_t sum = divisions(rule.when);
  for (const rules::Binder& binder : rule.binders)
    sum += divisions(binder.low) + (binder.high ? divisions(*binder.high) : 0);
  for (const std::vector<Expression>& option : rule.summands)
    for (const Expression& coordinate : option) sum += divisions(coordinate);
  return sum;
}

}  // namespace

std::string why_too_large(const OptionRule& rule) {
  if (divisions(rule) > most_divisions) return "it has many divisions";
  const auto is_long = [](const rules::Binder& binder) {
    return binder.set && binder.set->listed.size() > most_listed;
  };
  return std::ranges::any_of(rule.binders, is_long) ? "it lists many numbers" : "";
}

Result<Relation> relation_of(const Rules& rules, isl_ctx* context) {
  return RelationBuilder(rules, context).relation();
}

}  // namespace grundy::relation
