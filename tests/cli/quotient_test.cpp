// `grundy quotient`, and misère sums that are answered by it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Quotient, IsShown) {
  const Ran ran = run({"quotient", "0.123"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("0.123: misère quotient of all heaps (proved), order 20\n"));
  EXPECT_THAT(ran.out, HasSubstr("  period      5 from 5 on\n"));
}

TEST(Quotient, IsJson) {
  const Ran ran = run({"quotient", "0.77", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["order"], 40);
  EXPECT_EQ(answer["whole"], true);
  EXPECT_EQ(answer["period"], (json{{"length", 12}, {"from", 71}}));
  EXPECT_EQ(answer["classes"].size(), 83u);
  EXPECT_EQ(answer["classes"][0], "1");
}

TEST(Quotient, OfFirstHeapsSaysWhichLimitWasMet) {
  const Ran ran = run({"quotient", "0.77", "--heaps", "20"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("misère quotient of the heaps up to 20"));
  EXPECT_THAT(ran.err, HasSubstr("no period up to heap 20 (--heaps)"));
  const Ran small = run({"quotient", "0.77", "--order", "30", "--json"});
  EXPECT_EQ(small.status, 0) << small.err;
  const json answer = json::parse(small.out);
  EXPECT_EQ(answer["whole"], false);
  EXPECT_THAT(std::string(answer["ended"]), HasSubstr("30"));
  EXPECT_THAT(small.err, HasSubstr("30"));
}

TEST(Quotient, IsRefusedOfOtherGames) {
  const Ran ran = run({"quotient", "wythoff"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("wythoff"));
}

TEST(Quotient, AnswersMisereSums) {
  const std::string sum = "kayles(25)+kayles(26)+kayles(27)";
  const Ran ran = run({"value", sum, "--misere"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, sum + ": N, by the misère quotient of heaps so far, order 40\n");
  EXPECT_LT(ran.seconds, 5);
  const json answer = json::parse(run({"value", sum, "--misere", "--json"}).out);
  EXPECT_EQ(answer["misere_quotient"], (json{{"order", 40}, {"whole", false}}));
}

}  // namespace
}  // namespace grundy::cli
