// cli/play_board.hpp: `grundy play` on a board, which is drawn.
#pragma once
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "cli/expressions.hpp"

namespace grundy::cli {

// Plays on the one board of a question, against who types moves on standard input. Errors:
// Errc::unsupported for sums, and those of Session::moves.
Status play_board(Session& session, Session::Question question, bool computer_begins,
                  std::optional<std::uint64_t> seed);

}  // namespace grundy::cli
