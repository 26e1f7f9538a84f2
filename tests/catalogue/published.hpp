// catalogue/published.hpp: sequences of published values, read from published.json.
//
// Each entry names its source and gives the game, as a code or as rules. `values` are
// the values at the positions
//   line           (prefix.., first), (prefix.., first + 1), ..
//   diagonal       (0, 0), (1, 1), ..
//   antidiagonals  (0, 0), (0, 1), (1, 0), (0, 2), (1, 1), ..
// and mean, by `kind`,
//   nimber         the nimber there
//   misere_grundy  the misère Grundy value (mex, but 1 at the end), 0 at P-positions
//   p_positions    all P-positions (n) up to the last one
//   p_partner      n is followed by the only p such that (n, p) is a P-position
#pragma once
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"

namespace grundy::catalogue_test {

struct Published {
  std::string name, source, kind, shape;
  std::string game, rules;  // one of them
  Position prefix;
  std::int64_t first = 0;
  std::vector<std::int64_t> values;
};

inline std::vector<Published> read_published() {
  std::ifstream file(GRUNDY_SOURCE_DIR "/tests/catalogue/published.json");
  std::vector<Published> all;
  for (const nlohmann::json& entry : nlohmann::json::parse(file))
    all.push_back({entry.at("name"), entry.at("source"), entry.at("kind"), entry.at("shape"),
                   entry.value("game", ""), entry.value("rules", ""), entry.at("prefix"),
                   entry.at("first"), entry.at("values")});
  return all;
}

inline Result<rules::Rules> load(const Published& entry) {
  if (!entry.game.empty()) return rules::load(entry.game);
  auto games = rules::parse(entry.rules, entry.name);
  if (!games) return games.error();
  return games->front();
}

inline Position antidiagonal_position(std::int64_t index) {
  std::int64_t sum = 0;
  for (; index > sum; ++sum) index -= sum + 1;
  return {index, sum - index};
}

// Where value number `index` belongs.
inline Position position_of(const Published& entry, std::size_t index) {
  const auto i = static_cast<std::int64_t>(index);
  if (entry.shape == "antidiagonals") return antidiagonal_position(i);
  if (entry.shape == "diagonal") return {i, i};
  Position position = entry.prefix;
  position.push_back(entry.first + i);
  return position;
}

// The least box from the low ends that holds all positions.
inline Box box_of(const rules::Rules& rules, const std::vector<Position>& positions) {
  Box box;
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
    box.low.push_back(rules.coordinates[axis].low);
    box.high.push_back(box.low[axis]);
    for (const Position& position : positions)
      box.high[axis] = std::max(box.high[axis], position[axis]);
  }
  return box;
}

}  // namespace grundy::catalogue_test
