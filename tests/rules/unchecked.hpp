// rules/unchecked.hpp: rules as they are written, whether or not they can be played.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "rules/language/grammar.hpp"
#include "rules/language/resolve.hpp"

namespace grundy::rules {

// Rules that nobody has looked at yet, nor refused.
inline Rules unchecked(const std::string& text) {
  Diagnostics diagnostics;
  const auto game = Grammar(text, diagnostics).next_game();
  auto rules = game ? resolve(*game, {}, diagnostics) : std::nullopt;
  EXPECT_TRUE(rules && diagnostics.none()) << text;
  return rules ? *std::move(rules) : Rules{};
}

}  // namespace grundy::rules
