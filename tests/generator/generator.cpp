#include "generator/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "generator/shapes.hpp"

namespace grundy::generator {
namespace {

// The shapes that the rules of a game have: those that some family is about, alone or together.
const std::vector<std::vector<Shape>> pure_kinds{
    {Shape::full_ray},
    {Shape::full_ray},
    {Shape::full_ray, Shape::ray},
    {Shape::ray},
    {Shape::full_ray, Shape::band},
    {Shape::band},
    {Shape::offset},
    {Shape::offset, Shape::ray},
    {Shape::layer},
    {Shape::layer, Shape::offset, Shape::several},
    {Shape::layer, Shape::layer, Shape::split},
    {Shape::layer, Shape::layer, Shape::split},
    {Shape::step},
    {Shape::split},
    {Shape::split, Shape::offset},
    {Shape::cut},
    {Shape::code},
    {Shape::code, Shape::empty},
    {Shape::parts},
    {Shape::parts, Shape::step, Shape::code},
    {Shape::product},
    {Shape::function},
    {Shape::bits},
    {Shape::bits, Shape::full_ray},
    {Shape::stretch},
    {Shape::stretch, Shape::step},
    {Shape::several},
    {Shape::guarded},
};

class Author {
 public:
  explicit Author(std::uint64_t seed) : draw_(seed), is_plain_(draw_.chance(25)) {
    game_.name = fmt::format("g{}", seed);
  }

  Game write() {
    choose_dimensions();
    choose_groups();
    choose_ranges();
    choose_parameters();
    decorate();
    choose_code();
    choose_rules();
    choose_endings();
    return std::move(game_);
  }

  // What is drawn last: the rest is as without it.
  Game write_with_some_tuples() {
    game_ = write();
    choose_where();
    choose_measure();
    choose_digits_that_come_again();
    choose_many_binders();
    return std::move(game_);
  }

 private:
  std::size_t dimensions() const { return frame_.dimensions(); }

  void choose_dimensions() {
    const std::size_t count = 1 + draw_.share({30, 33, 22, 10, 5});
    for (std::size_t axis = 0; axis < count; ++axis) {
      frame_.names.push_back(std::string(1, static_cast<char>('a' + axis)));
      frame_.weights.push_back(draw_.chance(70) ? 1 : draw_.between(2, 3));
      if (draw_.chance(10)) frame_.weights.back() *= -1;
      frame_.lows.push_back(draw_.chance(55)   ? 0
                            : draw_.chance(50) ? draw_.between(1, 3)
                                               : draw_.between(-4, -1));
      has_high_.push_back(frame_.rises(axis) || draw_.chance(20));
      lengths_.push_back(draw_.between(1, 8));
    }
  }

  // Symmetric coordinates have equal ranges, and need equal weights for play to end.
  void choose_groups() {
    if (dimensions() < 2 || !draw_.chance(45)) return;
    std::vector<std::size_t> axes(dimensions());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    for (std::size_t i = axes.size() - 1; i > 0; --i) std::swap(axes[i], axes[draw_.index(i + 1)]);
    const std::size_t first = dimensions() == 2 || draw_.chance(60) ? 2 : 3;
    add_group({axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(first)});
    if (dimensions() >= first + 2 && draw_.chance(60))
      add_group({axes.begin() + static_cast<std::ptrdiff_t>(first), axes.end()});
  }

  void add_group(std::vector<std::size_t> axes) {
    for (const std::size_t axis : axes) {
      frame_.weights[axis] = frame_.weights[axes[0]];
      frame_.lows[axis] = frame_.lows[axes[0]];
      has_high_[axis] = has_high_[axes[0]];
      lengths_[axis] = lengths_[axes[0]];
    }
    game_.groups.push_back(std::move(axes));
  }

  void choose_ranges() {
    for (std::size_t axis = 0; axis < dimensions(); ++axis) {
      Coordinate coordinate{frame_.names[axis], std::nullopt, std::nullopt};
      const std::int64_t low = frame_.lows[axis];
      if (low != 0 || has_high_[axis] || draw_.chance(5)) coordinate.low = constant(low);
      if (has_high_[axis]) coordinate.high = constant(low + lengths_[axis]);
      game_.coordinates.push_back(std::move(coordinate));
    }
  }

  void choose_parameters() {
    if (draw_.chance(40)) add_set("S");
    if (draw_.chance(6)) add_set("T");
    if (draw_.chance(15)) add_array("N");
    if (draw_.chance(25)) add_number("M", constant(draw_.between(1, 3)));
    if (draw_.chance(8)) add_number("L", constant(draw_.between(0, 4)) + constant(1));
    // A range may be said by a parameter, so long as symmetric ones have the same.
    if (game_.groups.empty() && !frame_.numbers.empty() && draw_.chance(25))
      for (Coordinate& coordinate : game_.coordinates)
        if (coordinate.high)
          coordinate.high = *coordinate.high + (name(frame_.numbers[0]) - name(frame_.numbers[0]));
  }

  void add_set(const std::string& name) {
    Parameter set{name, Parameter::Kind::set, {}};
    for (std::int64_t i = draw_.between(1, 3); i > 0; --i)
      set.values.push_back(constant(draw_.between(1, 6)));
    frame_.sets.push_back(name);
    game_.parameters.push_back(std::move(set));
  }

  void add_array(const std::string& name) {
    Parameter array{name, Parameter::Kind::array, {}};
    for (int i = 0; i < 3; ++i) array.values.push_back(constant(draw_.between(1, 6)));
    frame_.arrays.push_back(name);
    game_.parameters.push_back(std::move(array));
  }

  void add_number(const std::string& name, Number value) {
    frame_.numbers.push_back(name);
    game_.parameters.push_back({name, Parameter::Kind::number, {std::move(value)}});
  }

  void decorate() {
    game_.misere = draw_.chance(10);
    if (draw_.chance(10)) game_.description = "Take what there is.";
    if (draw_.chance(10)) game_.comment = "A game (nobody plays it) -> won when";
  }

  void choose_code() {
    if (dimensions() != 1 || frame_.lows[0] != 0 || frame_.rises(0) || !draw_.chance(50)) return;
    const bool hexadecimal = draw_.chance(40);
    game_.code = draw_.chance(15) ? "4." : "0.";
    for (std::int64_t length = draw_.between(0, 3); length > 0; --length)
      game_.code += fmt::format("{:X}", draw_.below(hexadecimal ? 16 : 8));
    game_.code += std::to_string(draw_.between(1, 7));
  }

  void choose_rules() {
    Shapes writer(draw_, frame_);
    const bool is_pure = is_plain_ || draw_.chance(50);
    const std::vector<Shape>& kind = choose_kind();
    const std::int64_t most = is_pure && kind[0] == Shape::guarded ? 2 : 4;
    std::int64_t count = draw_.between(1, most);
    if (!game_.code.empty()) count = draw_.chance(40) ? 0 : std::max<std::int64_t>(1, count - 1);
    for (; count > 0; --count) {
      const bool is_of_kind = is_plain_ || (is_pure && !draw_.chance(8));
      Rule rule =
          writer.rule(is_of_kind ? draw_.one_of(kind) : static_cast<Shape>(draw_.index(shapes)));
      if (!is_plain_) vary(rule, is_pure);
      game_.rules.push_back(std::move(rule));
    }
  }

  void vary(Rule& rule, bool is_pure) {
    if (draw_.chance(is_pure ? 12 : 30)) add_condition(rule);
    if (draw_.chance(8)) disguise(rule);
    if (draw_.chance(3)) spoil(rule);
  }

  // Step sets and parts want one coordinate, and splits several.
  const std::vector<Shape>& choose_kind() {
    static const std::vector<Shape> parts{Shape::parts, Shape::full_ray};
    if (dimensions() == 1 && draw_.chance(12)) return parts;
    static const std::vector<Shape> steps{Shape::step};
    static const std::vector<Shape> splits{Shape::cut};
    if (draw_.chance(dimensions() == 1 ? 30 : 18)) return dimensions() == 1 ? steps : splits;
    return draw_.one_of(pure_kinds);
  }

  Expressions expressions(const Rule& rule) {
    Names names{frame_.names, {}, frame_.numbers};
    for (const Binder& binder : rule.binders) names.binders.push_back(binder.name);
    return {draw_, std::move(names)};
  }

  void add_condition(Rule& rule) {
    Condition more = expressions(rule).condition(2);
    if (!rule.when)
      rule.when = std::move(more);
    else
      rule.when = join(Condition::Op::all, {*std::move(rule.when), std::move(more)});
  }

  void disguise(Rule& rule) {
    if (rule.summands.empty()) return;
    Number& number = rule.summands[draw_.index(rule.summands.size())][draw_.index(dimensions())];
    number = expressions(rule).disguised(std::move(number));
  }

  // Something that is anything, which is mostly refused.
  void spoil(Rule& rule) {
    if (rule.summands.empty()) return;
    const std::size_t axis = draw_.index(dimensions());
    rule.summands[draw_.index(rule.summands.size())][axis] = expressions(rule).number(2);
  }

  void choose_endings() {
    const std::int64_t count = !is_plain_ && draw_.chance(25) ? draw_.between(1, 2) : 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const bool won = draw_.chance(has_sums() ? 10 : 45);
      game_.endings.push_back({won, expressions({}).condition(1)});
    }
  }

  // An order of coordinates, that some differ, or anything. Symmetric ones can only differ.
  void choose_where() {
    if (is_plain_ || !draw_.chance(14)) return;
    std::vector<Number> all;
    for (const std::string& coordinate : frame_.names) all.push_back(name(coordinate));
    if (!game_.groups.empty()) {
      all.clear();
      for (const std::size_t axis : game_.groups.front()) all.push_back(name(frame_.names[axis]));
    }
    if (all.size() > 1 && (!game_.groups.empty() || draw_.chance(25))) {
      game_.where = Condition{Condition::Op::distinct, std::move(all), {}, {}, {}};
    } else if (all.size() > 1 && draw_.chance(60)) {
      std::vector<std::string> signs;
      const bool falls = draw_.chance(50);
      for (std::size_t i = 1; i < all.size(); ++i)
        signs.emplace_back(falls ? (draw_.chance(70) ? ">=" : ">") : draw_.chance(70) ? "<=" : "<");
      game_.where = Condition{Condition::Op::comparison, std::move(all), std::move(signs), {}, {}};
    } else {
      game_.where = expressions({}).condition(1);
    }
  }

  // By how much coordinates are above what moves bring them to, in all.
  void choose_measure() {
    if (is_plain_ || !draw_.chance(4)) return;
    Number measure = constant(draw_.between(0, 2));
    for (std::size_t axis = 0; axis < dimensions(); ++axis) {
      const Number at = name(frame_.names[axis]);
      const Number above = frame_.rises(axis) ? *game_.coordinates[axis].high - at
                                              : at - constant(frame_.lows[axis]);
      const std::int64_t weight = frame_.weights[axis];
      measure = plus(std::move(measure), weight < 0 ? -weight : weight, above);
    }
    game_.falls = std::move(measure);
  }

  void choose_digits_that_come_again() {
    if (game_.code.empty() || !draw_.chance(30)) return;
    game_.code += fmt::format("[{}{}]", draw_.below(8), draw_.chance(50) ? "" : "1");
  }

  void choose_many_binders() {
    if (!is_plain_ && draw_.chance(4)) game_.rules.push_back(Shapes(draw_, frame_).many_binders());
  }

  bool has_sums() const {
    if (!game_.code.empty()) return true;
    for (const Rule& rule : game_.rules)
      if (rule.summands.size() > 1 || !rule.stretches.empty()) return true;
    return false;
  }

  Draw draw_;
  bool is_plain_;  // of one kind, with nothing added: what the kernels of families are for
  Game game_;
  Frame frame_;
  std::vector<bool> has_high_;
  std::vector<std::int64_t> lengths_;
};

}  // namespace

Game random_game(std::uint64_t seed) {
  return Author(seed).write();
}

Game random_game_of_some_tuples(std::uint64_t seed) {
  return Author(seed).write_with_some_tuples();
}

namespace {

bool has_stretches(const Game& game) {
  return std::ranges::any_of(game.rules, [](const Rule& rule) { return !rule.stretches.empty(); });
}

// A position of most rules is of the other game.
void name_the_other(Game& game, std::int64_t percent, Draw& draw) {
  for (Rule& rule : game.rules)
    if (!rule.summands.empty() && draw.chance(percent))
      rule.other = draw.index(rule.summands.size());
}

}  // namespace

Game random_game_with_another(std::uint64_t seed) {
  Draw draw(seed ^ 0x5bf03635);
  Game game = random_game_of_some_tuples(seed);
  game.falls.reset();
  if (has_stretches(game)) game.where.reset();
  for (std::uint64_t more = seed + (std::uint64_t{1} << 40); game.other.empty(); ++more) {
    Game other = random_game(more);
    if (other.coordinates.size() != game.coordinates.size()) continue;
    other.name = std::string{'h'};
    name_the_other(other, draw.chance(50) ? 30 : 0, draw);
    game.other.push_back(std::move(other));
  }
  name_the_other(game, 60, draw);
  return game;
}

}  // namespace grundy::generator
