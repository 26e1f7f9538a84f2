// ask/read_move.hpp: a move as players type it.
//
//   7                    number 7 of the options
//   2: 3,4,1             component 2 becomes (3,4,1); `2: 3 + 4` two positions, `2: ()` nothing
//   nim(3)               a component becomes this position, or this sum
//   nim(3) + nim(5)      or this is the whole sum after the move
//
// Components are numbered from 1 as components() in ask/match.hpp lists them.
#pragma once
#include <functional>
#include <string_view>

#include "ask/match.hpp"

namespace grundy::query {

// `read` reads an expression; its errors are passed on. Errc::usage says what is wrong.
Result<Option> read_move(std::string_view text, const Match& match,
                         const std::function<Result<Sum>(std::string_view)>& read);

}  // namespace grundy::query
