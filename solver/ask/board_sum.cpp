#include "ask/board_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ask/board_file.hpp"

namespace grundy::query {
namespace {

// More equal boards would be searched for too long under misère play.
constexpr std::uint64_t most_searched = 64;

Outcome outcome_by(std::uint64_t nimber) {
  return nimber == 0 ? Outcome::P : Outcome::N;
}

// The boards of the sum, each of equal ones by itself.
Result<std::vector<boards::AnySet>> positions_of(const SumWithBoards& sum) {
  std::vector<boards::AnySet> positions;
  for (const BoardTerm& board : sum.boards) {
    if (!sum.sum.terms().empty() || board.game->text != sum.boards.front().game->text)
      return Error{Errc::unsupported,
                   "misère play and remoteness of boards are found for sums of positions of one "
                   "board alone"};
    if (board.count > most_searched - positions.size())
      return Error{Errc::unsupported,
                   fmt::format("misère play and remoteness are found for at most {} boards, but "
                               "there are more",
                               most_searched)};
    positions.insert(positions.end(), board.count, board.position);
  }
  return positions;
}

// One of the equal boards of a term becomes another position.
SumWithBoards after(const SumWithBoards& sum, std::size_t term, const boards::AnySet& position) {
  SumWithBoards next = sum;
  BoardTerm moved{sum.boards[term].game, position};
  if (--next.boards[term].count == 0)
    next.boards[term] = std::move(moved);
  else
    next.boards.insert(next.boards.begin() + static_cast<std::ptrdiff_t>(term) + 1,
                       std::move(moved));
  return next;
}

void sort_winning_first(BoardMoves& moves) {
  const auto lost =
      std::stable_partition(moves.options.begin(), moves.options.end(),
                            [](const BoardMove& m) { return m.outcome == Outcome::P; });
  moves.winning = static_cast<std::size_t>(lost - moves.options.begin());
}

}  // namespace

Result<std::uint32_t> BoardEvaluator::nimber_of_others(const Sum& sum) {
  const auto others = others_.evaluate(sum, Convention::normal);
  if (!others) return others.error();
  if (!others->nimber)
    return Error{Errc::unsupported,
                 "a sum with boards needs nimbers, which its other games do not have"};
  if (*others->nimber <= std::numeric_limits<std::uint32_t>::max())
    return static_cast<std::uint32_t>(*others->nimber);
  return Error{Errc::unsupported,
               fmt::format("a sum with boards needs nimbers below 2^32, but its other games have "
                           "nimber {}",
                           *others->nimber)};
}

Result<BoardEvaluator::Nimbers> BoardEvaluator::nimbers(const SumWithBoards& sum) {
  const auto others = nimber_of_others(sum.sum);
  if (!others) return others.error();
  Nimbers found{*others, *others, {}};
  for (const BoardTerm& board : sum.boards) {
    const auto nimber = solvers_.of(*board.game).nimber(board.position);
    if (!nimber) return nimber.error();
    found.boards.push_back(*nimber);
    if (board.count % 2 == 1) found.total ^= *nimber;
  }
  return found;
}

Result<Value> BoardEvaluator::by_nimbers(const SumWithBoards& sum, Wanted wanted) {
  const auto others = nimber_of_others(sum.sum);
  if (!others) return others.error();
  std::uint32_t nimber = *others;
  for (std::size_t i = 0; i < sum.boards.size(); ++i) {
    const BoardTerm& board = sum.boards[i];
    if (board.count % 2 == 0) continue;  // G + G is a P-position
    boards::Solver& solver = solvers_.of(*board.game);
    if (wanted == Wanted::outcome && i + 1 == sum.boards.size()) {
      const auto is_lost = solver.has_nimber(board.position, nimber);
      if (!is_lost) return is_lost.error();
      return Value{*is_lost ? Outcome::P : Outcome::N, {}, {}, {}};
    }
    const auto found = solver.nimber(board.position);
    if (!found) return found.error();
    nimber ^= *found;
  }
  return Value{outcome_by(nimber), nimber, {}, {}};
}

Result<Value> BoardEvaluator::by_search(const SumWithBoards& sum, Convention convention,
                                        bool want_remoteness) {
  const auto positions = positions_of(sum);
  if (!positions) return positions.error();
  boards::Solver& solver = solvers_.of(*sum.boards.front().game);
  if (!want_remoteness) {
    const auto outcome = solver.outcome(*positions, convention);
    if (!outcome) return outcome.error();
    return Value{*outcome, {}, {}, {}};
  }
  const auto ending = solver.ending(*positions, convention);
  if (!ending) return ending.error();
  return Value{ending->outcome, {}, ending->remoteness, {}};
}

Result<Value> BoardEvaluator::evaluate(const SumWithBoards& sum, Convention convention,
                                       bool want_remoteness, Wanted wanted) {
  if (convention == Convention::misere) return by_search(sum, convention, want_remoteness);
  if (!want_remoteness) return by_nimbers(sum, wanted);
  auto value = by_search(sum, convention, want_remoteness);
  if (!value || wanted == Wanted::outcome) return value;
  const auto nimbers = by_nimbers(sum, wanted);
  if (!nimbers) return nimbers.error();
  value->nimber = nimbers->nimber;
  return value;
}

Status expect_one_board(const SumWithBoards& sum) {
  const bool one = !sum.boards.empty() &&
                   std::all_of(sum.boards.begin(), sum.boards.end(), [&](const BoardTerm& board) {
                     return board.game->text == sum.boards.front().game->text;
                   });
  if (one) return {};
  return Error{Errc::unsupported,
               "a file holds what is known of one board, so options `save` and "
               "`load` need sums of positions of one"};
}

Status BoardEvaluator::save(const SumWithBoards& sum, const std::string& path) {
  if (Status s = expect_one_board(sum); !s) return s;
  const boards::Game& game = *sum.boards.front().game;
  return save_board(path, game, solvers_.of(game));
}

Status BoardEvaluator::write_reached(const SumWithBoards& sum, Convention convention,
                                     const std::string& path) {
  if (Status s = expect_one_board(sum); !s) return s;
  if (convention == Convention::misere || sum.boards.size() > 1)
    return Error{Errc::unsupported,
                 "what can be reached is written with nimbers, of one board under normal play"};
  const BoardTerm& board = sum.boards.front();
  return query::write_reached(path, *board.game, board.position, solvers_.of(*board.game));
}

Status BoardEvaluator::keep(const SumWithBoards& sum, const std::string& path, double seconds) {
  if (Status s = expect_one_board(sum); !s) return s;
  solvers_.keep(path, seconds);
  return {};
}

Status BoardEvaluator::load(const SumWithBoards& sum, const std::string& path) {
  if (Status s = expect_one_board(sum); !s) return s;
  const boards::Game& game = *sum.boards.front().game;
  return load_board(path, game, solvers_.of(game));
}

Result<BoardMoves> BoardEvaluator::moves(const SumWithBoards& sum, Convention convention,
                                         Listed listed, Wanted wanted) {
  const bool is_single =
      sum.sum.terms().empty() && sum.boards.size() == 1 && sum.boards.front().count == 1;
  const bool by_outcomes =
      convention == Convention::misere || (wanted == Wanted::outcome && is_single);
  auto found =
      by_outcomes ? moves_by_outcomes(sum, convention, listed) : moves_by_nimbers(sum, listed);
  if (found) sort_winning_first(*found);
  return found;
}

Result<BoardMoves> BoardEvaluator::moves_by_nimbers(const SumWithBoards& sum, Listed listed) {
  const auto known = nimbers(sum);
  if (!known) return known.error();
  BoardMoves moves;
  moves.value = {outcome_by(known->total), known->total, {}, {}};
  if (Status s = add_moves_of_others(sum, known->total ^ known->others, listed, moves); !s)
    return s.error();
  for (std::size_t term = 0; term < sum.boards.size(); ++term) {
    const BoardTerm& board = sum.boards[term];
    const std::uint32_t rest = known->total ^ known->boards[term];
    boards::Solver& solver = solvers_.of(*board.game);
    for (const boards::AnySet& option : boards::options(*board.game, board.position)) {
      ++moves.total;
      std::uint64_t nimber = 0;  // of the sum after the move
      if (listed == Listed::all) {
        const auto found = solver.nimber(option);
        if (!found) return found.error();
        nimber = rest ^ *found;
      } else {
        if (known->total == 0) continue;  // no move wins
        const auto wins = solver.has_nimber(option, rest);
        if (!wins) return wins.error();
        if (!*wins) continue;
      }
      if (nimber == 0) moves.winning_ways += board.count;
      moves.options.push_back({to_string(after(sum, term, option)), sum.sum.terms().size() + term,
                               outcome_by(nimber), nimber});
    }
  }
  return moves;
}

Status BoardEvaluator::add_moves_of_others(const SumWithBoards& sum, std::uint32_t of_boards,
                                           Listed listed, BoardMoves& moves) {
  if (sum.sum.terms().empty()) return {};
  const auto found = others_.moves(sum.sum, Convention::normal);
  if (!found) return found.error();
  if (found->more_win)
    return Error{Errc::unsupported,
                 "too many moves of the games beside the boards win to be listed"};
  moves.total += found->total;
  for (const Move& move : found->options) {
    const std::uint64_t nimber = *move.nimber ^ of_boards;
    if (nimber == 0) moves.winning_ways += sum.sum.terms()[move.term].count;
    if (nimber != 0 && listed == Listed::winning) continue;
    moves.options.push_back({to_string(SumWithBoards{query::after(sum.sum, move), sum.boards}),
                             move.term, outcome_by(nimber), nimber});
  }
  return {};
}

Result<BoardMoves> BoardEvaluator::moves_by_outcomes(const SumWithBoards& sum,
                                                     Convention convention, Listed listed) {
  auto value = evaluate(sum, convention, /*want_remoteness=*/false, Wanted::outcome);
  if (!value) return value.error();
  BoardMoves moves;
  moves.value = *std::move(value);
  for (std::size_t term = 0; term < sum.boards.size(); ++term)
    for (const boards::AnySet& option :
         boards::options(*sum.boards[term].game, sum.boards[term].position)) {
      ++moves.total;
      const SumWithBoards next = after(sum, term, option);
      const auto found = evaluate(next, convention, /*want_remoteness=*/false, Wanted::outcome);
      if (!found) return found.error();
      if (found->outcome == Outcome::P) moves.winning_ways += sum.boards[term].count;
      if (found->outcome == Outcome::P || listed == Listed::all)
        moves.options.push_back({to_string(next), term, found->outcome, {}});
    }
  return moves;
}

}  // namespace grundy::query
