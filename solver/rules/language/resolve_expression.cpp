#include "rules/language/resolve_expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "rules/expression.hpp"

namespace grundy::rules {

namespace {

bool is_bit_operation(std::string_view name) {
  return name == "band" || name == "bor" || name == "bxor";
}

}  // namespace

Expression ExpressionResolver::number(const Node& node) {
  switch (node.kind) {
    case Node::Kind::integer:
      return constant(node.value);
    case Node::Kind::name:
      return named(node);
    case Node::Kind::negate:
    case Node::Kind::subtract:
      return operation(node, Expression::Op::subtract);
    case Node::Kind::add:
      return operation(node, Expression::Op::add);
    case Node::Kind::multiply:
      return operation(node, Expression::Op::multiply);
    case Node::Kind::minimum:
      return operation(node, Expression::Op::minimum);
    case Node::Kind::maximum:
      return operation(node, Expression::Op::maximum);
    case Node::Kind::modulo:
      return division(node, node, Expression::Op::modulo);
    case Node::Kind::floor:
    case Node::Kind::ceil:
      return rounded(node);
    case Node::Kind::function:
      return function(node);
    case Node::Kind::bit_and:
    case Node::Kind::bit_or:
      if (functions_ != nullptr) return only_in_rules(node);
      return operation(node, node.kind == Node::Kind::bit_and ? Expression::Op::bit_and
                                                              : Expression::Op::bit_or);
    case Node::Kind::exclusive:
      return functions_ ? exclusive(node) : operation(node, Expression::Op::bit_xor);
    case Node::Kind::power:
      return power(node);
    case Node::Kind::element:
      return element(node);
    case Node::Kind::quotient:
      diagnostics_.report(node.place, "a quotient that is not rounded",
                          "write floor(a / b) or ceil(a / b)");
      return constant(1);
    default:
      diagnostics_.report(beginning(node), "expected a number, found a condition");
      return constant(1);
  }
}

Condition ExpressionResolver::condition(const Node& node) {
  switch (node.kind) {
    case Node::Kind::comparisons:
      return comparisons(node);
    case Node::Kind::member:
      return member(node);
    case Node::Kind::all_of:
      return joined(node, Condition::Op::all_of);
    case Node::Kind::any_of:
      return joined(node, Condition::Op::any_of);
    case Node::Kind::negation:
      return negate(condition(node.arguments.front()));
    case Node::Kind::function:
      if (functions_ == nullptr && node.text == "distinct") return distinct(node);
      [[fallthrough]];
    default:
      diagnostics_.report(beginning(node), "expected a condition, found a number",
                          "compare it with something, as in: n > 0");
      return {};
  }
}

std::int64_t ExpressionResolver::constant_number(const Node& node, std::string_view what) {
  const Expression value = number(node);
  if (value.op == Expression::Op::constant) return value.value;
  diagnostics_.report(beginning(node), fmt::format("{} must be constant", what),
                      "it may use numbers and parameters, no coordinates and no binders");
  return 1;
}

Expression ExpressionResolver::named(const Node& node) {
  if (const auto number = scope_.variable(node.text)) return variable(*number);
  const ParameterValue* parameter = scope_.parameter(node.text);
  if (parameter == nullptr)
    unknown({node.text, node.place}, "coordinate, binder or parameter", scope_.numbers());
  else if (const auto* value = std::get_if<std::int64_t>(parameter))
    return constant(*value);
  else if (std::holds_alternative<Array>(*parameter))
    diagnostics_.report(node.place,
                        fmt::format("expected a number, found the array `{}`", node.text),
                        fmt::format("its first number is {}[0]", node.text));
  else
    diagnostics_.report(node.place,
                        fmt::format("expected a number, found the set `{}`", node.text));
  return constant(1);
}

// Operations on bits are joined two by two, as all others with two arguments.
Expression ExpressionResolver::operation(const Node& node, Expression::Op op) {
  using Op = Expression::Op;
  std::vector<Expression> arguments;
  if (node.kind == Node::Kind::negate) arguments.push_back(constant(0));
  for (const Node& argument : node.arguments) arguments.push_back(number(argument));
  const bool takes_many = op == Op::minimum || op == Op::maximum;
  std::optional<Expression> result;
  if (takes_many || arguments.size() == 1) {
    result = combine(op, std::move(arguments));
  } else {
    result = std::move(arguments.front());
    for (std::size_t i = 1; i < arguments.size() && result; ++i)
      result = combine(op, {std::move(*result), std::move(arguments[i])});
  }
  if (result) return std::move(*result);
  overflows(node.place);
  return constant(1);
}

// A constant exponent makes a product, a constant base a power.
Expression ExpressionResolver::power(const Node& node) {
  const Expression base = number(node.arguments[0]);
  const Expression exponent = number(node.arguments[1]);
  if (exponent.op == Expression::Op::constant) {
    constexpr std::int64_t most_factors = 62;
    if (exponent.value < 0 || (exponent.value > most_factors && base.op != base.Op::constant)) {
      diagnostics_.report(beginning(node.arguments[1]),
                          fmt::format("the exponent is {}", exponent.value),
                          fmt::format("it must be from 0 to {}", most_factors));
      return constant(1);
    }
    std::optional<Expression> product = constant(1);
    for (std::int64_t i = 0; i < exponent.value && product; ++i)
      product = i == 0 ? base : combine(Expression::Op::multiply, {std::move(*product), base});
    if (product) return std::move(*product);
    overflows(node.place);
    return constant(1);
  }
  if (functions_ != nullptr) return only_in_rules(node);
  if (base.op != Expression::Op::constant) {
    diagnostics_.report(node.place, "neither the base nor the exponent of this power is constant",
                        "one of them must be");
    return constant(1);
  }
  if (base.value < 1) {
    diagnostics_.report(beginning(node.arguments[0]),
                        fmt::format("the base of this power is {}", base.value),
                        "it must be at least 1");
    return constant(1);
  }
  return {Expression::Op::power, 0, {base, exponent}};
}

// What a claim may not have.
Expression ExpressionResolver::only_in_rules(const Node& node) {
  diagnostics_.report(node.place, "rules may say this, claims may not",
                      "of the operations on bits claims have bxor");
  return constant(1);
}

Expression ExpressionResolver::element(const Node& node) {
  if (functions_ != nullptr) return only_in_rules(node);
  const ParameterValue* parameter = scope_.parameter(node.text);
  const Array* array = parameter == nullptr ? nullptr : std::get_if<Array>(parameter);
  Expression index = number(node.arguments[0]);
  if (array == nullptr) {
    if (parameter != nullptr || scope_.variable(node.text))
      diagnostics_.report(node.place, fmt::format("`{}` is no array", node.text),
                          "arrays are parameters, as in: param N = [2, 5, 10]");
    else
      unknown({node.text, node.place}, "array", scope_.arrays());
    return constant(1);
  }
  if (auto value = combine({Expression::Op::element, 0, {std::move(index)}, *array}))
    return std::move(*value);
  diagnostics_.report(
      beginning(node.arguments[0]),
      fmt::format("`{}` has no number {}", node.text, to_string(number(node.arguments[0]), {})),
      fmt::format("its numbers are {0}[0] to {0}[{1}]", node.text, array->members().size() - 1));
  return constant(1);
}

Array ExpressionResolver::array(const ArraySyntax& array) {
  std::vector<std::int64_t> members;
  for (const Node& member : array.members)
    members.push_back(constant_number(member, "a number of an array"));
  return Array(std::move(members));
}

Expression ExpressionResolver::division(const Node& node, const Node& sides, Expression::Op op) {
  std::vector<Expression> arguments;
  for (const Node& side : sides.arguments) arguments.push_back(number(side));
  if (arguments[1].op == Expression::Op::constant && arguments[1].value <= 0) {
    diagnostics_.report(beginning(sides.arguments[1]),
                        fmt::format("division by {}", arguments[1].value),
                        "a divisor must be positive");
    return constant(1);
  }
  if (auto result = combine(op, std::move(arguments))) return std::move(*result);
  overflows(node.place);
  return constant(1);
}

Expression ExpressionResolver::rounded(const Node& node) {
  const bool down = node.kind == Node::Kind::floor;
  const Node& sides = node.arguments.front();
  if (sides.kind == Node::Kind::quotient)
    return division(node, sides, down ? Expression::Op::floor_divide : Expression::Op::ceil_divide);
  const std::string_view name = down ? "floor" : "ceil";
  diagnostics_.report(beginning(sides), fmt::format("`{}` takes a quotient", name),
                      fmt::format("write {}(a / b)", name));
  return constant(1);
}

Expression ExpressionResolver::function(const Node& node) {
  if (functions_ == nullptr && (node.text == "popcount" || node.text == "gcd"))
    return counted(node);
  const auto kind = functions_ ? function_from(node.text) : std::nullopt;
  if (!kind) {
    const auto names = functions_ ? function_names() : std::span<const std::string_view>();
    const std::string known =
        fmt::format("the functions are floor, ceil, min, max, {}",
                    functions_ ? fmt::to_string(fmt::join(names, ", ")) : "gcd, popcount");
    diagnostics_.report(
        node.place, fmt::format("there is no function `{}`", node.text),
        is_bit_operation(node.text) ? fmt::format("write a {} b", node.text) : known);
    return constant(1);
  }
  const std::size_t expected = has_base(*kind) ? 2 : 1;
  if (node.arguments.size() != expected) {
    diagnostics_.report(
        node.place,
        fmt::format("`{}` takes {}, found {}", node.text,
                    expected == 2 ? "a number and a base" : "one number", node.arguments.size()));
    return constant(1);
  }
  Claim::Function one{*kind, {number(node.arguments[0])}};
  if (expected == 2) one.base = constant_number(node.arguments[1], "the base");
  if (expected == 2 && one.base < 2) {
    diagnostics_.report(beginning(node.arguments[1]), fmt::format("the base is {}", one.base),
                        "it must be at least 2");
    return constant(1);
  }
  return variable_of(std::move(one), node.place);
}

// popcount or gcd.
Expression ExpressionResolver::counted(const Node& node) {
  const bool is_one = node.text == "popcount";
  if (node.arguments.size() != (is_one ? 1 : 2)) {
    diagnostics_.report(node.place,
                        fmt::format("`{}` takes {}, found {}", node.text,
                                    is_one ? "one number" : "two numbers", node.arguments.size()));
    return constant(1);
  }
  std::vector<Expression> arguments;
  for (const Node& argument : node.arguments) arguments.push_back(number(argument));
  auto result =
      combine(is_one ? Expression::Op::popcount : Expression::Op::gcd, std::move(arguments));
  if (result) return std::move(*result);
  diagnostics_.report(node.place, "`popcount` of a negative number");
  return constant(1);
}

Expression ExpressionResolver::exclusive(const Node& node) {
  Claim::Function one{Claim::Function::Kind::exclusive, {}};
  for (const Node& argument : node.arguments) one.of.push_back(number(argument));
  std::int64_t all = 0;
  for (const Expression& term : one.of) {
    if (term.op != Expression::Op::constant) return variable_of(std::move(one), node.place);
    all ^= term.value;
  }
  if (all != std::numeric_limits<std::int64_t>::min()) return constant(all);
  overflows(node.place);
  return constant(1);
}

Expression ExpressionResolver::variable_of(Claim::Function function, Place place) {
  const auto known = std::find(functions_->begin(), functions_->end(), function);
  const auto number = static_cast<Variable>(known - functions_->begin());
  if (known == functions_->end()) functions_->push_back(std::move(function));
  if (functions_->size() > max_functions)
    diagnostics_.report(place, fmt::format("more than {} different functions", max_functions));
  return variable(first_function_ + number);
}

// Members of listed, odd and even sets become comparisons, those of other sets a function.
Condition ExpressionResolver::member(const Node& node) {
  using Op = Condition::Op;
  Expression n = number(node.arguments.front());
  NumberSet set = this->set(node.sets.front());
  if (set.kind == NumberSet::Kind::odd || set.kind == NumberSet::Kind::even) {
    const std::int64_t wanted = set.kind == NumberSet::Kind::odd ? 1 : 0;
    Expression rest = *combine(Expression::Op::modulo, {n, constant(2)});
    return join(Op::all_of, {compare(Op::greater, std::move(n), constant(0)),
                             compare(Op::equal, std::move(rest), constant(wanted))});
  }
  if (set.kind != NumberSet::Kind::listed && functions_ == nullptr) {
    diagnostics_.report(node.place, "conditions of rules know no sets without end but odd and even",
                        "a binder goes through them, as in: for p in primes when p = n");
    return {};
  }
  if (set.kind != NumberSet::Kind::listed)
    return compare(
        Op::equal,
        variable_of({Claim::Function::Kind::member, {std::move(n)}, 0, std::move(set)}, node.place),
        constant(1));
  std::vector<Condition> parts;
  written_out_ += set.listed.size() * (node.size + 1);
  if (written_out_ > max_nodes) {
    diagnostics_.report(node.place,
                        fmt::format("more than {} numbers, names and operations", max_nodes),
                        "of a listed set there is a comparison for each member");
    return {};
  }
  for (const std::int64_t member : set.listed)
    parts.push_back(compare(Op::equal, n, constant(member)));
  return join(Op::any_of, std::move(parts));
}

Condition ExpressionResolver::comparisons(const Node& node) {
  std::vector<Expression> sides;
  for (const Node& side : node.arguments) sides.push_back(number(side));
  std::vector<Condition> parts;
  for (std::size_t i = 0; i < node.signs.size(); ++i)
    parts.push_back(compare(node.signs[i], sides[i], sides[i + 1]));
  return join(Condition::Op::all_of, std::move(parts));
}

// Every two of the numbers differ.
Condition ExpressionResolver::distinct(const Node& node) {
  std::vector<Expression> numbers;
  for (const Node& argument : node.arguments) numbers.push_back(number(argument));
  if (numbers.size() < 2)
    diagnostics_.report(node.place, "`distinct` takes two numbers or more, found 1");
  std::vector<Condition> parts;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = i + 1; j < numbers.size(); ++j)
      parts.push_back(compare(Condition::Op::not_equal, numbers[i], numbers[j]));
  return join(Condition::Op::all_of, std::move(parts));
}

Condition ExpressionResolver::joined(const Node& node, Condition::Op op) {
  std::vector<Condition> parts;
  for (const Node& part : node.arguments) parts.push_back(condition(part));
  return join(op, std::move(parts));
}

NumberSet ExpressionResolver::set(const SetSyntax& set) {
  if (!set.parameter.empty()) return parameter({set.parameter, set.place});
  NumberSet result;
  result.kind = set.kind;
  std::vector<std::int64_t> members;
  for (const Node& member : set.members)
    members.push_back(constant_number(
        member, set.kind == NumberSet::Kind::powers ? "the base" : "a member of a set"));
  if (set.kind == NumberSet::Kind::listed) return listed(std::move(members));
  if (set.kind == NumberSet::Kind::powers) {
    result.base = members.front();
    if (result.base < 2)
      diagnostics_.report(beginning(set.members.front()),
                          fmt::format("the base of powers is {}", result.base),
                          "it must be at least 2");
  }
  return result;
}

NumberSet ExpressionResolver::parameter(const Name& name) {
  const ParameterValue* parameter = scope_.parameter(name.text);
  if (parameter != nullptr)
    if (const auto* members = std::get_if<std::vector<std::int64_t>>(parameter))
      return listed(*members);
  if (parameter != nullptr || scope_.variable(name.text))
    diagnostics_.report(
        name.place,
        fmt::format(
            "expected a set, found the {} `{}`",
            parameter != nullptr && std::holds_alternative<Array>(*parameter) ? "array" : "number",
            name.text),
        "a range is lo .. hi or lo ..");
  else
    unknown(name, "set", scope_.sets());
  return {};
}

void ExpressionResolver::overflows(Place place) {
  diagnostics_.report(place, "this overflows",
                      "integers go from -9223372036854775807 to 9223372036854775807");
}

void ExpressionResolver::unknown(const Name& name, std::string_view what,
                                 const std::vector<std::string_view>& candidates) {
  if (reported_.insert(name.text).second)
    diagnostics_.report(name.place, fmt::format("there is no {} `{}`", what, name.text),
                        did_you_mean(name.text, candidates));
}

NumberSet listed(std::vector<std::int64_t> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  NumberSet set;
  set.listed = std::move(members);
  return set;
}

std::optional<std::string_view> Scope::taken(std::string_view name) const {
  if (parameter(name) != nullptr) return "a parameter";
  const auto number = variable(name);
  if (!number) return std::nullopt;
  return *number < coordinates_ ? "a coordinate" : "a binder";
}

void Scope::add_parameter(std::string name, ParameterValue value) {
  parameters_.insert_or_assign(std::move(name), std::move(value));
}

void Scope::add_coordinate(std::string name) {
  variables_.push_back(std::move(name));
  ++coordinates_;
}

void Scope::add_binder(std::string name) {
  variables_.push_back(std::move(name));
}

void Scope::drop_binders() {
  variables_.resize(coordinates_);
}

std::optional<Variable> Scope::variable(std::string_view name) const {
  const auto at = std::find(variables_.begin(), variables_.end(), name);
  if (at == variables_.end()) return std::nullopt;
  return static_cast<Variable>(at - variables_.begin());
}

const ParameterValue* Scope::parameter(std::string_view name) const {
  const auto at = parameters_.find(std::string(name));
  return at == parameters_.end() ? nullptr : &at->second;
}

std::vector<std::string_view> Scope::numbers() const {
  std::vector<std::string_view> names(variables_.begin(), variables_.end());
  std::erase(names, "game");  // the first coordinate of a joint game, which users never write
  for (const auto& [name, value] : parameters_)
    if (std::holds_alternative<std::int64_t>(value)) names.push_back(name);
  return names;
}

std::vector<std::string_view> Scope::sets() const {
  std::vector<std::string_view> names;
  for (const NamedSet& set : named_sets) names.push_back(set.name);
  for (const auto& [name, value] : parameters_)
    if (std::holds_alternative<std::vector<std::int64_t>>(value)) names.push_back(name);
  return names;
}

std::vector<std::string_view> Scope::arrays() const {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : parameters_)
    if (std::holds_alternative<Array>(value)) names.push_back(name);
  return names;
}

}  // namespace grundy::rules
