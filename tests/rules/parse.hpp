// rules/parse.hpp: shorthand for tests that read rules.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "rules/language/parser.hpp"

namespace grundy::rules {

// The only game of `text`, which must be without mistakes.
inline Rules parsed(std::string_view text, const Parameters& overrides = {}) {
  auto games = parse(text, "test", overrides);
  if (!games || games->size() != 1) {
    ADD_FAILURE() << (games ? "not one game" : games.error().message) << "\nin:\n" << text;
    return {};
  }
  return std::move(games->front());
}

// What is said about `text`, which must have mistakes.
inline std::string mistakes(std::string_view text, const Parameters& overrides = {}) {
  const auto games = parse(text, "t", overrides);
  if (!games) return games.error().message;
  ADD_FAILURE() << "no mistake found in:\n" << text;
  return {};
}

// The mistakes of a game in one coordinate n with these statements.
inline std::string mistakes_in(const std::string& statements) {
  return mistakes("game g(n)\n" + statements);
}

// A condition or a number, as the coordinates a and b see it.
inline Condition condition(const std::string& text) {
  const Rules rules = parsed("game g(a, b)\n(a, b) -> (a - 1, b) when " + text);
  return rules.options.empty() ? Condition{Condition::Op::any_of, {}, {}} : rules.options[0].when;
}
inline Expression number(const std::string& text) {
  return condition(text + " != b + 1").sides.at(0);
}
inline const std::vector<std::string> a_and_b = {"a", "b"};

}  // namespace grundy::rules
