// The published samples of the judge problems, read and answered as the judge would.
#include <gtest/gtest.h>

#include <sstream>

#include "rules/language/catalogue.hpp"
#include "support/solvers.hpp"

namespace grundy::catalogue_test {
namespace {

using support::Ask;
using support::PointSolver;

class Judge : public testing::TestWithParam<PointSolver> {
 protected:
  std::uint32_t value(const std::string& game, const Position& position, Quantity quantity,
                      Convention convention = Convention::normal,
                      const rules::Parameters& parameters = {}) {
    const auto rules = rules::load(game, parameters);
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
    if (!rules) return 999;
    const auto answer = GetParam().open(*rules, convention)(position, quantity);
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    return answer ? *answer : 999;
  }

  bool wins(const std::string& game, const Position& position,
            Convention convention = Convention::normal) {
    return value(game, position, Quantity::outcome, convention) == 1;
  }

  // Whether the first player wins the sum of the heaps.
  bool wins_sum(const std::string& game, const std::vector<Position>& heaps,
                const rules::Parameters& parameters = {}) {
    std::uint32_t sum = 0;
    for (const Position& heap : heaps)
      sum ^= value(game, heap, Quantity::nimber, Convention::normal, parameters);
    return sum != 0;
  }
};

// The next `count` positions of `dimensions` numbers.
std::vector<Position> read(std::istream& in, std::int64_t count, std::size_t dimensions = 1) {
  std::vector<Position> positions(static_cast<std::size_t>(count), Position(dimensions));
  for (Position& position : positions)
    for (std::int64_t& number : position) in >> number;
  EXPECT_TRUE(in);
  return positions;
}

std::int64_t read_number(std::istream& in) {
  return read(in, 1).front().front();
}

// http://poj.org/problem?id=2311
TEST_P(Judge, Poj2311CuttingGame) {
  std::istringstream in("2 2\n3 2\n4 2\n");
  std::string out;
  for (const Position& sheet : read(in, 3, 2)) out += wins("cutting", sheet) ? "WIN\n" : "LOSE\n";
  EXPECT_EQ(out, "LOSE\nLOSE\nWIN\n");
}

// http://poj.org/problem?id=2505
TEST_P(Judge, Poj2505MultiplicationGame) {
  std::istringstream in("162\n17\n34012226\n");
  std::string out;
  for (const Position& n : read(in, 3))
    out += wins("multiplication", n) ? "Stan wins.\n" : "Ollie wins.\n";
  EXPECT_EQ(out, "Stan wins.\nOllie wins.\nStan wins.\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1079
TEST_P(Judge, Hdu1079CalendarGame) {
  std::istringstream in("3\n2001 11 3\n2001 11 2\n2001 10 3\n");
  std::string out;
  for (const Position& date : read(in, read_number(in), 3))
    out += wins("calendar", date) ? "YES\n" : "NO\n";
  EXPECT_EQ(out, "YES\nNO\nNO\n");
}

// A string of digits as a position of the catalogue's game: 0 for no digit, else v + 1.
Position digits(const std::string& text) {
  Position position(6, 0);
  for (std::size_t i = 0; i < text.size(); ++i) position[i] = text[i] - '0' + 1;
  return position;
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1404
TEST_P(Judge, Hdu1404DigitalDeletions) {
  std::istringstream in("0\n00\n1\n20\n");
  std::string out;
  for (std::string text; in >> text;)
    out += wins("digital_deletions", digits(text)) ? "Yes\n" : "No\n";
  EXPECT_EQ(out, "Yes\nYes\nNo\nNo\n");
  for (const char* text : {"01", "0999", "000"})
    EXPECT_TRUE(wins("digital_deletions", digits(text)));
}

// https://codeforces.com/gym/102822
TEST_P(Judge, Mianyang2020CardGame) {
  std::istringstream in("2\n1 1 1 1\n2 2 2 2\n");
  std::string out;
  int number = 0;
  for (const Position& cards : read(in, read_number(in), 4))
    out +=
        "Case #" + std::to_string(++number) + (wins("cards", cards) ? ": Rabbit\n" : ": Horse\n");
  EXPECT_EQ(out, "Case #1: Horse\nCase #2: Rabbit\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1907
TEST_P(Judge, Hdu1907JohnPlaysMisereNim) {
  std::istringstream in("2\n3\n3 5 1\n1\n1\n");
  std::string out;
  for (std::int64_t cases = read_number(in); cases > 0; --cases) {
    Position piles(3, 0);
    const auto heaps = read(in, read_number(in));
    for (std::size_t i = 0; i < heaps.size(); ++i) piles[i] = heaps[i].front();
    out += wins("nim3", piles, Convention::misere) ? "John\n" : "Brother\n";
  }
  EXPECT_EQ(out, "John\nBrother\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1536
TEST_P(Judge, Hdu1536SNim) {
  std::istringstream in(
      "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n"
      "5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n");
  std::string out;
  while (const std::int64_t size = read_number(in)) {
    std::vector<std::int64_t> set;
    for (const Position& member : read(in, size)) set.push_back(member.front());
    for (std::int64_t sums = read_number(in); sums > 0; --sums)
      out += wins_sum("s_nim", read(in, read_number(in)), {{"S", set}}) ? "W" : "L";
    out += "\n";
  }
  EXPECT_EQ(out, "LWW\nWWL\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1848
TEST_P(Judge, Hdu1848FibonacciAgainAndAgain) {
  std::istringstream in("1 1 1\n1 4 1\n0 0 0\n");
  std::string out;
  while (true) {
    const auto heaps = read(in, 3);
    if (heaps == std::vector<Position>{{0}, {0}, {0}}) break;
    out += wins_sum("fibonacci_heaps", heaps) ? "Fibo\n" : "Nacci\n";
  }
  EXPECT_EQ(out, "Fibo\nNacci\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=2147
TEST_P(Judge, Hdu2147Kiki) {
  std::istringstream in("5 3\n5 4\n6 6\n");
  std::string out;
  for (const Position& board : read(in, 3, 2))
    out += wins("kiki", board) ? "Wonderful!\n" : "What a pity!\n";
  EXPECT_EQ(out, "What a pity!\nWonderful!\nWonderful!\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=3032
TEST_P(Judge, Hdu3032NimOrNotNim) {
  std::istringstream in("2\n3\n2 2 3\n2\n3 3\n");
  std::string out;
  for (std::int64_t cases = read_number(in); cases > 0; --cases)
    out += wins_sum("lasker", read(in, read_number(in))) ? "Alice\n" : "Bob\n";
  EXPECT_EQ(out, "Alice\nBob\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1525
TEST_P(Judge, Hdu1525Euclid) {
  std::istringstream in("34 12\n15 24\n");
  std::string out;
  for (const Position& numbers : read(in, 2, 2))
    out += wins("euclid", numbers) ? "Stan wins\n" : "Ollie wins\n";
  EXPECT_EQ(out, "Stan wins\nOllie wins\n");
}

// http://acm.hdu.edu.cn/showproblem.php?pid=1729
TEST_P(Judge, Hdu1729StoneGame) {
  std::istringstream in("3\n2 0\n3 3\n6 2\n2\n6 3\n6 3\n0\n");
  std::string out;
  int number = 0;
  while (const std::int64_t boxes = read_number(in))
    out += "Case " + std::to_string(++number) +
           (wins_sum("stone_boxes", read(in, boxes, 2)) ? ":\nYes\n" : ":\nNo\n");
  EXPECT_EQ(out, "Case 1:\nYes\nCase 2:\nNo\n");
}

INSTANTIATE_TEST_SUITE_P(Solvers, Judge, testing::ValuesIn(support::point_solvers()),
                         support::solver_name<testing::TestParamInfo<PointSolver>>);

}  // namespace
}  // namespace grundy::catalogue_test
