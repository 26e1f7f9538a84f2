// ask/evaluator_laws.cpp: values and moves of ask/evaluator.hpp that follow from proved laws.
#include "ask/evaluator_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ask/evaluator.hpp"

namespace grundy::query {
namespace {

// A law is looked for where anything else takes longer.
constexpr double worth_a_law = 0.05;

}  // namespace

// Adds the law to those that the answer names.
std::uint64_t Evaluator::note(const LawValue& found) {
  if (std::ranges::find(laws_used_, found.law) == laws_used_.end()) laws_used_.push_back(found.law);
  return found.value;
}

std::optional<std::uint64_t> Evaluator::by_known_law(const Question& question,
                                                     const Position& position) {
  const auto found = laws_ ? laws_->known(question, position) : std::nullopt;
  return found ? std::optional(note(*found)) : std::nullopt;
}

// Nothing where anything else is quicker than `seconds`, or there is no law.
Evaluator::Found Evaluator::by_law(const Question& question, const Position& position,
                                   double seconds) {
  if (!laws_ || seconds < worth_a_law) return std::optional<std::uint64_t>();
  const auto found = laws_->find(question, position, seconds);
  if (!found) return found.error();
  return *found ? std::optional(note(**found)) : std::nullopt;
}

void Evaluator::add_laws(Value& value) {
  value.laws = std::exchange(laws_used_, {});
}

// Out of a law, where the options are too many to look at. False where they are few.
Result<bool> Evaluator::add_by_law(const Sum& sum, Convention convention, std::size_t term,
                                   Moves& moves) {
  const Term& from = sum.terms()[term];
  const bool by_nimbers = moves.value.nimber.has_value();
  const Question question{from.game->rules, convention,
                          by_nimbers ? Quantity::nimber : Quantity::outcome};
  if (!laws_ || !(by_nimbers || sum.is_single())) return false;
  if (!laws_->known(question, from.position)) return false;
  const auto lines = search_->lines(from.game->rules, from.position);
  if (!lines) return lines.error();
  if (!*lines) return false;
  std::uint64_t total = 0;
  for (const lazy::Line& line : **lines) total += line.count;
  if (total <= most_options) return false;
  std::uint64_t wanted = static_cast<std::uint64_t>(Outcome::P);
  if (by_nimbers) {
    const auto own = nimber(from);
    if (!own) return own.error();
    wanted = *moves.value.nimber ^ *own;
  }
  for (const lazy::Line& line : **lines) {
    const auto numbers = laws_->numbers(question, line, wanted, most_winning_by_law + 1);
    if (!numbers)
      return Error{Errc::unsupported,
                   fmt::format("{} has {} moves, too many to look at one by one; its value "
                               "follows from a law",
                               to_string(Term{from.game, from.position, 1}), total)};
    for (const std::uint64_t number : *numbers) {
      if (moves.options.size() >= most_winning_by_law) {
        moves.more_win = true;
        break;
      }
      Move move{term, {position_on(line, number)}, Outcome::P, {}, {}};
      if (by_nimbers) move.nimber = 0;
      moves.options.push_back(std::move(move));
    }
  }
  moves.total += total;
  return true;
}

// Laws are also looked for if nothing else has the value.
Evaluator::Found Evaluator::search(const Term& term, Convention convention, Quantity quantity) {
  const Question question{term.game->rules, convention, quantity};
  auto found = search_or_solve(term, convention, quantity);
  if (found || !is_out_of_reach(found.error())) return found;
  auto lawful = by_law(question, term.position, no_end);
  if (!lawful || *lawful) return lawful;
  const std::string advice = laws_ ? laws_->advice(question) : "";
  if (advice.empty()) return found;
  return Error{found.error().code, fmt::format("{}; {}", found.error().message, advice)};
}

// Where the nimber of a position is out of reach, there may still be a law of its outcome.
Result<std::optional<Outcome>> Evaluator::outcome_by_law(const Term& term) {
  const Question question{term.game->rules, Convention::normal, Quantity::outcome};
  const auto found = by_law(question, term.position, no_end);
  if (!found) return found.error();
  return *found ? std::optional(static_cast<Outcome>(**found)) : std::nullopt;
}

}  // namespace grundy::query
