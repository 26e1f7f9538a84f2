#include <gtest/gtest.h>

#include "rules/language/parser.hpp"

namespace grundy::rules {
namespace {

TEST(Overrides, AreSeparatedBySemicolons) {
  const auto overrides = parse_overrides(" S = 2,5 ; m=3; ");
  ASSERT_TRUE(overrides) << overrides.error().message;
  EXPECT_EQ(*overrides,
            (Parameters{{"S", std::vector<std::int64_t>{2, 5}}, {"m", std::int64_t{3}}}));
}

TEST(Overrides, AreGivenOnceEach) {
  for (const char* text : {"m=3; m=4", "m=3;S=1,2;m = 4;"}) {
    const auto overrides = parse_overrides(text);
    ASSERT_FALSE(overrides) << text;
    EXPECT_EQ(overrides.error().code, Errc::usage);
    EXPECT_NE(overrides.error().message.find("`m` is given twice, as 3 and as 4"),
              std::string::npos)
        << overrides.error().message;
  }
  EXPECT_NE(parse_overrides("S=2,5; S={7}").error().message.find("as {2, 5} and as {7}"),
            std::string::npos);
  EXPECT_FALSE(parse_overrides("m=3; m=3"));
}

TEST(Overrides, MayBeNone) {
  for (const char* text : {"", " ", "\t"}) {
    const auto overrides = parse_overrides(text);
    ASSERT_TRUE(overrides) << overrides.error().message;
    EXPECT_TRUE(overrides->empty());
  }
}

TEST(Overrides, NameTheOneThatIsWrong) {
  for (const char* text : {"m=3; what", "m=3; what; S=2", "m=3;; S=2"}) {
    const auto overrides = parse_overrides(text);
    ASSERT_FALSE(overrides) << text;
    EXPECT_EQ(overrides.error().code, Errc::usage);
  }
  EXPECT_NE(parse_overrides("m=3; what").error().message.find("what"), std::string::npos);
}

}  // namespace
}  // namespace grundy::rules
