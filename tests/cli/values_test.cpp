// The values that `grundy solve` shows of a small box.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string shown(const std::vector<std::string>& solve) {
  const Ran ran = run(solve);
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto at = ran.out.find("  values");
  return at == std::string::npos ? "" : ran.out.substr(at);
}

// Subtraction of 1, 2 or 3: the nimbers are n mod 4.
TEST(Values, OfOneCoordinateAreAList) {
  EXPECT_EQ(shown({"solve", "subtraction", "--param", "S=1,2,3", "--box", "12"}),
            "  values\n"
            "     n = 0 ..  0 1 2 3 0 1 2 3 0 1\n"
            "    n = 10 ..  2 3 0\n");
}

// Wythoff's pairs, (1, 2) and (3, 5).
TEST(Values, OfTwoCoordinatesAreAGrid) {
  EXPECT_EQ(shown({"solve", "wythoff", "--box", "3,5", "--value", "outcome"}),
            "  values\n"
            "    a\\b  0 1 2 3 4 5\n"
            "      0  P N N N N N\n"
            "      1  N N P N N N\n"
            "      2  N P N N N N\n"
            "      3  N N N N N P\n");
}

TEST(Values, OfThreeCoordinatesAreSlices) {
  EXPECT_EQ(shown({"solve", "nim3", "--box", "1,1,10", "--print"}),
            "  values at a = 0\n"
            "    b\\c   0  1  2  3  4  5  6  7  8  9 10\n"
            "      0   0  1  2  3  4  5  6  7  8  9 10\n"
            "      1   1  0  3  2  5  4  7  6  9  8 11\n"
            "  values at a = 1\n"
            "    b\\c   0  1  2  3  4  5  6  7  8  9 10\n"
            "      0   1  0  3  2  5  4  7  6  9  8 11\n"
            "      1   0  1  2  3  4  5  6  7  8  9 10\n");
}

// The player who cannot move is reached after as many plies as there are heaps of 1.
TEST(Values, OfRemotenessAreNumbers) {
  EXPECT_THAT(shown({"solve", "nim3", "--box", "1", "--value", "remoteness", "--print"}),
              EndsWith("  values at a = 1\n"
                       "    b\\c  0 1\n"
                       "      0  1 2\n"
                       "      1  2 3\n"));
}

TEST(Values, AreShownUnaskedIfTheyAreFew) {
  EXPECT_NE(shown({"solve", "nim", "--box", "49"}), "");
  EXPECT_EQ(shown({"solve", "nim", "--box", "50"}), "");
  EXPECT_THAT(shown({"solve", "nim", "--box", "50", "--print"}), EndsWith("n = 50 ..  50\n"));
  EXPECT_NE(shown({"solve", "wythoff", "--box", "19"}), "");
  EXPECT_EQ(shown({"solve", "wythoff", "--box", "1,20"}), "");
  EXPECT_EQ(shown({"solve", "nim3", "--box", "1"}), "");
}

// As `grundy value` has them; sheets begin at side 2.
TEST(Values, AreNestedArraysInJson) {
  const Ran ran = run({"solve", "cutting", "--box", "4,6", "--print", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json solved = json::parse(ran.out);
  EXPECT_EQ(solved["origin"], json({2, 2}));
  std::string expressions;
  for (int w = 2; w <= 4; ++w)
    for (int h = 2; h <= 6; ++h)
      expressions += "cutting(" + std::to_string(w) + "," + std::to_string(h) + ")\n";
  std::istringstream answers(run({"value", "-", "--json"}, expressions).out);
  ASSERT_EQ(solved["values"].size(), 3u);
  for (const json& row : solved["values"]) {
    ASSERT_EQ(row.size(), 5u);
    for (const json& nimber : row) {
      std::string line;
      ASSERT_TRUE(std::getline(answers, line));
      EXPECT_EQ(nimber, json::parse(line)["nimber"]) << line;
    }
  }
  const std::vector<std::string> outcomes{"solve", "nim", "--box", "2", "--value", "outcome"};
  auto asked = outcomes;
  asked.insert(asked.end(), {"--json", "--print"});
  EXPECT_EQ(json::parse(run(asked).out)["values"], json({"P", "N", "N"}));
  asked.pop_back();
  EXPECT_THAT(run(asked).out, Not(HasSubstr("values")));
}

TEST(Values, OfLargeBoxesAreRefusedBeforeAnythingIsSolved) {
  EXPECT_EQ(run({"solve", "nim", "--box", "9999", "--print"}).status, 0);
  const Ran ran =
      run({"solve", "nim3", "--box", "10000", "--kernel", "ray", "--value", "outcome", "--print"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("--print shows at most 10,000 positions, and this box has "));
  EXPECT_EQ(run({"solve", "nim", "--box", "9", "--print", "--resume", "-o", "t.zarr"}).status, 2);
}

}  // namespace
}  // namespace grundy::cli
