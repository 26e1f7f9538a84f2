#include "generator/shrink.hpp"

#include <functional>
#include <utility>

namespace grundy::generator {
namespace {

template <class T>
std::vector<T> without(std::vector<T> all, std::size_t index) {
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  return all;
}

// Each list with one element gone.
template <class T>
void drop_one(const std::vector<T>& all, const std::function<void(std::vector<T>)>& use) {
  for (std::size_t i = 0; i < all.size(); ++i) use(without(all, i));
}

// Each list with one element replaced by a lesser one.
template <class T, class Lesser>
void lessen_one(const std::vector<T>& all, const Lesser& lesser_of,
                const std::function<void(std::vector<T>)>& use) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (T& less : lesser_of(all[i])) {
      std::vector<T> changed = all;
      changed[i] = std::move(less);
      use(std::move(changed));
    }
}

std::vector<Number> lesser_numbers(const Number& number) {
  std::vector<Number> all = number.parts;
  if (number.op == Number::Op::constant) {
    if (number.value != 0) all.push_back(constant(0));
    if (number.value > 1 || number.value < 0) all.push_back(constant(1));
    if (number.value > 2) all.push_back(constant(number.value - 1));
    if (number.value < -1) all.push_back(constant(number.value + 1));
    return all;
  }
  all.push_back(constant(0));
  all.push_back(constant(1));
  if (number.parts.size() > 2)
    drop_one<Number>(number.parts,
                     [&](std::vector<Number> parts) { all.push_back(make(number.op, parts)); });
  lessen_one<Number>(number.parts, lesser_numbers,
                     [&](std::vector<Number> parts) { all.push_back(make(number.op, parts)); });
  return all;
}

std::vector<Condition> lesser_conditions(const Condition& condition) {
  std::vector<Condition> all = condition.parts;
  const auto keep = [&](auto member, auto value) {
    Condition less = condition;
    less.*member = std::move(value);
    all.push_back(std::move(less));
  };
  if (condition.op == Condition::Op::distinct) {
    if (condition.numbers.size() > 2)
      drop_one<Number>(condition.numbers,
                       [&](auto numbers) { keep(&Condition::numbers, std::move(numbers)); });
    return all;
  }
  if (condition.op != Condition::Op::comparison) {
    if (condition.parts.size() > 2)
      drop_one<Condition>(condition.parts,
                          [&](auto parts) { keep(&Condition::parts, std::move(parts)); });
    lessen_one<Condition>(condition.parts, lesser_conditions,
                          [&](auto parts) { keep(&Condition::parts, std::move(parts)); });
    return all;
  }
  if (condition.signs.size() > 1)
    for (const std::size_t end : {std::size_t{0}, condition.signs.size()}) {
      Condition less = condition;
      less.numbers = without(condition.numbers, end);
      less.signs = without(condition.signs, end == 0 ? 0 : end - 1);
      all.push_back(std::move(less));
    }
  lessen_one<Number>(condition.numbers, lesser_numbers,
                     [&](auto numbers) { keep(&Condition::numbers, std::move(numbers)); });
  return all;
}

std::vector<Binder> lesser_binders(const Binder& binder) {
  std::vector<Binder> all{{binder.name, Binder::Kind::at_least, {constant(1)}, ""}};
  const auto keep = [&](std::vector<Number> numbers) {
    Binder less = binder;
    less.numbers = std::move(numbers);
    all.push_back(std::move(less));
  };
  if (binder.kind == Binder::Kind::listed) drop_one<Number>(binder.numbers, keep);
  lessen_one<Number>(binder.numbers, lesser_numbers, keep);
  return all;
}

// `name` is replaced by `by` wherever it stands.
void replace(Number& number, const std::string& name, const Number& by) {
  if (number.op == Number::Op::name && number.name == name) {
    number = by;
    return;
  }
  for (Number& part : number.parts) replace(part, name, by);
}

void replace(Condition& condition, const std::string& name, const Number& by) {
  for (Number& number : condition.numbers) replace(number, name, by);
  for (Condition& part : condition.parts) replace(part, name, by);
}

void replace(Rule& rule, const std::string& name, const Number& by) {
  for (Summand& summand : rule.summands)
    for (Number& number : summand) replace(number, name, by);
  for (Stretch& stretch : rule.stretches) {
    for (Number& number : stretch.position) replace(number, name, by);
    for (Number& number : stretch.numbers) replace(number, name, by);
  }
  for (Binder& binder : rule.binders)
    for (Number& number : binder.numbers) replace(number, name, by);
  if (rule.when) replace(*rule.when, name, by);
}

std::vector<Rule> without_a_binder(const Rule& rule) {
  std::vector<Rule> all;
  for (std::size_t i = 0; i < rule.binders.size(); ++i)
    for (const std::int64_t value : {0, 1}) {
      Rule less = rule;
      less.binders = without(rule.binders, i);
      replace(less, rule.binders[i].name, constant(value));
      all.push_back(std::move(less));
    }
  return all;
}

std::vector<Summand> lesser_summands(const Summand& summand) {
  std::vector<Summand> all;
  lessen_one<Number>(summand, lesser_numbers, [&](Summand less) { all.push_back(less); });
  return all;
}

std::vector<Stretch> lesser_stretches(const Stretch& stretch) {
  std::vector<Stretch> all;
  for (Summand& less : lesser_summands(stretch.position))
    all.push_back({std::move(less), stretch.over, stretch.numbers});
  lessen_one<Number>(stretch.numbers, lesser_numbers, [&](auto less) {
    all.push_back({stretch.position, stretch.over, std::move(less)});
  });
  return all;
}

std::vector<Rule> lesser_rules(const Rule& rule) {
  std::vector<Rule> all;
  const auto keep = [&](auto member, auto value) {
    Rule less = rule;
    less.*member = std::move(value);
    all.push_back(std::move(less));
  };
  if (rule.when) keep(&Rule::when, std::optional<Condition>());
  if (rule.other) keep(&Rule::other, std::optional<std::size_t>());
  for (Rule& less : without_a_binder(rule)) all.push_back(std::move(less));
  drop_one<Summand>(rule.summands, [&](auto less) { keep(&Rule::summands, std::move(less)); });
  drop_one<Stretch>(rule.stretches, [&](auto less) { keep(&Rule::stretches, std::move(less)); });
  lessen_one<Stretch>(rule.stretches, lesser_stretches,
                      [&](auto less) { keep(&Rule::stretches, std::move(less)); });
  if (rule.when)
    for (Condition& less : lesser_conditions(*rule.when))
      keep(&Rule::when, std::optional(std::move(less)));
  lessen_one<Binder>(rule.binders, lesser_binders,
                     [&](auto less) { keep(&Rule::binders, std::move(less)); });
  lessen_one<Summand>(rule.summands, lesser_summands,
                      [&](auto less) { keep(&Rule::summands, std::move(less)); });
  return all;
}

std::vector<Ending> lesser_endings(const Ending& ending) {
  std::vector<Ending> all;
  for (Condition& less : lesser_conditions(ending.when))
    all.push_back({ending.won, std::move(less)});
  return all;
}

std::vector<Coordinate> lesser_coordinates(const Coordinate& coordinate) {
  std::vector<Coordinate> all;
  if (!coordinate.low) return all;
  all.push_back({coordinate.name, std::nullopt, std::nullopt});
  if (coordinate.high) all.push_back({coordinate.name, coordinate.low, std::nullopt});
  for (Number& less : lesser_numbers(*coordinate.low))
    all.push_back({coordinate.name, std::move(less), coordinate.high});
  if (coordinate.high)
    for (Number& less : lesser_numbers(*coordinate.high))
      all.push_back({coordinate.name, coordinate.low, std::move(less)});
  return all;
}

// The coordinate is 0 everywhere.
Game without_coordinate(const Game& game, std::size_t axis) {
  Game less = game;
  const std::string name = game.coordinates[axis].name;
  less.coordinates = without(game.coordinates, axis);
  for (Rule& rule : less.rules) {
    for (Summand& summand : rule.summands) summand = without(std::move(summand), axis);
    for (Stretch& stretch : rule.stretches)
      stretch.position = without(std::move(stretch.position), axis);
    replace(rule, name, constant(0));
  }
  for (Ending& ending : less.endings) replace(ending.when, name, constant(0));
  if (less.where) replace(*less.where, name, constant(0));
  if (less.falls) replace(*less.falls, name, constant(0));
  less.groups.clear();
  for (std::vector<std::size_t> group : game.groups) {
    std::erase(group, axis);
    for (std::size_t& member : group) member -= member > axis ? 1 : 0;
    if (group.size() > 1) less.groups.push_back(std::move(group));
  }
  return less;
}

Game without_parameter(const Game& game, std::size_t index) {
  const Parameter& parameter = game.parameters[index];
  Game less = game;
  less.parameters = without(game.parameters, index);
  for (Rule& rule : less.rules) {
    for (Binder& binder : rule.binders)
      if (binder.kind == Binder::Kind::parameter && binder.set == parameter.name)
        binder = {binder.name, Binder::Kind::listed, parameter.values, ""};
    if (parameter.kind == Parameter::Kind::number)
      replace(rule, parameter.name, parameter.values[0]);
  }
  if (parameter.kind != Parameter::Kind::number) return less;
  for (Ending& ending : less.endings) replace(ending.when, parameter.name, parameter.values[0]);
  if (less.where) replace(*less.where, parameter.name, parameter.values[0]);
  for (Coordinate& coordinate : less.coordinates) {
    if (coordinate.low) replace(*coordinate.low, parameter.name, parameter.values[0]);
    if (coordinate.high) replace(*coordinate.high, parameter.name, parameter.values[0]);
  }
  return less;
}

std::vector<std::string> lesser_codes(const std::string& code) {
  if (code.empty()) return {};
  std::vector<std::string> all{""};
  for (std::size_t i = 2; i < code.size() && code.size() > 3; ++i)
    all.push_back(code.substr(0, i) + code.substr(i + 1));
  for (std::size_t i = 2; i < code.size(); ++i)
    for (const char digit : {'0', '1', '2', '3'}) {
      std::string less = code;
      less[i] = digit;
      all.push_back(std::move(less));
    }
  return all;
}

}  // namespace

std::vector<Game> lesser(const Game& game) {
  std::vector<Game> all;
  const auto keep = [&](auto member, auto value) {
    Game less = game;
    less.*member = std::move(value);
    all.push_back(std::move(less));
  };
  drop_one<Rule>(game.rules, [&](auto less) { keep(&Game::rules, std::move(less)); });
  if (!game.other.empty()) {
    keep(&Game::other, std::vector<Game>());
    for (Game& less : lesser(game.other.front())) keep(&Game::other, std::vector{std::move(less)});
  }
  for (std::size_t axis = 0; game.coordinates.size() > 1 && axis < game.coordinates.size(); ++axis)
    all.push_back(without_coordinate(game, axis));
  drop_one<Ending>(game.endings, [&](auto less) { keep(&Game::endings, std::move(less)); });
  if (game.falls) {
    keep(&Game::falls, std::optional<Number>());
    for (Number& less : lesser_numbers(*game.falls))
      keep(&Game::falls, std::optional(std::move(less)));
  }
  if (game.where) {
    keep(&Game::where, std::optional<Condition>());
    for (Condition& less : lesser_conditions(*game.where))
      keep(&Game::where, std::optional(std::move(less)));
  }
  drop_one<std::vector<std::size_t>>(game.groups,
                                     [&](auto less) { keep(&Game::groups, std::move(less)); });
  for (std::size_t i = 0; i < game.parameters.size(); ++i)
    all.push_back(without_parameter(game, i));
  if (!game.description.empty()) keep(&Game::description, std::string());
  if (!game.comment.empty()) keep(&Game::comment, std::string());
  if (game.misere) keep(&Game::misere, false);
  for (std::string& less : lesser_codes(game.code)) keep(&Game::code, std::move(less));
  lessen_one<Coordinate>(game.coordinates, lesser_coordinates,
                         [&](auto less) { keep(&Game::coordinates, std::move(less)); });
  lessen_one<Rule>(game.rules, lesser_rules,
                   [&](auto less) { keep(&Game::rules, std::move(less)); });
  lessen_one<Ending>(game.endings, lesser_endings,
                     [&](auto less) { keep(&Game::endings, std::move(less)); });
  return all;
}

}  // namespace grundy::generator
