// ask/session/answer_json.hpp: answers as objects for programs: what `--json` prints, and what is
// sent over HTTP. Their keys stay.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ask/board_sum.hpp"
#include "ask/evaluator.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::session {

using Json = nlohmann::ordered_json;

// A game of the catalogue in brief: name, coordinates and description.
Json entry_json(const rules::Rules& game);

// The values of a game's parameters by name: integers, and lists for sets and arrays.
Json parameters_json(const rules::Rules& game);

// A game in full, with the kernel that would solve a box of it and why play ends.
Result<Json> game_json(const rules::Rules& game);

Json value_json(const std::string& expression, const query::Value& value);

// A sum on the way of best play, and its value.
struct Step {
  query::Sum sum;
  query::Value value;
};

// The sum's own value, how many moves win, and the winning ones, as far as they are listed: the
// list of options may have been cut short.
Json moves_json(const std::string& expression, const query::Sum& sum, const query::Moves& moves);
// All moves that were listed, each with its value.
Json options_json(const query::Sum& sum, const query::Moves& moves);
// The same of sums with boards.
Json moves_json(const std::string& expression, const query::BoardMoves& moves);
Json options_json(const query::BoardMoves& moves);
// Adds the rule of each of them (ask/move_rules.hpp).
void add_rules(const query::Sum& sum, const query::Moves& moves, Json& options);
// Adds best play to the end: `remoteness`, `line` and, where there are any, the misère classes.
void add_line(const std::vector<Step>& line, Json& json);

// Best play of both sides with the value of each sum on the way. Errors are those of
// query::best_line and Evaluator::evaluate.
Result<std::vector<Step>> best_line(const query::Sum& sum, Convention convention,
                                    query::Evaluator& evaluator);

}  // namespace grundy::session
