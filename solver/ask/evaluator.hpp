// ask/evaluator.hpp: the value of a sum, and its winning moves.
//
// Start reading here. Under normal play the nimber of a sum is the xor of the nimbers of
// its positions (R. P. Sprague 1935, P. M. Grundy 1939), each searched for alone, so any
// number of large positions may be added. Misère play, remoteness and games with
// `won when` need a search of the whole sum (search/sum_search.hpp).
//
// An evaluator remembers what it has searched: ask it a thousand questions rather than a
// thousand evaluators one. Before it tells what it has searched for, it derives a few of the values
// again (ask/search_source.hpp), for 20 ms in all or 3 % of the time that its searches have taken.
// Not thread-safe.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "ask/expression.hpp"
#include "ask/law_source.hpp"
#include "ask/misere.hpp"
#include "ask/misere_quotient.hpp"
#include "ask/search_source.hpp"
#include "ask/value_source.hpp"

namespace grundy::query {

struct Value {
  Outcome outcome = Outcome::P;
  // Nothing under misère play, with `won when`, if a table of outcomes was enough, or if a law of
  // outcomes is all that is in reach.
  std::optional<std::uint64_t> nimber;
  std::optional<std::uint32_t> remoteness;    // if it was asked for
  std::optional<MisereSum> misere;            // under misère play, of a sum of tame positions
  std::optional<QuotientUsed> quotient = {};  // under misère play, if it gave the outcome
  std::vector<std::shared_ptr<const std::string>> laws = {};  // proved ones that it follows from
};

struct Move {
  std::size_t term = 0;          // which term of the sum: one of its positions is moved
  std::vector<Position> to;      // what becomes of that position
  Outcome outcome = Outcome::P;  // of the sum after the move
  std::optional<std::uint64_t> nimber;
  std::optional<MisereSum> misere;
};

struct Moves {
  Value value;                // of the sum itself
  std::vector<Move> options;  // winning ones first; else by term, then in the rules' order
  std::size_t winning = 0;    // this many, at the front, leave the opponent a P-position
  std::uint64_t total = 0;    // options there are, whether or not the losing ones are listed
  // Ways to win where each of equal positions is one to move: 3*nim(7) has three.
  std::uint64_t winning_ways = 0;
  // Whether there are more winning moves than are listed: from a law not all of them are.
  bool more_win = false;
};

// The winning moves that are listed on a line of positions whose values follow from a law.
inline constexpr std::size_t most_winning_by_law = 100;

// Which options Moves lists.
enum class Listed : std::uint8_t { all, winning };

// What is asked of a sum: its nimber tells the outcome too, but may take longer.
enum class Wanted : std::uint8_t { nimber, outcome };

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

  // Asked for a position whose search has taken as long as the source would, or more memory than
  // it may: so nothing takes much longer than the better of the two.
  void set_alternative(std::unique_ptr<PricedSource> source) { alternative_ = std::move(source); }

  // Asked before a search or an alternative that takes long. Under misère play laws answer for
  // single positions alone: nimbers do not tell who wins a sum.
  void set_laws(std::unique_ptr<LawSource> laws) { laws_ = std::move(laws); }

  // Says that this sum will be asked for, so that its positions may be solved along with others.
  void expect(const Sum& sum, Convention convention, Wanted wanted = Wanted::nimber);
  void expect_nothing() {
    search_->expect_nothing();
    if (alternative_) alternative_->expect_nothing();
  }

  // Under Wanted::outcome the nimber may be left out.
  //
  // Errors: Errc::unsupported where endings leave the winner open, Errc::memory (under misère
  // play naming the wild positions, which made a search necessary) and Errc::interrupted by the
  // limits, those of the sources, and
  // Errc::wrong if a value that was found does not follow from the rules: then, and ever after.
  Result<Value> evaluate(const Sum& sum, Convention convention, bool want_remoteness = false,
                         Wanted wanted = Wanted::nimber);

  // Plies to the end under best play, by a search of the whole sum unless a source has it.
  Result<std::uint32_t> remoteness(const Sum& sum, Convention convention);

  // Every option with its value, or the winning ones alone: that takes no memory for the others.
  // What is listed counts as memory of the search.
  // The remoteness of the sum is not asked for.
  Result<Moves> moves(const Sum& sum, Convention convention, Listed listed = Listed::all);

  // What one position of the term can become, in the rules' order; none is evaluated. What is
  // listed counts as memory of the search.
  Result<std::vector<std::vector<Position>>> options(const Term& term);

  // From now on searches give up, with Errc::interrupted, soon after this flag is set.
  void set_stop(const std::atomic<bool>* stop) noexcept { meter_->set_stop(stop); }

  // Until it is cleared, searches give up soon after this moment, with Errc::interrupted, and keep
  // what they have found. Not for an evaluator with an alternative, which needs deadlines itself.
  void set_deadline(std::chrono::steady_clock::time_point deadline) noexcept {
    meter_->set_deadline(deadline);
  }
  // Whether the deadline has stopped a search.
  bool clear_deadline() noexcept { return meter_->clear_deadline(); }

  const lazy::SearchProgress& progress() const noexcept { return meter_->progress(); }

  // Of all searches; an alternative may take its memory from it too.
  lazy::Meter& meter() noexcept { return *meter_; }

 private:
  using Found = Result<std::optional<std::uint64_t>>;

  template <class Answer>
  std::invoke_result_t<Answer> checked(const Sum& sum, const Answer& answer);
  void forget();
  Status check(const Sum& sum);
  Result<Value> unchecked(const Sum& sum, Convention convention, Wanted wanted = Wanted::nimber);
  Result<Moves> unchecked_moves(const Sum& sum, Convention convention, Listed listed);
  Result<std::uint32_t> unchecked_remoteness(const Sum& sum, Convention convention);

  Found look_up(const Term& term, Convention convention, Quantity quantity);
  template <class Work>
  std::optional<std::invoke_result_t<Work>> within(double seconds, const Work& work);
  template <class Work>
  std::optional<std::invoke_result_t<Work>> within_patience(const Work& work);
  Found search(const Term& term, Convention convention, Quantity quantity);
  Found search_or_solve(const Term& term, Convention convention, Quantity quantity);
  Found by_law(const Question& question, const Position& position, double seconds);
  Result<std::optional<Outcome>> outcome_by_law(const Term& term);
  std::optional<std::uint64_t> by_known_law(const Question& question, const Position& position);
  std::uint64_t note(const LawValue& found);
  void add_laws(Value& value);
  Found find(const Term& term, Convention convention, Quantity quantity);
  Result<std::uint64_t> nimber(const Term& term);
  Result<Value> by_nimbers(const Sum& sum, Wanted wanted);
  Result<Value> by_search(const Sum& sum, Convention convention);
  Result<Value> by_whole_search(const Sum& sum, Convention convention);
  Result<Value> by_misere(const Sum& sum);
  std::optional<MisereSum> tame_in_time(const Sum& sum, double seconds);
  Result<std::optional<Value>> by_quotient(const Sum& sum);
  std::optional<Result<lazy::MisereKind>> kind_in_time(const Term& term);
  Result<Value> after_move(const Sum& sum, Convention convention, const Value& before,
                           const Move& move);
  Result<Value> after_tame_move(const Sum& sum, MisereSum total, const Move& move);
  Status add_options(const Sum& sum, Convention convention, std::size_t term, Listed listed,
                     Moves& moves);
  Status take_for_list(const std::vector<Position>& option);
  Result<bool> add_from_lines(const Sum& sum, std::size_t term, Moves& moves);
  Result<bool> add_by_law(const Sum& sum, Convention convention, std::size_t term, Moves& moves);

  std::unique_ptr<lazy::Meter> meter_;
  std::vector<std::unique_ptr<ValueSource>> sources_;
  std::optional<SearchSource> search_;                         // always there
  std::unique_ptr<PricedSource> alternative_;                  // may be null
  std::unique_ptr<LawSource> laws_;                            // may be null
  std::vector<std::shared_ptr<const std::string>> laws_used_;  // for the question at hand
  std::optional<MisereTheory> misere_;                         // always there
  std::optional<MisereQuotients> quotients_;                   // always there
  std::uint64_t listed_bytes_ = 0;  // taken for a list that is being made
  double searching_seconds_ = 0;
  double unplanned_seconds_ = 0;  // of searches since the last price by all ways
  double checking_seconds_ = 0;
  Status found_right_;  // an error once something was not
};

}  // namespace grundy::query
