#include "ask/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "ask/evaluator_laws.hpp"
#include "base/machine.hpp"

namespace grundy::query {
namespace {

// Seconds of search before a price is asked for, which takes about as long itself: too much for
// each of a million questions that the search can answer from what it remembers.
constexpr double search_seconds = 0.0005;

// Seconds that searches take in all, where no box has a quick price, before all ways are priced.
constexpr double worth_all_prices = 0.25;

// A kind tells more than who wins. It is looked for this long in any case, and this many times as
// long as the box takes that tells only who wins.
constexpr double kind_seconds = 1;
constexpr double kind_worth = 10;

// How long misère sums of heaps are searched before the quotient of the game is looked for, and how
// long that may take. Where it is known, what else there is to tell may take as long as a look-up.
constexpr double before_quotient_seconds = 0.05;
constexpr double quotient_seconds = 2;

// For deriving values again, in all.
constexpr double least_check_seconds = 0.02;
constexpr double part_for_check = 0.03;

std::vector<lazy::Summand> summands(const Sum& sum) {
  std::vector<lazy::Summand> result;
  for (const Term& term : sum.terms())
    result.push_back({term.game->rules, term.position, term.count});
  return result;
}

bool has_nimbers(const Sum& sum, Convention convention) {
  return convention == Convention::normal &&
         std::none_of(sum.terms().begin(), sum.terms().end(),
                      [](const Term& term) { return term.game->rules->has_ending(Outcome::N); });
}

bool all_covered(const Sum& sum) {
  return std::all_of(sum.terms().begin(), sum.terms().end(),
                     [](const Term& term) { return MisereTheory::covers(*term.game->rules); });
}

Outcome outcome_of(std::uint64_t nimber) {
  return nimber == 0 ? Outcome::P : Outcome::N;
}

Result<std::optional<std::uint64_t>> widened(const Result<std::optional<std::uint32_t>>& found) {
  if (!found) return found.error();
  if (!*found) return std::optional<std::uint64_t>();
  return std::optional<std::uint64_t>(**found);
}

// Not where options are sums: their outcomes follow from nimbers alone.
bool takes_less_without_nimber(const Sum& sum, Wanted wanted) {
  return sum.is_single() && wanted == Wanted::outcome &&
         !sum.terms().front().game->rules->has_sums();
}

}  // namespace

Result<Convention> convention_of(const Sum& sum, std::optional<Convention> forced) {
  if (forced) return *forced;
  if (const auto convention = sum.convention()) return *convention;
  return Error{Errc::usage,
               "some of these games are played misère and some are not; say how to play the sum"};
}

Evaluator::Evaluator(lazy::SearchLimits limits)
    : meter_(std::make_unique<lazy::Meter>(std::move(limits))),
      search_(std::in_place, *meter_),
      misere_(std::in_place, *meter_),
      quotients_(std::in_place, *meter_) {}

// What the sources know, without any search. One that fails is passed over if another one knows.
Evaluator::Found Evaluator::look_up(const Term& term, Convention convention, Quantity quantity) {
  std::optional<Error> failed;
  for (const auto& source : sources_) {
    const auto found = source->find({term.game->rules, convention, quantity}, term.position);
    if (found && *found) return widened(found);
    if (!found && !failed) failed = found.error();
  }
  if (failed) return *failed;
  return std::optional<std::uint64_t>();
}

// Nothing if the search takes longer, or more memory than there is.
template <class Work>
std::optional<std::invoke_result_t<Work>> Evaluator::within(double seconds, const Work& work) {
  using Clock = std::chrono::steady_clock;
  meter_->set_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(seconds)));
  auto found = work();
  const bool late = meter_->clear_deadline();
  if (found || (!late && found.error().code != Errc::memory)) return found;
  return std::nullopt;
}

// What searches may take before a price by all ways is worth its time; then nothing.
template <class Work>
std::optional<std::invoke_result_t<Work>> Evaluator::within_patience(const Work& work) {
  const Stopwatch watch;
  auto found = within(std::max(search_seconds, worth_all_prices - unplanned_seconds_), work);
  unplanned_seconds_ = found ? unplanned_seconds_ + watch.seconds() : 0;
  return found;
}

Evaluator::Found Evaluator::search_or_solve(const Term& term, Convention convention,
                                            Quantity quantity) {
  const Question question{term.game->rules, convention, quantity};
  const auto whole_search = [&] { return widened(search_->find(question, term.position)); };
  if (const auto known = by_known_law(question, term.position)) return std::optional(*known);
  if (!alternative_) return whole_search();
  if (alternative_->has(question, term.position))
    return widened(alternative_->find(question, term.position));
  const bool is_one_of_many = alternative_->expects_many(question);
  if (!is_one_of_many)
    if (const auto found = within(search_seconds, whole_search)) return *found;
  auto price = alternative_->price(question, term.position, Ways::quick);
  if (!price) {
    if (const auto found = within_patience(whole_search)) return *found;
    price = alternative_->price(question, term.position, Ways::all);
  }
  while (true) {
    auto lawful = by_law(question, term.position, price.value_or(no_end));
    if (!lawful || *lawful) return lawful;
    if (!price) return whole_search();
    if (!is_one_of_many || *price > search_seconds)
      if (const auto found = within(*price, whole_search)) return *found;
    const auto found = alternative_->find(question, term.position);
    if (!found || *found) return widened(found);
    // What was tried was in vain. The next try takes longer, if there is one.
    const auto next = alternative_->price(question, term.position, Ways::all);
    price = next && *next > *price ? next : std::nullopt;
  }
}

Evaluator::Found Evaluator::find(const Term& term, Convention convention, Quantity quantity) {
  auto known = look_up(term, convention, quantity);
  if (!known || *known) return known;
  return search(term, convention, quantity);
}

Result<std::uint64_t> Evaluator::nimber(const Term& term) {
  const auto found = find(term, Convention::normal, Quantity::nimber);
  if (!found) return found.error();
  return **found;
}

// An answer for which nothing was searched is not checked again.
template <class Answer>
std::invoke_result_t<Answer> Evaluator::checked(const Sum& sum, const Answer& answer) {
  if (!found_right_) return found_right_.error();
  const Stopwatch watch;
  const std::uint64_t before = meter_->progress().expansions;
  const bool remembers = meter_->progress().bytes > 0;
  auto found = answer();
  if (remembers && !found && found.error().code == Errc::memory) {
    forget();
    found = answer();
  }
  if (!found || meter_->progress().expansions == before) return found;
  searching_seconds_ += watch.seconds();
  if (found_right_ = check(sum); !found_right_) return found_right_.error();
  return found;
}

// What earlier questions left, to have all memory for the present one.
void Evaluator::forget() {
  search_.emplace(*meter_);
  misere_.emplace(*meter_);
  quotients_.emplace(*meter_);
  if (alternative_) alternative_->forget();
  listed_bytes_ = 0;
  meter_->forget_all();
}

Status Evaluator::check(const Sum& sum) {
  const double allowed = std::max(least_check_seconds, part_for_check * searching_seconds_);
  if (checking_seconds_ >= allowed) return {};
  const Stopwatch watch;
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(allowed - checking_seconds_));
  std::map<std::shared_ptr<const rules::Rules>, std::vector<Position>> games;
  for (const Term& term : sum.terms()) games[term.game->rules].push_back(term.position);
  for (const auto& [rules, positions] : games) {
    if (Status s = search_->check(rules, positions, end); !s) return s;
    if (Status s = misere_->check(rules, positions, end); !s) return s;
  }
  checking_seconds_ += watch.seconds();
  return {};
}

// What of single positions unchecked() will look for, as far as that is known beforehand.
void Evaluator::expect(const Sum& sum, Convention convention, Wanted wanted) {
  for (const Term& term : sum.terms()) search_->expect(term.game->rules, term.position);
  if (!alternative_) return;
  const bool by_nimbers = has_nimbers(sum, convention);
  if (!by_nimbers && !sum.is_single()) return;
  const Quantity quantity =
      by_nimbers && !takes_less_without_nimber(sum, wanted) ? Quantity::nimber : Quantity::outcome;
  for (const Term& term : sum.terms())
    if (term.count % 2 == 1)
      alternative_->expect({term.game->rules, convention, quantity}, term.position);
}

Result<Value> Evaluator::evaluate(const Sum& sum, Convention convention, bool want_remoteness,
                                  Wanted wanted) {
  laws_used_.clear();
  return checked(sum, [&]() -> Result<Value> {
    auto value = unchecked(sum, convention, wanted);
    if (value) add_laws(*value);
    if (!value || !want_remoteness) return value;
    const auto plies = unchecked_remoteness(sum, convention);
    if (!plies) return plies.error();
    value->remoteness = *plies;
    return value;
  });
}

Result<Value> Evaluator::unchecked(const Sum& sum, Convention convention, Wanted wanted) {
  return has_nimbers(sum, convention) ? by_nimbers(sum, wanted) : by_search(sum, convention);
}

Result<Value> Evaluator::by_nimbers(const Sum& sum, Wanted wanted) {
  if (takes_less_without_nimber(sum, wanted)) {
    const auto outcome = find(sum.terms().front(), Convention::normal, Quantity::outcome);
    if (!outcome) return outcome.error();
    return Value{static_cast<Outcome>(**outcome), {}, {}, {}, {}};
  }
  if (sum.is_single()) {
    const Term& term = sum.terms().front();
    const auto known = look_up(term, Convention::normal, Quantity::nimber);
    if (!known) return known.error();
    if (!*known) {
      const auto outcome = look_up(term, Convention::normal, Quantity::outcome);
      if (!outcome) return outcome.error();
      if (*outcome) return Value{static_cast<Outcome>(**outcome), {}, {}, {}, {}};
    }
  }
  std::uint64_t total = 0;
  for (const Term& term : sum.terms()) {
    if (term.count % 2 == 0) continue;  // equal positions cancel
    const auto found = nimber(term);
    if (!found) {
      if (!sum.is_single() || !is_out_of_reach(found.error())) return found.error();
      const auto outcome = outcome_by_law(term);
      if (!outcome) return outcome.error();
      return *outcome ? Result(Value{**outcome, {}, {}, {}, {}}) : found.error();
    }
    total ^= *found;
  }
  return Value{outcome_of(total), total, {}, {}, {}};
}

Result<Value> Evaluator::by_search(const Sum& sum, Convention convention) {
  if (sum.is_single()) {
    const auto known = look_up(sum.terms().front(), convention, Quantity::outcome);
    if (!known) return known.error();
    if (*known) return Value{static_cast<Outcome>(**known), {}, {}, {}, {}};
  }
  if (convention == Convention::misere && all_covered(sum)) return by_misere(sum);
  return by_whole_search(sum, convention);
}

Result<Value> Evaluator::by_whole_search(const Sum& sum, Convention convention) {
  if (sum.is_single()) {
    const auto outcome = search(sum.terms().front(), convention, Quantity::outcome);
    if (!outcome) return outcome.error();
    return Value{static_cast<Outcome>(**outcome), {}, {}, {}, {}};
  }
  const auto found = search_->solve(summands(sum), convention, lazy::SumSearch::Goal::outcome);
  if (!found) return found.error();
  return Value{found->outcome, {}, {}, {}, {}};
}

// The kind of a position that stands alone; nothing where a box tells much sooner who wins it.
std::optional<Result<lazy::MisereKind>> Evaluator::kind_in_time(const Term& term) {
  const auto kind = [&] { return misere_->kind(term.game->rules, term.position); };
  const Question question{term.game->rules, Convention::misere, Quantity::outcome};
  if (by_known_law(question, term.position)) return std::nullopt;
  if (!alternative_) return kind();
  if (auto found = within(search_seconds, kind)) return found;
  const auto price = [&](Ways ways) { return alternative_->price(question, term.position, ways); };
  auto of_box = price(Ways::quick);
  if (!of_box) {
    if (auto found = within(kind_seconds, kind)) return found;
    of_box = price(Ways::all);
  }
  const auto lawful = by_law(question, term.position, of_box.value_or(no_end));
  if (!lawful) return Result<lazy::MisereKind>(lawful.error());
  if (*lawful) return std::nullopt;
  if (!of_box) return kind();
  if (*of_box == 0) return std::nullopt;
  return within(std::max(kind_seconds, kind_worth * *of_box), kind);
}

// The sum as one of Nim heaps; nothing if it is wild, or takes longer.
std::optional<MisereSum> Evaluator::tame_in_time(const Sum& sum, double seconds) {
  const auto tame = within(seconds, [&]() -> Result<std::optional<MisereSum>> {
    MisereSum total;
    for (const Term& term : sum.terms()) {
      const auto kind = misere_->kind(term.game->rules, term.position);
      if (!kind) return kind.error();
      if (kind->is_wild()) return std::optional<MisereSum>();
      total.add(*kind, term.count);
    }
    return std::optional(total);
  });
  if (!tame || !*tame) return std::nullopt;
  return **tame;
}

// Sums of heaps of one game: what a short search finds, else the quotient; nothing if neither does.
Result<std::optional<Value>> Evaluator::by_quotient(const Sum& sum) {
  using Perhaps = std::optional<Value>;
  const auto of = [](const QuotientAnswer& answer) {
    return Perhaps(Value{answer.outcome, {}, {}, {}, answer.used});
  };
  const auto known = quotients_->known(sum);
  const double patience = known ? search_seconds : before_quotient_seconds;
  if (const auto tame = tame_in_time(sum, patience))
    return Perhaps(Value{tame->outcome(), {}, {}, *tame, {}});
  if (known) return of(*known);
  const auto searched = within(patience, [&] {
    return search_->solve(summands(sum), Convention::misere, lazy::SumSearch::Goal::outcome);
  });
  if (searched && *searched) return Perhaps(Value{(*searched)->outcome, {}, {}, {}, {}});
  const auto found = within(quotient_seconds, [&] { return quotients_->find(sum); });
  if (!found) return Perhaps();
  if (!*found) return found->error();
  if (**found) return of(***found);
  return Perhaps();
}

Result<Value> Evaluator::by_misere(const Sum& sum) {
  if (MisereQuotients::covers(sum)) {
    auto found = by_quotient(sum);
    if (!found) return found.error();
    if (*found) return **std::move(found);
  }
  MisereSum total;
  std::vector<Term> wild;
  for (const Term& term : sum.terms()) {
    const auto kind = sum.is_single()
                          ? kind_in_time(term)
                          : std::optional(misere_->kind(term.game->rules, term.position));
    if (!kind) return by_whole_search(sum, Convention::misere);
    if (!*kind) return kind->error();
    if ((*kind)->is_wild())
      wild.push_back(term);
    else
      total.add(**kind, term.count);
  }
  if (wild.empty()) return Value{total.outcome(), {}, {}, total, {}};
  auto found = by_whole_search(sum, Convention::misere);
  if (found || found.error().code != Errc::memory) return found;
  std::string names;
  for (const Term& term : wild)
    names += fmt::format("{}{} of genus {}", names.empty() ? "" : ", ", to_string(term),
                         genus(term, *search_));
  return Error{Errc::memory, fmt::format("{}; no theory replaces the search of this misère sum, "
                                         "for it has wild positions: {}",
                                         found.error().message, names)};
}

Result<std::uint32_t> Evaluator::remoteness(const Sum& sum, Convention convention) {
  return checked(sum, [&] { return unchecked_remoteness(sum, convention); });
}

Result<std::uint32_t> Evaluator::unchecked_remoteness(const Sum& sum, Convention convention) {
  if (sum.is_single()) {
    const auto single = find(sum.terms().front(), convention, Quantity::remoteness);
    if (!single) return single.error();
    return static_cast<std::uint32_t>(**single);
  }
  const auto found = search_->solve(summands(sum), convention, lazy::SumSearch::Goal::remoteness);
  if (!found) return found.error();
  return found->remoteness;
}

Result<std::vector<std::vector<Position>>> Evaluator::options(const Term& term) {
  std::vector<std::vector<Position>> found;
  const auto keep = [&](std::vector<Position> option) -> Status {
    if (Status s = take_for_list(option); !s) return s;
    found.push_back(std::move(option));
    return {};
  };
  const Status listed = search_->for_each_option(term.game->rules, term.position, keep);
  meter_->give_back(std::exchange(listed_bytes_, 0));
  if (!listed) return listed.error();
  return found;
}

// With twice the room of the move itself, which is what a vector that grows may take.
Status Evaluator::take_for_list(const std::vector<Position>& option) {
  constexpr std::uint64_t block = 32;  // what an allocation takes besides
  std::uint64_t bytes = 2 * sizeof(Move) + block;
  for (const Position& position : option)
    bytes += sizeof(Position) + block + position.size() * sizeof(position.front());
  if (Status s = meter_->take(bytes); !s) return s;
  listed_bytes_ += bytes;
  return {};
}

Result<Moves> Evaluator::moves(const Sum& sum, Convention convention, Listed listed) {
  laws_used_.clear();
  auto moves = checked(sum, [&] { return unchecked_moves(sum, convention, listed); });
  if (moves) add_laws(moves->value);
  meter_->give_back(std::exchange(listed_bytes_, 0));
  return moves;
}

Result<Moves> Evaluator::unchecked_moves(const Sum& sum, Convention convention, Listed listed) {
  auto value = unchecked(sum, convention);
  if (!value) return value.error();
  Moves moves;
  moves.value = *std::move(value);
  for (std::size_t term = 0; term < sum.terms().size(); ++term)
    if (Status status = add_options(sum, convention, term, listed, moves); !status)
      return status.error();
  const auto lost = std::stable_partition(moves.options.begin(), moves.options.end(),
                                          [](const Move& m) { return m.outcome == Outcome::P; });
  moves.winning = static_cast<std::size_t>(lost - moves.options.begin());
  for (std::size_t i = 0; i < moves.winning; ++i)
    moves.winning_ways += sum.terms()[moves.options[i].term].count;
  return moves;
}

Status Evaluator::add_options(const Sum& sum, Convention convention, std::size_t term,
                              Listed listed, Moves& moves) {
  if (listed == Listed::winning && moves.value.nimber) {
    const auto added = add_from_lines(sum, term, moves);
    if (!added) return added.error();
    if (*added) return {};
  }
  if (listed == Listed::winning) {
    const auto added = add_by_law(sum, convention, term, moves);
    if (!added) return added.error();
    if (*added) return {};
  }
  const Term& from = sum.terms()[term];
  const Question question{from.game->rules, convention,
                          moves.value.nimber ? Quantity::nimber : Quantity::outcome};
  const bool is_far = laws_ && laws_->known(question, from.position);
  const auto add = [&](std::vector<Position> option) -> Status {
    ++moves.total;
    Move move{term, std::move(option), Outcome::P, {}, {}};
    const auto value = after_move(sum, convention, moves.value, move);
    if (!value) return value.error();
    if (listed == Listed::winning && value->outcome == Outcome::N) return {};
    if (Status s = take_for_list(move.to); !s) return s;
    move.outcome = value->outcome;
    move.nimber = value->nimber;
    move.misere = value->misere;
    moves.options.push_back(std::move(move));
    return {};
  };
  return search_->for_each_option(
      from.game->rules, from.position, add,
      is_far ? most_options : std::numeric_limits<std::uint64_t>::max());
}

// Out of values that lie side by side; false where they do not.
Result<bool> Evaluator::add_from_lines(const Sum& sum, std::size_t term, Moves& moves) {
  const Term& from = sum.terms()[term];
  const Question question{from.game->rules, Convention::normal, Quantity::nimber};
  if (!alternative_ || !alternative_->has(question, from.position)) return false;
  const auto lines = search_->lines(from.game->rules, from.position);
  if (!lines) return lines.error();
  if (!*lines) return false;
  const auto nimber = this->nimber(from);
  if (!nimber) return nimber.error();
  const std::uint64_t target = *moves.value.nimber ^ *nimber;
  if (target > std::numeric_limits<std::uint32_t>::max()) return false;
  const auto wanted = static_cast<std::uint32_t>(target);
  std::vector<Move> winning;
  std::uint64_t total = 0;
  for (const lazy::Line& line : **lines) {
    std::vector<std::uint64_t> numbers;
    if (!alternative_->find_on_line(question, line, wanted, numbers)) return false;
    for (const std::uint64_t number : numbers)
      winning.push_back({term, {position_on(line, number)}, Outcome::P, 0, {}});
    total += line.count;
  }
  moves.total += total;
  std::move(winning.begin(), winning.end(), std::back_inserter(moves.options));
  return true;
}

// Where the sum has a nimber, only the position that moves is looked at.
Result<Value> Evaluator::after_move(const Sum& sum, Convention convention, const Value& before,
                                    const Move& move) {
  if (before.misere) return after_tame_move(sum, *before.misere, move);
  if (!before.nimber) return unchecked(after(sum, move), convention);
  const Term& from = sum.terms()[move.term];
  const auto moved = nimber(from);
  if (!moved) return moved.error();
  std::uint64_t total = *before.nimber ^ *moved;
  for (const Position& position : move.to) {
    const auto found = nimber({from.game, position, 1});
    if (!found) return found.error();
    total ^= *found;
  }
  return Value{outcome_of(total), total, {}, {}, {}};
}

// Options of tame positions are tame.
Result<Value> Evaluator::after_tame_move(const Sum& sum, MisereSum total, const Move& move) {
  const Term& from = sum.terms()[move.term];
  const auto moved = misere_->kind(from.game->rules, from.position);
  if (!moved) return moved.error();
  total.remove(*moved);
  for (const Position& position : move.to) {
    const auto kind = misere_->kind(from.game->rules, position);
    if (!kind) return kind.error();
    total.add(*kind);
  }
  return Value{total.outcome(), {}, {}, total, {}};
}

}  // namespace grundy::query
