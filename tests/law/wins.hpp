// law/wins.hpp: whether the winning moves that a proof tells are what it says.
#pragma once
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

// Where `by` stands outside all parentheses.
inline std::vector<std::string> split(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(') - (text[i] == ')');
    if (depth != 0 || !text.substr(i).starts_with(by)) continue;
    parts.emplace_back(text.substr(begin, i - begin));
    begin = i + by.size();
  }
  parts.emplace_back(text.substr(begin));
  return parts;
}

inline rules::Claim read_claim(const std::string& text, const rules::Rules& rules) {
  const auto read = rules::parse_claim(text, rules);
  if (!read) throw std::runtime_error(read.error().message);
  return *read;
}

// A piece of `wins`: "(a, b) -> (a, b - 1) when b >= 2". The language of claims reads it.
struct MovePiece {
  rules::Claim when;
  std::vector<rules::Claim> numbers;

  MovePiece(const std::string& text, const rules::Rules& rules) {
    const auto parts = split(split(text, " -> ").at(1), " when ");
    when = read_claim("N when " + (parts.size() == 2 ? parts[1] : "0 = 0"), rules);
    for (const auto& number :
         split(std::string_view(parts[0]).substr(1, parts[0].size() - 2), ", "))
      numbers.push_back(read_claim("nimber = " + number, rules));
  }
  bool holds(const Position& at) const { return *oracle::claimed(when, at) == 1; }
  oracle::Sum to(const Position& at) const {
    Position position;
    for (const auto& number : numbers) position.push_back(*oracle::claimed(number, at));
    return {position};
  }
};

inline Box small_box(const rules::Rules& rules) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    box.low.push_back(coordinate.low);
    box.high.push_back(std::min(coordinate.low + 16, coordinate.high.value_or(INT64_MAX)));
  }
  return box;
}

// At each position with winning moves one piece holds, and tells one of them.
inline void check_wins(const rules::Rules& rules, const std::string& outcomes,
                       const std::string& wins) {
  SCOPED_TRACE(rules.text + outcomes + "\n" + wins);
  const rules::Claim claim = read_claim(outcomes, rules);
  std::vector<MovePiece> pieces;
  for (const std::string& text : split(wins, "; ")) pieces.emplace_back(text, rules);
  const Box box = small_box(rules);
  for (std::uint64_t rank = 0; rank < box.volume(); ++rank) {
    const Position at = box.position(rank);
    std::vector<oracle::Sum> winning;
    const auto options = oracle::options(rules, at);
    for (const oracle::Sum& option : *options)
      if (option.size() == 1 && *oracle::claimed(claim, option[0]) == 0) winning.push_back(option);
    if (winning.empty()) continue;
    std::vector<oracle::Sum> moves;
    for (const MovePiece& piece : pieces)
      if (piece.holds(at)) moves.push_back(piece.to(at));
    ASSERT_THAT(moves, testing::SizeIs(1)) << to_string(at);
    ASSERT_THAT(winning, testing::Contains(moves[0])) << to_string(at);
  }
}

}  // namespace grundy::law
