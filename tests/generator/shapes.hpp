// generator/shapes.hpp: random rules, each by the shape that it has.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "generator/draw.hpp"
#include "generator/expressions.hpp"
#include "generator/syntax.hpp"

namespace grundy::generator {

// Of a game whose rules are about to be written: moves lower the sum of weights times coordinates.
// A coordinate with a negative weight rises, to a declared end.
struct Frame {
  std::vector<std::string> names;
  std::vector<std::int64_t> weights;
  std::vector<std::int64_t> lows;
  std::vector<std::string> numbers;  // parameters
  std::vector<std::string> sets;
  std::vector<std::string> arrays;  // of three positive numbers

  std::size_t dimensions() const { return names.size(); }
  bool rises(std::size_t axis) const { return weights[axis] < 0; }
};

enum class Shape : std::uint8_t {
  full_ray,  // any number, and nothing else
  ray,
  band,  // rays side by side
  offset,
  layer,  // offsets that leave no order of axes
  step,
  split,
  cut,      // in two, as a sheet along a line
  code,     // what a digit of a code says, written out
  parts,    // of any number that may be left
  stretch,  // sums of variable length
  product,
  function,
  bits,     // and other parts of numbers
  several,  // binders
  guarded,  // anything, under a condition that the weight falls
  empty,    // the empty sum
};
inline constexpr std::size_t shapes = 17;
inline constexpr std::size_t max_binders = 8;  // as docs/rules.md has it

class Shapes {
 public:
  Shapes(Draw& draw, const Frame& frame) : draw_(draw), frame_(frame) {}
  Rule rule(Shape shape);
  // Up to eight binders, of few values each.
  Rule many_binders();

 private:
  using Vector = std::vector<std::int64_t>;

  Rule full_ray();
  Rule ray();
  Rule band();
  Rule landing();
  Rule far(std::size_t axis);
  Rule offset();
  Rule layer();
  Rule step();
  Rule split();
  Rule cut();
  Rule constant_parts(std::size_t axis);
  Rule code();
  Rule parts();
  Rule stretch();
  Rule equal_parts(std::size_t axis);
  Rule product();
  Rule function();
  Rule bits();
  Rule parts_of_number(std::size_t axis);
  Condition about_bit(const Number& of);
  Rule several();
  Rule small_steps();
  Rule guarded();
  Rule empty();

  std::size_t any_axis();
  // One that moves lower; none if all rise.
  std::size_t falling_axis();
  Number coordinate(std::size_t axis) const { return name(frame_.names[axis]); }
  Summand here() const;
  Number low(std::size_t axis) const { return constant(frame_.lows[axis]); }
  Expressions expressions(const Rule& rule);
  Vector falling_vector(std::int64_t size);
  Summand moved(const Vector& vector, const Number& times);
  Binder positive_binder(const std::string& name);
  Binder range(const std::string& name, Number from, Number to);
  Binder at_least(const std::string& name, std::int64_t from);
  Number weigh(const Summand& position) const;
  void add_condition(Rule& rule, Condition condition);

  Draw& draw_;
  const Frame& frame_;
};

}  // namespace grundy::generator
