#include <gtest/gtest.h>

#include <memory>

#include "base/error.hpp"
#include "base/value.hpp"

namespace grundy {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{Errc::usage, "odd"};
  return number / 2;
}

TEST(Result, HoldsAValueOrTheReasonWhyThereIsNone) {
  const auto good = half(8);
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 4);
  const auto bad = half(7);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Errc::usage);
  EXPECT_EQ(bad.error().message, "odd");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Status, IsGoodUntilAnError) {
  const Status good;
  EXPECT_TRUE(good);
  const Status bad = Error{Errc::io, "no such disk"};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Errc::io);
}

TEST(Value, NamesGoThereAndBack) {
  for (const Quantity quantity : {Quantity::outcome, Quantity::nimber, Quantity::remoteness})
    EXPECT_EQ(quantity_from(to_string(quantity)), quantity);
  EXPECT_EQ(quantity_from("nimbers"), std::nullopt);
  EXPECT_EQ(quantity_from(""), std::nullopt);
}

TEST(Value, WhoCannotMoveLosesUnderNormalPlayOnly) {
  EXPECT_EQ(outcome_without_options(Convention::normal), Outcome::P);
  EXPECT_EQ(outcome_without_options(Convention::misere), Outcome::N);
  EXPECT_EQ(other(Outcome::P), Outcome::N);
  EXPECT_EQ(other(Outcome::N), Outcome::P);
}

}  // namespace
}  // namespace grundy
