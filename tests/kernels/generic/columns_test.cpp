// Every operation on every pair of telling values, against plain C++, on every target.
#include "kernels/generic/columns.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

using Integer = std::int64_t;
__extension__ using Wide = __int128;

constexpr Integer least = std::numeric_limits<Integer>::min();
constexpr Integer greatest = std::numeric_limits<Integer>::max();

constexpr Integer half = Integer{1} << 51;  // from here on doubles are not used

const std::vector<Integer> telling{
    least,    least + 1,    -2 * half,    -half - 1, -half, 1 - half, -1000000007, -65,  -64,
    -7,       -3,           -2,           -1,        0,     1,        2,           3,    4,
    7,        63,           64,           65,        100,   1 << 30,  half - 1,    half, half + 1,
    2 * half, greatest / 2, greatest - 1, greatest};

Integer wrapped(Wide value) {
  return static_cast<Integer>(static_cast<std::uint64_t>(value));
}

// By definition: the greatest integer q with q * b <= a. Requires b >= 1.
Wide floor_of(Wide a, Wide b) {
  Wide q = a / b;
  while (q * b > a) --q;
  while ((q + 1) * b <= a) ++q;
  return q;
}

// By definition: the greatest integer r with r * r <= a, bit by bit.
Integer root_of(Integer a) {
  if (a < 0) return -1;
  Integer root = 0;
  for (Integer bit = Integer{1} << 31; bit > 0; bit /= 2)
    if (Wide{root + bit} * (root + bit) <= a) root += bit;
  return root;
}

struct Case {
  std::string name;
  Op op;
  std::function<Integer(Integer, Integer)> expected;
};
void PrintTo(const Case& one, std::ostream* stream) {
  *stream << one.name;
}

const std::vector<Case> cases{
    {"add", Op::add, [](Integer a, Integer b) { return wrapped(Wide{a} + b); }},
    {"subtract", Op::subtract, [](Integer a, Integer b) { return wrapped(Wide{a} - b); }},
    {"multiply", Op::multiply, [](Integer a, Integer b) { return wrapped(Wide{a} * b); }},
    {"floor_divide", Op::floor_divide,
     [](Integer a, Integer b) { return b < 1 ? 0 : wrapped(floor_of(a, b)); }},
    {"ceil_divide", Op::ceil_divide,
     [](Integer a, Integer b) { return b < 1 ? 0 : wrapped(-floor_of(-Wide{a}, b)); }},
    {"modulo", Op::modulo,
     [](Integer a, Integer b) { return b < 1 ? 0 : wrapped(a - b * floor_of(a, b)); }},
    {"minimum", Op::minimum, [](Integer a, Integer b) { return a < b ? a : b; }},
    {"maximum", Op::maximum, [](Integer a, Integer b) { return a < b ? b : a; }},
    {"less", Op::less, [](Integer a, Integer b) { return Integer{a < b}; }},
    {"less_equal", Op::less_equal, [](Integer a, Integer b) { return Integer{a <= b}; }},
    {"equal", Op::equal, [](Integer a, Integer b) { return Integer{a == b}; }},
    {"logical_not", Op::logical_not, [](Integer a, Integer) { return Integer{a == 0}; }},
    {"root", Op::root, [](Integer a, Integer) { return root_of(a); }},
    {"bit_and", Op::bit_and, [](Integer a, Integer b) { return a & b; }},
    {"bit_or", Op::bit_or, [](Integer a, Integer b) { return a | b; }},
    {"bit_xor", Op::bit_xor, [](Integer a, Integer b) { return a ^ b; }},
    {"power_of_two", Op::power_of_two,
     [](Integer a, Integer) { return a < 0 || a > 62 ? 0 : Integer{1} << a; }},
    {"popcount", Op::popcount,
     [](Integer a, Integer) { return Integer{std::popcount(static_cast<std::uint64_t>(a))}; }},
    {"gcd", Op::gcd,
     [](Integer a, Integer b) {
       const auto size = [](Integer n) { return n < 0 ? -Wide{n} : Wide{n}; };
       Wide x = size(a), y = size(b);
       for (; y != 0; std::swap(x, y)) x %= y;
       return static_cast<Integer>(static_cast<std::uint64_t>(x));
     }},
};

// Registers 0 and 1 are the arguments, register 2 the result.
constexpr std::size_t registers = 3;
constexpr Integer untouched = 1956;

class Columns : public testing::TestWithParam<Case> {};

// All pairs of values, `lanes` at a time.
void expect_columns(const Case& operation) {
  std::vector<Integer> columns(registers * lanes);
  const std::vector<Instruction> code{{operation.op, 2, 0, 1}};
  for (const Integer a : telling) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      columns[lane] = a;
      columns[lanes + lane] = telling[lane % telling.size()];
    }
    evaluate(code, columns, lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Integer b = columns[lanes + lane];
      EXPECT_EQ(columns[2 * lanes + lane], operation.expected(a, b)) << a << " and " << b;
    }
  }
}

TEST_P(Columns, ComputesWhatItsNameSays) {
  test::on_every_target([] { expect_columns(GetParam()); });
}

// Dividends next to a multiple of the divisor, where a quotient of doubles could be rounded to it.
TEST_P(Columns, IsExactBesideMultiples) {
  const std::vector<Integer> divisors{1, 3, 7, (1 << 25) - 1, (1 << 25) + 1, half / 3, half - 1};
  test::on_every_target([&] {
    std::vector<Integer> columns(registers * lanes);
    for (const Integer b : divisors)
      for (const Integer sign : {-1, 1}) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          const Integer quotient = (half - 2) / b - static_cast<Integer>(lane / 3);
          columns[lane] = sign * quotient * b + static_cast<Integer>(lane % 3) - 1;
          columns[lanes + lane] = b;
        }
        evaluate(std::vector<Instruction>{{GetParam().op, 2, 0, 1}}, columns, lanes);
        for (std::size_t lane = 0; lane < lanes; ++lane)
          EXPECT_EQ(columns[2 * lanes + lane], GetParam().expected(columns[lane], b))
              << columns[lane] << " and " << b;
      }
  });
}

TEST(Columns, HavePowersOfAConstant) {
  test::on_every_target([] {
    std::vector<Integer> columns(registers * lanes);
    for (const Integer base : {1, 2, 3, 10}) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        columns[lane] = base;
        columns[lanes + lane] = static_cast<Integer>(lane) - 2;
      }
      evaluate(std::vector<Instruction>{{Op::power, 2, 0, 1}}, columns, lanes);
      std::uint64_t power = 1;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        EXPECT_EQ(columns[2 * lanes + lane], lane < 2 ? 0 : static_cast<Integer>(power)) << base;
        if (lane >= 2) power *= static_cast<std::uint64_t>(base);
      }
    }
  });
}

TEST(Columns, ReadArrays) {
  const std::vector<Integer> array{3, 17, -5, 23};  // the length first
  test::on_every_target([&] {
    std::vector<Integer> columns(registers * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      columns[lane] = static_cast<Integer>(lane) - 30;
      columns[lanes + lane] = reinterpret_cast<std::intptr_t>(array.data());
    }
    evaluate(std::vector<Instruction>{{Op::element, 2, 0, 1}}, columns, lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const bool is_inside = lane >= 30 && lane < 33;
      EXPECT_EQ(columns[2 * lanes + lane], is_inside ? array[lane - 29] : 0) << lane;
    }
  });
}

// Beside squares, on both sides of where doubles are used.
TEST(ColumnsRoot, IsExactBesideSquares) {
  test::on_every_target([&] {
    std::vector<Integer> columns(registers * lanes);
    for (const Integer root : {Integer{1}, Integer{1} << 20, Integer{47'453'130},
                               Integer{47'453'150}, Integer{1} << 30, Integer{3'037'000'490}}) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Integer near = root - 1 + static_cast<Integer>(lane / 8) % 8;
        columns[lane] = near * near + static_cast<Integer>(lane % 8) - 4;
      }
      evaluate(std::vector<Instruction>{{Op::root, 2, 0, 0}}, columns, lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        EXPECT_EQ(columns[2 * lanes + lane], root_of(columns[lane])) << columns[lane];
    }
  });
}

TEST(ColumnsRoot, OfHigherDegreesIsExactBesidePowers) {
  test::on_every_target([&] {
    std::vector<Integer> columns(registers * lanes);
    for (const Integer degree : {3, 4, 5, 7, 62}) {
      std::fill_n(columns.begin() + lanes, lanes, degree);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto most = static_cast<Integer>(std::pow(9e18, 1.0 / static_cast<double>(degree)));
        const Integer root =
            std::max<Integer>(1, most - static_cast<Integer>(lane / 4) * most / 16);
        Integer power = 1;
        for (Integer i = 0; i < degree; ++i) power *= root;
        columns[lane] = power + static_cast<Integer>(lane % 4) - 2;
      }
      evaluate(std::vector<Instruction>{{Op::higher_root, 2, 0, 1}}, columns, lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Integer found = columns[2 * lanes + lane];
        const auto is_at_most = [&](Integer root) {
          Wide power = 1;
          for (Integer i = 0; i < degree; ++i)
            if ((power *= root) > columns[lane]) return false;
          return true;
        };
        if (columns[lane] < 0)
          EXPECT_EQ(found, -1);
        else
          EXPECT_TRUE(is_at_most(found) && !is_at_most(found + 1)) << columns[lane] << degree;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Operations, Columns, testing::ValuesIn(cases),
                         [](const auto& operation) { return operation.param.name; });

TEST(ColumnsLogic, AndOrOfTruthValues) {
  std::vector<Integer> columns(registers * lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    columns[lane] = lane % 2;
    columns[lanes + lane] = lane / 2 % 2;
  }
  for (const Op op : {Op::logical_and, Op::logical_or}) {
    evaluate(std::vector<Instruction>{{op, 2, 0, 1}}, columns, 4);
    const bool both = op == Op::logical_and;
    const std::vector<Integer> got(columns.begin() + 2 * lanes, columns.begin() + 2 * lanes + 4);
    EXPECT_THAT(got, testing::ElementsAre(0, both ? 0 : 1, both ? 0 : 1, 1));
  }
}

TEST(ColumnsWidth, AllLanesWithinAndNoOtherRegisterAreWritten) {
  test::on_every_target([] {
    for (const std::size_t width : {std::size_t{0}, std::size_t{1}, lanes - 1, lanes}) {
      std::vector<Integer> columns((registers + 1) * lanes, untouched);
      evaluate(std::vector<Instruction>{{Op::add, 2, 0, 1}}, columns, width);
      for (std::size_t lane = 0; lane < width; ++lane)
        EXPECT_EQ(columns[2 * lanes + lane], 2 * untouched) << width;
      EXPECT_EQ(std::count(columns.begin(), columns.begin() + 2 * lanes, untouched), 2 * lanes);
      EXPECT_EQ(std::count(columns.end() - lanes, columns.end(), untouched), lanes);
    }
  });
}

TEST(ColumnsCode, LaterInstructionsSeeEarlierResults) {
  std::vector<Integer> columns(registers * lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    columns[lane] = static_cast<Integer>(lane);
    columns[lanes + lane] = 10;
  }
  const std::vector<Instruction> code{
      {Op::add, 2, 0, 1}, {Op::multiply, 2, 2, 2}, {Op::subtract, 0, 2, 0}};
  evaluate(code, columns, lanes);
  for (Integer x = 0; x < static_cast<Integer>(lanes); ++x)
    EXPECT_EQ(columns[static_cast<std::size_t>(x)], (x + 10) * (x + 10) - x);
}

}  // namespace
}  // namespace grundy::kernels
