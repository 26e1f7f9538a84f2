#include "rules/language/resolve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include "rules/expression.hpp"
#include "rules/language/binder_of_parts.hpp"
#include "rules/language/resolve_expression.hpp"
#include "rules/language/take_and_break.hpp"
#include "rules/language/where.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::rules {
namespace {

// The statement `symmetric` written out: every option rule and ending is replaced by its images
// under all permutations of the symmetric groups, without repeats. Rules are repeats if they differ
// only in the order of summands, of binders, or of the arguments of + * min max and or.

using Op = Expression::Op;
using Compare = Condition::Op;
using Renaming = std::vector<Variable>;  // the new number of every variable

Expression renamed(const Expression& e, const Renaming& to) {
  if (e.op == Expression::Op::variable) return variable(to[static_cast<Variable>(e.value)]);
  std::vector<Expression> arguments;
  for (const Expression& argument : e.arguments) arguments.push_back(renamed(argument, to));
  return with_arguments(e, std::move(arguments));
}

Condition renamed(const Condition& c, const Renaming& to) {
  Condition result{c.op, {}, {}};
  for (const Expression& side : c.sides) result.sides.push_back(renamed(side, to));
  for (const Condition& part : c.parts) result.parts.push_back(renamed(part, to));
  return result;
}

// Positions of other games keep the order of their coordinates.
OptionRule renamed(const OptionRule& rule, const Renaming& to,
                   const std::optional<Expression>& own = std::nullopt) {
  const auto is_of_other = [&](std::size_t summand) {
    return own && rule.summands[summand][0] != *own;
  };
  OptionRule result = rule;
  for (Binder& binder : result.binders) {
    binder.low = renamed(binder.low, to);
    if (binder.high) binder.high = renamed(*binder.high, to);
  }
  result.when = renamed(rule.when, to);
  // The expression of coordinate x moves to the coordinate that x became.
  for (std::size_t s = 0; s < rule.summands.size(); ++s)
    for (std::size_t axis = 0; axis < rule.summands[s].size(); ++axis)
      result.summands[s][is_of_other(s) ? axis : to[axis]] = renamed(rule.summands[s][axis], to);
  for (std::size_t i = 0; i < rule.stretches.size(); ++i) {
    result.stretches[i].count = renamed(rule.stretches[i].count, to);
    if (is_of_other(rule.stretches[i].first)) continue;
    for (std::size_t axis = 0; axis < rule.stretches[i].step.size(); ++axis)
      result.stretches[i].step[to[axis]] = rule.stretches[i].step[axis];
  }
  return result;
}

Ending renamed(const Ending& ending, const Renaming& to, const std::optional<Expression>&) {
  return {ending.outcome, renamed(ending.when, to), ending.place};
}

// Keys: texts that are equal for rules equal up to the order of commuting parts.

std::string bracketed(char sign, int op, std::vector<std::string> parts, bool commutes) {
  if (commutes) std::sort(parts.begin(), parts.end());
  std::string key = fmt::format("{}{}", sign, op);
  for (const std::string& part : parts) key += part + ",";
  return key + ")";
}

std::string key(const Expression& e, const Renaming& to) {
  if (e.op == Op::constant) return fmt::format("#{}", e.value);
  if (e.op == Op::variable) return fmt::format("${}", to[static_cast<Variable>(e.value)]);
  std::vector<std::string> parts;
  for (const Expression& argument : e.arguments) parts.push_back(key(argument, to));
  for (const std::int64_t member : e.array.members()) parts.push_back(std::to_string(member));
  const bool commutes = e.op == Op::add || e.op == Op::multiply || e.op == Op::minimum ||
                        e.op == Op::maximum || e.op == Op::bit_and || e.op == Op::bit_or ||
                        e.op == Op::bit_xor || e.op == Op::gcd;
  return bracketed('(', static_cast<int>(e.op), std::move(parts), commutes);
}

std::string key(const Condition& c, const Renaming& to) {
  std::vector<std::string> parts;
  for (const Expression& side : c.sides) parts.push_back(key(side, to));
  for (const Condition& part : c.parts) parts.push_back(key(part, to));
  const bool ordered = c.op == Compare::less || c.op == Compare::less_equal ||
                       c.op == Compare::greater || c.op == Compare::greater_equal;
  return bracketed('?', static_cast<int>(c.op), std::move(parts), !ordered);
}

std::string key(const NumberSet& set) {
  std::string key = fmt::format("{{{}:{}", static_cast<int>(set.kind), set.base);
  for (const std::int64_t member : set.listed) key += fmt::format(" {}", member);
  return key;
}

std::string key(const Binder& binder, const Renaming& to) {
  if (binder.set) return key(*binder.set);
  return key(binder.low, to) + ".." + (binder.high ? key(*binder.high, to) : "");
}

std::string key(const OptionRule& rule, const Renaming& to, std::size_t dimensions) {
  std::vector<std::string> binders(rule.binders.size()), summands;
  for (std::size_t b = 0; b < rule.binders.size(); ++b)
    binders[to[dimensions + b] - dimensions] = key(rule.binders[b], to);
  for (const auto& summand : rule.summands) {
    std::vector<std::string> coordinates;
    for (const Expression& e : summand) coordinates.push_back(key(e, to));
    summands.push_back(bracketed('[', 0, std::move(coordinates), false));
  }
  for (const Stretch& stretch : rule.stretches) {
    std::string steps;
    for (const std::int64_t step : stretch.step) steps += fmt::format(" {}", step);
    summands[stretch.first] += fmt::format("first{}*{}", steps, key(stretch.count, to));
    if (!stretch.repeats()) summands[stretch.last] = "last" + summands[stretch.first];
  }
  return bracketed('f', 0, std::move(binders), false) + key(rule.when, to) +
         bracketed('s', 0, std::move(summands), true);
}

Renaming identity(std::size_t variables) {
  Renaming to(variables);
  std::iota(to.begin(), to.end(), Variable{0});
  return to;
}

// Of more binders the orders are too many. Then some repeats stay, which only cost time.
constexpr std::size_t most_in_any_order = 4;

// The least key over all orders of the binders.
std::string key(const OptionRule& rule, std::size_t dimensions) {
  Renaming to = identity(dimensions + rule.binders.size());
  const auto first = to.begin() + static_cast<std::ptrdiff_t>(dimensions);
  std::string least = key(rule, to, dimensions);
  if (rule.binders.size() > most_in_any_order) return least;
  while (std::next_permutation(first, to.end())) least = std::min(least, key(rule, to, dimensions));
  return least;
}

std::string key(const Ending& ending, std::size_t dimensions) {
  return std::to_string(static_cast<int>(ending.outcome)) + key(ending.when, identity(dimensions));
}

// Sizes: the count of numbers, names, operations and members of sets.
std::size_t nodes(const Expression& e) {
  std::size_t sum = 1;
  for (const Expression& argument : e.arguments) sum += nodes(argument);
  return sum;
}

std::size_t nodes(const Condition& c) {
  std::size_t sum = 1;
  for (const Expression& side : c.sides) sum += nodes(side);
  for (const Condition& part : c.parts) sum += nodes(part);
  return sum;
}

std::size_t nodes(const OptionRule& rule) {
  std::size_t sum = nodes(rule.when);
  for (const Binder& binder : rule.binders) {
    sum += nodes(binder.low) + (binder.high ? nodes(*binder.high) : 0);
    if (binder.set) sum += binder.set->listed.size();
  }
  for (const auto& summand : rule.summands)
    for (const Expression& e : summand) sum += nodes(e);
  for (const Stretch& stretch : rule.stretches) sum += nodes(stretch.count);
  return sum;
}

std::size_t nodes(const Ending& ending) {
  return nodes(ending.when);
}

// Exchanges of neighbours generate all permutations of a group.
std::vector<std::pair<std::size_t, std::size_t>> exchanges(const Rules& rules) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& group : rules.symmetric)
    for (std::size_t i = 1; i < group.size(); ++i) pairs.emplace_back(group[i - 1], group[i]);
  return pairs;
}

// Closes the list under the exchanges, orbit by orbit.
template <class Item>
std::optional<Place> write_out(const Rules& rules, std::vector<Item>& items) {
  const auto own = rules.joint ? std::optional(constant(rules.coordinates[0].low)) : std::nullopt;
  std::unordered_set<std::string> seen;
  std::vector<Item> all;
  std::size_t size = 0;
  const auto add = [&](Item item) {
    if (!seen.insert(key(item, rules.dimensions())).second) return;
    size += nodes(item);
    all.push_back(std::move(item));
  };
  for (Item& original : items) {
    const Place place = original.place;
    std::size_t next = all.size();
    for (add(std::move(original)); next < all.size(); ++next)
      for (const auto& [a, b] : exchanges(rules)) {
        Renaming to = identity(rules.dimensions() + max_binders);
        std::swap(to[a], to[b]);
        add(renamed(all[next], to, own));
        if (all.size() > max_rules || size > max_nodes) return place;
      }
  }
  items = std::move(all);
  return std::nullopt;
}

// Images stand where their original stood. Returns the place of the rule that makes the game too
// large (grammar.hpp: max_rules, max_nodes). The rules are then incomplete.
std::optional<Place> write_out_symmetry(Rules& rules) {
  const auto place = write_out(rules, rules.options);
  return place ? place : write_out(rules, rules.endings);
}

// The resolver of one game.

class Resolver {
  // A position of a sum, or a stretch of them, by its ends; and where it has some positions and
  // where none.
  struct SumPart {
    std::vector<std::vector<Expression>> ends;
    std::optional<Stretch> stretch;
    Condition some;
    Condition none;
  };

  // Each doubles the rules.
  static constexpr std::ptrdiff_t most_variable = 4;

 public:
  Resolver(const GameSyntax& game, const Parameters& overrides, Diagnostics& diagnostics,
           OtherGames* others)
      : game_(game),
        overrides_(overrides),
        diagnostics_(diagnostics),
        others_(others),
        before_(diagnostics.count()) {}

  Rules rules() {
    rules_.name = game_.name.text;
    rules_.description = game_.description.value_or("");
    rules_.convention = game_.convention;
    rules_.text = game_.text;
    for (const ParameterSyntax& syntax : game_.parameters) parameter(syntax);
    rules_.parameters = scope_.parameters();
    if (others_ != nullptr) begin_joint();
    for (const CoordinateSyntax& syntax : game_.coordinates) coordinate(syntax);
    for (const std::vector<Name>& group : game_.symmetric) symmetry(group);
    for (const WhereSyntax& syntax : game_.where) where(syntax);
    for (const auto& syntax : game_.options) std::visit([&](const auto& s) { option(s); }, syntax);
    for (const EndingSyntax& syntax : game_.endings) ending(syntax);
    for (const WhereSyntax& syntax : game_.falls)
      rules_.falls = {expressions_.number(syntax.condition), syntax.place};
    if (game_.options.empty() && game_.sound_body)
      diagnostics_.report(game_.name.place,
                          fmt::format("the game `{}` has no rules", game_.name.text),
                          "write at least one: (n) -> (n - 1)");
    if (rules_.falls || !is_true(rules_.where)) refuse_variable_sums();
    if (diagnostics_.count() == before_) {
      if (!rules_.joint) write_where(rules_);
      write_out();
    }
    return std::move(rules_);
  }

 private:
  // The first coordinate says which game a position is of.
  void begin_joint() {
    const auto number = static_cast<std::int64_t>(others_->own());
    rules_.joint = JointGame{{{rules_.name, {}, game_.coordinates.size()}}};
    rules_.coordinates.push_back({"game", number, number});
    scope_.add_coordinate("game");
  }

  // Their positions between the ends stand in no rule, where `where` and `falls` could reach them.
  void refuse_variable_sums() {
    for (const OptionRule& rule : rules_.options)
      if (!rule.stretches.empty())
        diagnostics_.report(rule.place,
                            "`where` and `falls` do not go with sums of variable length",
                            "say the condition in the rules instead");
  }

  bool is_free(const Name& name) {
    const auto owner = scope_.taken(name.text);
    if (owner)
      diagnostics_.report(name.place,
                          fmt::format("`{}` is already the name of {}", name.text, *owner),
                          "choose another name");
    return !owner;
  }

  void parameter(const ParameterSyntax& parameter) {
    if (is_free(parameter.name))
      scope_.add_parameter(std::string(parameter.name.text), value(parameter));
  }

  ParameterValue value(const ParameterSyntax& parameter) {
    const ParameterValue usual = written(parameter);
    const auto given = overrides_.find(std::string(parameter.name.text));
    return given == overrides_.end() ? usual : overridden(parameter.name, given->second, usual);
  }

  ParameterValue written(const ParameterSyntax& parameter) {
    ParameterValue usual;
    if (const auto* number = std::get_if<Node>(&parameter.value))
      usual = expressions_.constant_number(*number, "a parameter");
    else if (const auto* array = std::get_if<ArraySyntax>(&parameter.value))
      usual = expressions_.array(*array);
    else if (const auto& set = std::get<SetSyntax>(parameter.value);
             set.kind == NumberSet::Kind::listed)
      usual = expressions_.set(set).listed;
    else
      diagnostics_.report(set.place,
                          "a parameter is an integer, a set in braces or an array in brackets",
                          "named sets stand after `for k in`");
    return usual;
  }

  // A number given for a set or an array is the only one in it. A list may mean either.
  ParameterValue overridden(const Name& name, const ParameterValue& given,
                            const ParameterValue& usual) {
    if (std::holds_alternative<std::int64_t>(usual)) {
      if (std::holds_alternative<std::int64_t>(given)) return given;
      const bool is_array = std::holds_alternative<Array>(given);
      diagnostics_.report(name.place, fmt::format("`{}` was given {}, but is a number", name.text,
                                                  is_array ? "an array" : "a set"));
      return usual;
    }
    const bool wants_array = std::holds_alternative<Array>(usual);
    std::vector<std::int64_t> members = members_of(given);
    if (!wants_array) members = listed(std::move(members)).listed;
    if (members.size() > max_members)
      diagnostics_.report(
          name.place, fmt::format("`{}` was given more than {} members", name.text, max_members));
    if (!wants_array) return members;
    if (members.empty())
      diagnostics_.report(name.place,
                          fmt::format("`{}` was given an array without numbers", name.text));
    return Array(std::move(members));
  }

  static std::vector<std::int64_t> members_of(const ParameterValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return {*number};
    if (const auto* set = std::get_if<std::vector<std::int64_t>>(&value)) return *set;
    const auto members = std::get<Array>(value).members();
    return {members.begin(), members.end()};
  }

  void coordinate(const CoordinateSyntax& coordinate) {
    is_free(coordinate.name);  // if not, goes on, so that positions keep their length
    Coordinate result{std::string(coordinate.name.text), 0, std::nullopt};
    if (coordinate.range) {
      const auto& [low, high] = *coordinate.range;
      result.low = expressions_.constant_number(low, "the end of a coordinate's range");
      if (high)
        result.high = expressions_.constant_number(*high, "the end of a coordinate's range");
      const Place place = high ? beginning(*high) : beginning(low);
      if (result.low > result.high.value_or(result.low))
        diagnostics_.report(place,
                            fmt::format("the range {} .. {} of `{}` is empty", result.low,
                                        *result.high, result.name),
                            "the low end comes first");
      else if (result.low < -coordinate_limit ||
               result.high.value_or(result.low) > coordinate_limit)
        diagnostics_.report(place, fmt::format("the range of `{}` is too wide", result.name),
                            "coordinates stay within -10^18 .. 10^18");
    }
    rules_.coordinates.push_back(std::move(result));
    scope_.add_coordinate(std::string(coordinate.name.text));
  }

  void symmetry(const std::vector<Name>& group) {
    std::vector<std::size_t> axes;
    for (const Name& name : group) {
      const auto axis = scope_.variable(name.text);
      if (!axis)
        diagnostics_.report(name.place, fmt::format("there is no coordinate `{}`", name.text));
      else if (!grouped_.insert(name.text).second)
        diagnostics_.report(name.place,
                            fmt::format("`{}` is said to be symmetric twice", name.text),
                            "groups have no coordinate in common");
      else
        axes.push_back(*axis);
    }
    if (axes.size() != group.size()) return;
    if (group.size() < 2)
      diagnostics_.report(group.front().place,
                          "a single coordinate has nothing to be symmetric with");
    const Coordinate& first = rules_.coordinates[axes.front()];
    for (std::size_t i = 1; i < axes.size(); ++i) {
      const Coordinate& other = rules_.coordinates[axes[i]];
      if (other.low != first.low || other.high != first.high)
        diagnostics_.report(
            group[i].place,
            fmt::format("`{}` and `{}` have different ranges", first.name, other.name),
            "symmetric coordinates must have the same range");
    }
    std::sort(axes.begin(), axes.end());
    rules_.symmetric.push_back(std::move(axes));
  }

  void option(const RuleSyntax& syntax) {
    left_side(syntax);
    OptionRule rule;
    rule.text = syntax.text;
    rule.place = syntax.place;
    std::vector<Condition> conditions;
    for (const BinderSyntax& name : syntax.binders) {
      if (!is_free(name.name)) continue;
      if (const auto* parts = std::get_if<PartsSyntax>(&name.domain)) {
        BinderOfParts made =
            binder_of_parts(*parts, std::string(name.name.text), expressions_.number(parts->of),
                            rules_.dimensions() + rule.binders.size());
        rule.binders.push_back(std::move(made.binder));
        std::ranges::move(made.conditions, std::back_inserter(conditions));
      } else {
        rule.binders.push_back(binder(name));
      }
      scope_.add_binder(std::string(name.name.text));
    }
    if (syntax.when) conditions.push_back(expressions_.condition(*syntax.when));
    rule.when = join(Condition::Op::all_of, std::move(conditions));
    std::vector<SumPart> parts;
    for (const PositionSyntax& summand : syntax.sum)
      parts.push_back(part(summand, rules_.dimensions() + rule.binders.size()));
    scope_.drop_binders();
    const auto of_variable_length = [](const SumPart& part) { return !is_true(part.some); };
    if (std::ranges::count_if(parts, of_variable_length) > most_variable)
      diagnostics_.report(
          syntax.place,
          fmt::format("more than {} sums of variable length in one option", most_variable));
    else
      add_rules(std::move(rule), parts);
  }

  // A rule for each choice of the parts that have no positions.
  void add_rules(OptionRule rule, std::span<const SumPart> parts) {
    if (is_false(rule.when)) return;
    if (parts.empty()) return rules_.options.push_back(std::move(rule));
    const SumPart& part = parts.front();
    OptionRule without = rule;
    without.when = join(Condition::Op::all_of, {std::move(without.when), part.none});
    rule.when = join(Condition::Op::all_of, {std::move(rule.when), part.some});
    if (part.stretch) {
      rule.stretches.push_back(*part.stretch);
      rule.stretches.back().first = rule.summands.size();
      rule.stretches.back().last = rule.summands.size() + part.ends.size() - 1;
    }
    rule.summands.insert(rule.summands.end(), part.ends.begin(), part.ends.end());
    add_rules(std::move(rule), parts.subspan(1));
    add_rules(std::move(without), parts.subspan(1));
  }

  SumPart part(const PositionSyntax& syntax, Variable next) {
    try {
      if (syntax.times) return repeated(syntax);
      if (syntax.over) return stretched(syntax, next);
    } catch (const std::runtime_error&) {
      diagnostics_.report(syntax.place, "the numbers in this sum are too large to reason about",
                          "use coefficients that fit 64 bits after multiplying out");
    }
    return {{position(syntax)}, std::nullopt, Condition(), negate(Condition())};
  }

  SumPart repeated(const PositionSyntax& syntax) {
    std::vector<Expression> equal = position(syntax);
    std::vector<std::int64_t> step(equal.size());
    return counted({std::move(equal)}, expressions_.number(*syntax.times), std::move(step));
  }

  // `next`: the variable that runs over the positions, which the rule does not keep.
  SumPart stretched(const PositionSyntax& syntax, Variable next) {
    const auto& [name, range] = *syntax.over;
    const Expression low = expressions_.number(range.low);
    const Expression high = expressions_.number(*range.high);
    const bool is_new = is_free(name);
    if (is_new) scope_.add_binder(std::string(name.text));
    const std::vector<Expression> any = position(syntax);
    if (is_new) scope_.drop_last_binder();
    std::vector<std::int64_t> step;
    for (std::size_t axis = 0; axis < any.size(); ++axis) {
      const auto split = Polynomial(any[axis]).split(next);
      const auto slope = split ? split->coefficient.as_constant() : std::nullopt;
      if (!slope)
        diagnostics_.report(beginning(syntax.coordinates[axis - (others_ ? 1 : 0)]),
                            "the positions of a sum must follow each other in equal steps",
                            fmt::format("write e + c * {} with a constant c", name.text));
      step.push_back(slope.value_or(0));
    }
    const Expression count = (Polynomial(high) - Polynomial(low) + Polynomial(1)).expression();
    std::vector<std::vector<Expression>> ends{with(any, next, low)};
    if (std::ranges::any_of(step, [](std::int64_t s) { return s != 0; }))
      ends.push_back(with(any, next, high));
    SumPart made = counted(std::move(ends), count, std::move(step));
    if (count.op != Expression::Op::constant) {
      made.some = compare(Condition::Op::less_equal, low, high);
      made.none = compare(Condition::Op::greater, low, high);
    } else if (count.value < 1) {
      made.none = Condition();
    }
    return made;
  }

  static std::vector<Expression> with(const std::vector<Expression>& position, Variable variable,
                                      const Expression& value) {
    std::vector<Expression> found;
    for (const Expression& coordinate : position)
      found.push_back(replaced(coordinate, grundy::rules::variable(variable), value));
    return found;
  }

  static SumPart counted(std::vector<std::vector<Expression>> ends, Expression count,
                         std::vector<std::int64_t> step) {
    if (count == constant(1)) ends.resize(1);
    SumPart part{std::move(ends), std::nullopt,
                 compare(Condition::Op::greater_equal, count, constant(1)),
                 compare(Condition::Op::equal, count, constant(0))};
    if (count != constant(1)) part.stretch = Stretch{0, 0, std::move(count), std::move(step)};
    return part;
  }

  void left_side(const RuleSyntax& rule) {
    auto names = rules_.coordinate_names();
    if (others_ != nullptr) names.erase(names.begin());
    const bool same =
        std::equal(names.begin(), names.end(), rule.left.begin(), rule.left.end(),
                   [](const std::string& name, const Name& left) { return name == left.text; });
    if (!same)
      diagnostics_.report(rule.left.front().place,
                          "the left side must be all coordinates of the game in their order",
                          fmt::format("write ({})", fmt::join(names, ", ")));
  }

  std::vector<Expression> position(const PositionSyntax& syntax) {
    std::vector<Expression> position;
    std::size_t expected = game_.coordinates.size();
    if (others_ != nullptr) {
      const std::size_t number = number_of(syntax);
      expected = others_->coordinates(number);
      position.push_back(constant(static_cast<std::int64_t>(number)));
    }
    if (syntax.coordinates.size() != expected)
      diagnostics_.report(syntax.place,
                          fmt::format("a position of `{}` has {} coordinate{}, this has {}",
                                      syntax.game.value_or(game_.name).text, expected,
                                      expected == 1 ? "" : "s", syntax.coordinates.size()));
    for (const Node& node : syntax.coordinates) position.push_back(expressions_.number(node));
    return position;
  }

  // The number of the game that the position is of.
  std::size_t number_of(const PositionSyntax& syntax) {
    if (!syntax.game) return others_->own();
    std::vector<OtherGames::Given> given;
    for (const ParameterSyntax& parameter : syntax.given)
      given.push_back({parameter.name, passed_on(parameter)});
    return others_->number(*syntax.game, given, diagnostics_);
  }

  // A name alone may be that of a set or an array.
  ParameterValue passed_on(const ParameterSyntax& parameter) {
    std::string_view name;
    if (const auto* node = std::get_if<Node>(&parameter.value);
        node && node->kind == Node::Kind::name)
      name = node->text;
    else if (const auto* set = std::get_if<SetSyntax>(&parameter.value))
      name = set->parameter;
    const ParameterValue* const known = scope_.parameter(name);
    return known != nullptr ? *known : written(parameter);
  }

  Binder binder(const BinderSyntax& syntax) {
    Binder binder;
    binder.name = syntax.name.text;
    if (const auto* set = std::get_if<SetSyntax>(&syntax.domain))
      binder.set = expressions_.set(*set);
    else {
      const auto& [low, high] = std::get<RangeSyntax>(syntax.domain);
      binder.low = expressions_.number(low);
      if (high) binder.high = expressions_.number(*high);
    }
    return binder;
  }

  void option(const CodeSyntax& syntax) {
    if (rules_.written_dimensions() != 1 || rules_.coordinates.back().low != 0) {
      diagnostics_.report(syntax.place, "a code describes the moves in one heap",
                          "it needs a game with one coordinate that starts at 0");
      return;
    }
    if (const auto mistake = mistake_in_code(syntax.code)) {
      const std::size_t column = syntax.place.column + mistake->offset;
      diagnostics_.report({syntax.place.line, column}, mistake->message, mistake->hint);
      return;
    }
    for (const std::string& text : rules_of_code(syntax.code, scope_.numbers(), scope_.sets())) {
      Diagnostics flawless;
      RuleSyntax rule = Grammar(text, flawless).rule();
      rule.place = syntax.place;
      option(rule);
      rules_.options.back().text = text;
    }
  }

  void ending(const EndingSyntax& syntax) {
    Ending ending{syntax.outcome, expressions_.condition(syntax.when), syntax.place};
    if (!is_false(ending.when)) rules_.endings.push_back(std::move(ending));
  }

  // Several hold together. Each must be the same in all orders of symmetric coordinates.
  void where(const WhereSyntax& syntax) {
    const Condition condition = expressions_.condition(syntax.condition);
    if (is_false(condition))
      diagnostics_.report(syntax.place, "`where` holds nowhere", "then there are no positions");
    const Renaming same = identity(rules_.dimensions());
    const std::string own = key(compared_with_zero(condition), same);
    for (const auto& [a, b] : exchanges(rules_)) {
      Renaming to = same;
      std::swap(to[a], to[b]);
      const Condition image = renamed(condition, to);
      if (key(compared_with_zero(image), same) == own) continue;
      const Difference found = difference(rules_, condition, image);
      if (found.tuple || !found.is_decided) return refuse_order(found.tuple, syntax.place);
    }
    rules_.where = join(Condition::Op::all_of, {std::move(rules_.where), condition});
  }

  void refuse_order(const std::optional<Position>& tuple, Place place) {
    diagnostics_.report(
        place,
        tuple ? fmt::format("`where` holds of {} in one order of the symmetric coordinates, and "
                            "not in another",
                            grundy::to_string(*tuple))
              : "`where` is not written alike for all orders of the symmetric coordinates, and it "
                "is not known to be the same",
        "leave `symmetric` out and write all rules, or a condition that does not depend on the "
        "order, such as `distinct`");
  }

  void too_large(Place place) {
    diagnostics_.report(place, "written out for all permutations, the game becomes too large",
                        fmt::format("at most {} rules with {} numbers, names and operations",
                                    max_rules, max_nodes));
  }

  void write_out() {
    if (const auto place = write_out_symmetry(rules_)) too_large(*place);
  }

  const GameSyntax& game_;
  const Parameters& overrides_;
  Diagnostics& diagnostics_;
  OtherGames* others_;  // null if none is named
  std::size_t before_;  // mistakes known before
  Scope scope_;
  ExpressionResolver expressions_{scope_, diagnostics_};
  std::set<std::string_view> grouped_;
  Rules rules_;
};

}  // namespace

std::optional<Rules> resolve(const GameSyntax& game, const Parameters& overrides,
                             Diagnostics& diagnostics, OtherGames* others) {
  if (!game.sound_header) return std::nullopt;
  const std::size_t before = diagnostics.count();
  Rules rules = Resolver(game, overrides, diagnostics, others).rules();
  if (diagnostics.count() > before) return std::nullopt;
  return rules;
}

}  // namespace grundy::rules
