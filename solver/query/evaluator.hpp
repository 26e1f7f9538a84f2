// query/evaluator.hpp: the value of a sum, and its winning moves.
//
// Start reading here. Under normal play the nimber of a sum is the xor of the nimbers of
// its positions (R. P. Sprague 1935, P. M. Grundy 1939), each searched for alone, so any
// number of large positions may be added. Misère play, remoteness and games with
// `won when` need a search of the whole sum (lazy/sum_search.hpp).
//
// An evaluator remembers what it has searched: ask it a thousand questions rather than a
// thousand evaluators one. Not thread-safe.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "query/expression.hpp"
#include "query/search_source.hpp"
#include "query/value_source.hpp"

namespace grundy::query {

struct Value {
  Outcome outcome = Outcome::P;
  // Nothing under misère play, with `won when`, or if a table of outcomes was enough.
  std::optional<std::uint32_t> nimber;
  std::optional<std::uint32_t> remoteness;  // if it was asked for
};

struct Move {
  std::size_t term = 0;          // which term of the sum: one of its positions is moved
  std::vector<Position> to;      // what becomes of that position
  Outcome outcome = Outcome::P;  // of the sum after the move
  std::optional<std::uint32_t> nimber;
};

struct Moves {
  Value value;                // of the sum itself
  std::vector<Move> options;  // winning ones first; else by term, then in the rules' order
  std::size_t winning = 0;    // the first so many leave the opponent a P-position
};

// The sum after the move; print it with to_string.
inline Sum after(const Sum& sum, const Move& move) {
  return sum.with_one_replaced(move.term, move.to);
}

// The convention to play by: `forced` if there is one, else that of the games. Errc::usage
// when they differ.
Result<Convention> convention_of(const Sum& sum, std::optional<Convention> forced = std::nullopt);

class Evaluator {
 public:
  explicit Evaluator(lazy::SearchLimits limits = {});

  // Asked before anything is searched; sources added first are asked first.
  void add_source(std::unique_ptr<ValueSource> source) { sources_.push_back(std::move(source)); }

  // Errors: Errc::unsupported where endings leave the winner open, Errc::memory and
  // Errc::interrupted by the limits, and those of the sources.
  Result<Value> evaluate(const Sum& sum, Convention convention, bool want_remoteness = false);

  // Every option with its value. The remoteness of the sum is not asked for.
  Result<Moves> moves(const Sum& sum, Convention convention);

  const lazy::SearchProgress& progress() const noexcept { return meter_->progress(); }

 private:
  using Found = Result<std::optional<std::uint32_t>>;

  Found look_up(const Term& term, Convention convention, Quantity quantity);
  Result<std::uint32_t> nimber(const Term& term);
  Result<Value> by_nimbers(const Sum& sum);
  Result<Value> by_search(const Sum& sum, Convention convention);
  Result<std::uint32_t> remoteness(const Sum& sum, Convention convention);
  Result<Value> after_move(const Sum& sum, Convention convention, const Value& before,
                           const Move& move);
  Status add_options(const Sum& sum, Convention convention, std::size_t term, Moves& moves);

  std::unique_ptr<lazy::Meter> meter_;
  std::vector<std::unique_ptr<ValueSource>> sources_;
  SearchSource search_;
};

}  // namespace grundy::query
