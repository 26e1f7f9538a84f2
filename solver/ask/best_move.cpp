#include "ask/best_move.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace grundy::query {
namespace {

// Counting the options after a move takes as long as listing them, so not every move of a heap of
// a million is tried.
constexpr std::size_t most_tried = 200;

// Of the options of each term of a sum, remembered.
class OptionCount {
 public:
  explicit OptionCount(Evaluator& evaluator) : evaluator_(evaluator) {}

  Result<std::uint64_t> of(const Sum& sum) {
    std::uint64_t total = 0;
    for (const Term& term : sum.terms()) {
      const auto count = of(term);
      if (!count) return count;
      total += *count;
    }
    return total;
  }

 private:
  Result<std::uint64_t> of(const Term& term) {
    const std::pair key(term.game->rules.get(), term.position);
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    const auto options = evaluator_.options(term);
    if (!options) return options.error();
    return known_[key] = options->size();
  }

  Evaluator& evaluator_;
  std::map<std::pair<const rules::Rules*, Position>, std::uint64_t> known_;
};

// A move after which `left` plies remain, and the one who has moved is as well off as before.
Result<Sum> next_of_line(const Sum& sum, Convention convention, std::uint32_t left,
                         Evaluator& evaluator) {
  auto moves = evaluator.moves(sum, convention);
  if (!moves) return moves.error();
  if (moves->winning > 0) moves->options.resize(moves->winning);
  for (const Move& move : moves->options) {
    Sum next = after(sum, move);
    const auto plies = evaluator.remoteness(next, convention);
    if (!plies) return plies.error();
    if (*plies == left) return next;
  }
  return Error{Errc::corrupt, "remoteness that is looked up and searched for does not agree"};
}

}  // namespace

Adviser::Adviser(Evaluator& values, Evaluator& plies, std::chrono::milliseconds time_for_plies,
                 std::optional<std::uint64_t> seed)
    : values_(values), plies_(plies), time_for_plies_(time_for_plies) {
  if (seed) random_.emplace(*seed);
}

Result<std::optional<BestMove>> Adviser::best(const Sum& sum, Convention convention) {
  auto found = values_.moves(sum, convention);
  if (!found) return found.error();
  std::vector<Move>& moves = found->options;
  if (moves.empty()) return std::optional<BestMove>();
  const bool wins = found->winning > 0;
  if (wins) moves.resize(found->winning);
  auto plies = remoteness(sum, convention, moves);
  if (!plies) return plies.error();
  if (*plies) {
    Scores scores = **plies;
    if (!wins)
      for (std::uint64_t& score : scores) score = std::numeric_limits<std::uint32_t>::max() - score;
    const std::size_t at = pick(scores);
    return std::optional(BestMove{moves[at], static_cast<std::uint32_t>((**plies)[at] + 1)});
  }
  const Result<Scores> scores = wins ? Scores(moves.size(), 0) : fewness(sum, moves);
  if (!scores) return scores.error();
  return std::optional(BestMove{moves[pick(*scores)], std::nullopt});
}

Result<Adviser::Scores> Adviser::search_remoteness(const Sum& sum, Convention convention,
                                                   const std::vector<Move>& moves) {
  // The whole sum first, which takes nearly all the time if there is too little.
  if (const auto whole = plies_.remoteness(sum, convention); !whole) return whole.error();
  Scores scores;
  for (const Move& move : moves) {
    const auto plies = plies_.remoteness(after(sum, move), convention);
    if (!plies) return plies.error();
    scores.push_back(*plies);
  }
  return scores;
}

// Nothing where the search has reached its limits.
Result<std::optional<Adviser::Scores>> Adviser::remoteness(const Sum& sum, Convention convention,
                                                           const std::vector<Move>& moves) {
  plies_.set_deadline(std::chrono::steady_clock::now() + time_for_plies_);
  auto scores = search_remoteness(sum, convention, moves);
  const bool late = plies_.clear_deadline();
  if (scores) return std::optional(*std::move(scores));
  if (late || scores.error().code == Errc::memory) return std::optional<Scores>();
  return scores.error();
}

Result<Adviser::Scores> Adviser::fewness(const Sum& sum, const std::vector<Move>& moves) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  OptionCount count(values_);
  Scores scores(moves.size(), most);
  for (std::size_t i = 0; i < std::min(moves.size(), most_tried); ++i) {
    const auto options = count.of(after(sum, moves[i]));
    if (!options) return options.error();
    scores[i] = most - *options;
  }
  return scores;
}

std::size_t Adviser::pick(const Scores& scores) {
  const auto first = std::min_element(scores.begin(), scores.end());
  const auto index = static_cast<std::size_t>(first - scores.begin());
  if (!random_) return index;
  std::vector<std::size_t> equal;
  for (std::size_t i = index; i < scores.size(); ++i)
    if (scores[i] == *first) equal.push_back(i);
  return equal[(*random_)() % equal.size()];
}

Result<std::vector<Sum>> best_line(const Sum& sum, Convention convention, Evaluator& evaluator) {
  const auto plies = evaluator.remoteness(sum, convention);
  if (!plies) return plies.error();
  std::vector<Sum> line;
  for (std::uint32_t left = *plies; left > 0; --left) {
    auto next = next_of_line(line.empty() ? sum : line.back(), convention, left - 1, evaluator);
    if (!next) return next.error();
    line.push_back(*std::move(next));
  }
  return line;
}

}  // namespace grundy::query
