// Rules that parse but cannot be played.
#include "rules/proofs/check.hpp"

#include <gmock/gmock.h>

#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Check, BindersNeedAnEnd) {
  EXPECT_THAT(mistakes_in("(n) -> (n - 1) for k >= 1"),
              AllOf(HasSubstr("nothing bounds k"), HasSubstr("k >= 1")));
  EXPECT_THAT(mistakes_in("(n) -> (n - 1) for k in odd"), HasSubstr("nothing bounds k"));
  EXPECT_THAT(mistakes_in("(n) -> (n - 1) for k in 1 .."), HasSubstr("nothing bounds k"));
  EXPECT_THAT(mistakes_in("(n) -> (n - k + j) for k >= 1, j >= 0"), HasSubstr("nothing bounds"));
}

TEST(Check, RangesConditionsAndListsBoundBinders) {
  parsed("game g(n) (n) -> (n - k) for k >= 1");
  parsed("game g(n) (n) -> (n - 2 * k) for k in odd");
  parsed("game g(n) (n) -> (n - 1) for k >= 1 when k <= 9");
  parsed("game g(n) (n) -> (n - 1) for k in {1, 5}");
  parsed("game g(a, b) (a, b) -> (a - k * b, b) for k >= 1 when b >= 1");
  parsed("game g(n) (n) -> (n - k - j) for k >= 1, j >= 0");
}

TEST(Check, PowersBoundBinders) {
  parsed("game g(n) (n) -> (n - k * k) for k >= 1");
  parsed("game g(n) (n) -> (n - k * (k + 1)) for k >= 1");
  parsed("game g(n) (n) -> (n - floor(k * (k + 1) / 2)) for k >= 1");
  parsed("game g(n) (n) -> (n - k * k * k + k) for k >= 2");
  parsed("game g(n) (n) -> (n - p * q) for p >= 1, q >= 1");
  parsed("game g(n) (n) -> (n - k * k) for k in primes");
  parsed("game g(n) (n) -> (n - max(k, 3)) for k >= 1");
  EXPECT_THAT(mistakes_in("(n) -> (n - 1 + k * k) for k >= 1"), HasSubstr("nothing bounds k"));
  EXPECT_THAT(mistakes_in("(n) -> (n - min(k * k, 3)) for k >= 1"), HasSubstr("nothing bounds k"));
}

TEST(Check, DivisorsMustBePositive) {
  const auto refused = [](const std::string& expression) {
    return AllOf(HasSubstr("might be zero or negative"), HasSubstr(expression));
  };
  EXPECT_THAT(mistakes("game g(n, m) (n, m) -> (floor(n / m), m) when n >= 1"),
              refused("floor(n / m)"));
  EXPECT_THAT(mistakes("game g(n) (n) -> (n - 1) when n mod (n - 2) = 0"), refused("mod"));
  EXPECT_THAT(mistakes("game g(n) (n) -> (ceil(n / k)) for k in 0 .. 3 when n >= 2"),
              refused("ceil(n / k)"));
  EXPECT_THAT(mistakes_in("(n) -> (floor(n / 0)) when n >= 1"), HasSubstr("0"));
  EXPECT_THAT(mistakes("game g(n) (n) -> (n - 1)\nlost when 6 mod n = 0"), refused("6 mod n"));
}

// Whatever must hold of an option counts, ranges of the other coordinates too.
TEST(Check, EverythingThatHoldsOfAnOptionMayProveADivisorPositive) {
  parsed("game g(n, m) (n, m) -> (floor(n / m), m - 1)");
  parsed("game g(n, m) (n, m) -> (floor(n / m), m) when m >= 2 and n >= 1");
  parsed("game g(n) (n) -> (n - k) for k in 0 .. 5 when k >= 1 and n mod k = 0");
  parsed("game g(n in 1..) (n) -> (floor(n / (n * n))) when n >= 2");
}

TEST(Check, OverflowDependsOnTheBox) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - 1, b) when a * a * a >= b");
  const std::int64_t million = 1000000;
  EXPECT_THAT(check_overflow(rules, {{0, 0}, {million, million}}), IsEmpty());
  const auto complaints = check_overflow(rules, {{0, 0}, {2 * million, 1}});
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_THAT(complaints[0].message, AllOf(HasSubstr("62 bits"), HasSubstr("a * a * a")));
}

TEST(Check, ComplaintsBecomeErrorsThatNameThePlace) {
  const Rules rules = parsed("game g(n) (n) -> (n - 1)");
  const Error error = to_error(rules, {{4, 7}, "what is wrong", "what helps"});
  EXPECT_EQ(error.code, Errc::rules);
  EXPECT_THAT(error.message, AllOf(HasSubstr("test:4:7: what is wrong"), HasSubstr("what helps")));
}

TEST(Check, SoundRulesHaveNoComplaints) {
  EXPECT_THAT(check(parsed("game g(n) (n) -> (n - k) for k >= 1")), IsEmpty());
}

// Wherever they may stand.
TEST(Check, DivisorsArePositive) {
  for (const char* statements :
       {"  lost when n mod (n - 2000000) < 1\n  (n) -> (n - 1)\n",
        "  won when floor(n / (n - 2)) = 1\n  (n) -> (n - 1)\n",
        "  lost when n > 5 or ceil(7 / n) = 2\n  (n) -> (n - 1)\n",
        "  (n) -> (n - 1)  when n mod (n - 2000000) < 1\n",
        "  (n) -> (n - k)  for k in 1 .. floor(n / (n - 3))\n",
        "  (n) -> (n - k)  for k in ceil(n / (n - 3)) .. n\n", "  (n) -> (n - 1 - n mod (n - 3))\n",
        "  (n) -> (n - k)  for k >= 1 when n mod (k - 2) = 0\n"})
    EXPECT_THAT(mistakes_in(statements), HasSubstr("might be zero or negative")) << statements;
}

}  // namespace
}  // namespace grundy::rules
