// What is said to fit 62 bits does.
#include "compile/size.hpp"

#include <gtest/gtest.h>

#include "rules/parse.hpp"

namespace grundy::compile {
namespace {

// Of positions with a and b up to 20.
bool fits_62_bits(const std::string& text) {
  const rules::Rules rules = rules::parsed("game g(a, b) (a, b) -> (a - 1, b)");
  const Box box{{0, 0}, {20, 20}};
  rules::Facts facts(rules, rules.options.at(0), rules::Region::within(box));
  return fits(rules::Polynomial(rules::number(text)), facts);
}

TEST(Size, OfRemaindersAndQuotientsIsThatOfTheGreatest) {
  EXPECT_TRUE(fits_62_bits("288230376151711744 * (a mod 9)"));    // 2^58 * 8
  EXPECT_FALSE(fits_62_bits("1152921504606846976 * (a mod 9)"));  // 2^60 * 8
  EXPECT_TRUE(fits_62_bits("288230376151711744 * floor(a / 2)"));
  EXPECT_FALSE(fits_62_bits("1152921504606846976 * floor(a / 2)"));
}

}  // namespace
}  // namespace grundy::compile
