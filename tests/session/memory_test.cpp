// What earlier questions left in memory does not keep later ones from being answered.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "ask/session/session.hpp"

namespace grundy::session {
namespace {

constexpr std::uint64_t enough_for_one = std::uint64_t{3} << 20;

Choice limited() {
  Choice choice;
  choice.limits.bytes = enough_for_one;
  return choice;
}

Result<query::Value> answer(Session& session, std::string_view expression) {
  const auto question = session.ask(expression);
  if (!question) return question.error();
  return session.evaluator().evaluate(question->sum, question->convention);
}

TEST(Memory, WhatFitsAloneFitsAfterOthers) {
  Session session(limited());
  for (const int k : {3, 5, 7, 9, 11, 13, 15, 17})
    for (const std::string& expression :
         {fmt::format("euclid({},{})", 10 * k, 7 * k), fmt::format("chomp3({},{},{})", k, k, k),
          fmt::format("stone_boxes({},{})", 4 * k, 5 * k),
          fmt::format("nim3({},{},{}) + lasker({})", k, k + 1, 2 * k, 9 * k)}) {
      Session alone(limited());
      const auto expected = answer(alone, expression);
      ASSERT_TRUE(expected) << expression << ": " << expected.error().message;
      const auto found = answer(session, expression);
      ASSERT_TRUE(found) << expression << ": " << found.error().message;
      EXPECT_EQ(found->nimber, expected->nimber) << expression;
    }
}

}  // namespace
}  // namespace grundy::session
