#include "ask/laws/law_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/machine.hpp"
#include "rules/language/fixed.hpp"
#include "rules/proofs/interleaved.hpp"
#include "search/game_walk.hpp"

namespace grundy::session {
namespace {

// Coordinates up to the first number are near, those beyond the second far.
constexpr std::int64_t near_coordinate = 15;
constexpr std::int64_t far_coordinate = 4096;

// A law is read from a file and judged again if that may save as many seconds, and looked for if
// as many are left.
constexpr double worth_reading = 0.05;
constexpr double worth_looking = 0.5;
// What of the time one of several tries may take.
constexpr double part_of_first = 0.6;

constexpr auto lost = static_cast<std::uint64_t>(Outcome::P);
constexpr auto won = static_cast<std::uint64_t>(Outcome::N);

bool has_nimbers(const query::Question& question) {
  return question.convention == Convention::normal && !question.rules->has_ending(Outcome::N);
}

// The values of some coordinates, ascending.
Position values_of(const std::vector<std::size_t>& coordinates, const Position& position) {
  Position values;
  for (const std::size_t axis : coordinates) values.push_back(position[axis]);
  return values;
}

// The near coordinates, rounded up so that one law serves many positions. Empty unless others are
// far.
relation::Section section_of(const rules::Rules& rules, const Position& position) {
  relation::Section section;
  bool is_any_near = false, is_any_far = false;
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const std::int64_t beyond = position[axis] - rules.coordinates[axis].low;
    section.emplace_back();
    is_any_far = is_any_far || beyond > far_coordinate;
    if (beyond > near_coordinate) continue;
    is_any_near = true;
    std::int64_t end = 0;
    while (end < beyond) end = 2 * end + 1;
    section.back() = rules.coordinates[axis].low + end;
  }
  return is_any_near && is_any_far ? section : relation::Section();
}

// As a law sees it: without coordinates that no move changes, and of games that name each other as
// one heap.
Position seen_by_law(const rules::Rules& rules, const std::vector<std::size_t>& fixed,
                     const Position& position) {
  return rules.joint ? rules::interleaved(rules, position) : rules::without(fixed, position);
}

}  // namespace

ProvedLaws::ProvedLaws(const LawChoice& choice) : choice_(choice) {
  if (!choice.is_stored) return;
  if (auto folder = law::cache_folder()) store_.emplace(*std::move(folder));
}

ProvedLaws::Game& ProvedLaws::game_of(const query::Question& question) {
  auto [game, is_new] = games_.try_emplace({question.rules, question.convention});
  if (is_new) game->second.fixed = rules::fixed_coordinates(*question.rules);
  return game->second;
}

// Nimbers tell outcomes, and outcomes no nimbers.
bool ProvedLaws::answers(const Law& law, const query::Question& question,
                         const Position& position) {
  if (question.quantity == Quantity::remoteness) return false;
  if (question.quantity == Quantity::nimber && law.law->quantity() != Quantity::nimber)
    return false;
  return values_of(law.fixed, position) == law.values &&
         law.law->value(seen_by_law(*question.rules, law.fixed, position)).has_value();
}

const ProvedLaws::Law* ProvedLaws::law_for(const query::Question& question,
                                           const Position& position) {
  const auto game = games_.find({question.rules, question.convention});
  if (game == games_.end() || !lazy::check_position(*question.rules, position)) return nullptr;
  const auto found = std::ranges::find_if(
      game->second.laws, [&](const Law& law) { return answers(law, question, position); });
  return found == game->second.laws.end() ? nullptr : &*found;
}

std::optional<query::LawValue> ProvedLaws::known(const query::Question& question,
                                                 const Position& position) {
  const Law* const law = law_for(question, position);
  if (law == nullptr) return std::nullopt;
  std::uint64_t value = *law->law->value(seen_by_law(*question.rules, law->fixed, position));
  if (law->law->quantity() == Quantity::nimber && question.quantity == Quantity::outcome)
    value = value == 0 ? lost : won;
  return query::LawValue{value, law->text};
}

// What may have a law, the likeliest first. Outcomes of sums follow from nimbers alone.
std::vector<ProvedLaws::Try> ProvedLaws::tries(const query::Question& question,
                                               const Position& position) {
  if (!rules::is_true(question.rules->where)) return {};  // laws are about all tuples
  constexpr std::size_t most_games = 9;                   // times 10^18 fit 64 bits
  if (const auto& joint = question.rules->joint;
      joint && (question.rules->dimensions() != 2 || joint->members.size() > most_games))
    return {};
  std::vector<Quantity> quantities;
  if (question.quantity == Quantity::outcome && !question.rules->has_sums())
    quantities.push_back(Quantity::outcome);
  if (has_nimbers(question)) quantities.push_back(Quantity::nimber);
  const Game& game = game_of(question);
  const relation::Section section = section_of(*question.rules, position);
  std::vector<Try> all;
  for (const Quantity quantity : quantities) {
    if (game.fixed.empty())
      all.push_back({{}, {}, quantity});
    else
      all.push_back({values_of(game.fixed, position), {}, quantity});
    if (game.fixed.empty() && !section.empty() && !question.rules->joint)
      all.push_back({{}, section, quantity});
  }
  return all;
}

Result<std::optional<law::Certificate>> ProvedLaws::proved(const law::Sought& sought,
                                                           double seconds, bool is_stored) {
  if (is_stored)
    if (auto kept = store_->load(sought)) {
      const auto confirmed = law::is_confirmed(*kept, sought, seconds, choice_.bytes, choice_.stop);
      if (!confirmed) return confirmed.error();
      if (*confirmed) return kept;
    }
  if (seconds < worth_looking) return std::optional<law::Certificate>();
  auto found = law::look_for_law(sought, seconds, choice_.bytes, choice_.stop);
  if (found && *found && is_stored) store_->save(sought, **found);
  return found;
}

// Adds the law to those of the game, if there is one.
Status ProvedLaws::look(const query::Question& question, const Position& position, const Try& one,
                        double seconds) {
  Game& game = game_of(question);
  law::Sought sought{*question.rules, one.section, question.convention, one.quantity};
  std::vector<std::size_t> fixed;
  if (question.rules->joint) {
    auto one_heap = rules::interleaved(*question.rules);
    if (!one_heap) return {};
    sought.rules = *std::move(one_heap);
  }
  if (!one.fixed.empty()) {
    auto left = rules::with_fixed(*question.rules, game.fixed, position);
    if (!left) return {};
    sought.rules = *std::move(left);
    fixed = game.fixed;
  }
  // The text of a game with constants is that of the whole game, so its law has no certificate.
  auto certificate = proved(sought, seconds, store_.has_value() && fixed.empty());
  if (!certificate) return certificate.error();
  if (!*certificate) return {};
  auto law = law::certified_law(**std::move(certificate));
  std::string text = sought.rules.name + ": " + law->text();
  game.laws.push_back({std::move(fixed), one.fixed, std::move(law),
                       std::make_shared<const std::string>(std::move(text))});
  return {};
}

Result<std::optional<query::LawValue>> ProvedLaws::find(const query::Question& question,
                                                        const Position& position, double seconds) {
  using None = std::optional<query::LawValue>;
  if (auto known = this->known(question, position)) return known;
  const double most = std::min(seconds, choice_.seconds);
  if (question.quantity == Quantity::remoteness || most < worth_reading ||
      !lazy::check_position(*question.rules, position))
    return None();
  const Stopwatch watch;
  Game& game = game_of(question);
  std::vector<Try> left_to_try = tries(question, position);
  std::erase_if(game.tried, [&](const auto& tried) {
    return tried.second.seconds() > choice_.seconds_until_again;
  });
  std::erase_if(left_to_try, [&](const Try& one) {
    return std::ranges::find(game.tried, one, &std::pair<Try, Stopwatch>::first) !=
           game.tried.end();
  });
  for (const Try& one : left_to_try) {
    // The last one has all the time that is left, and those before it leave it enough.
    const bool is_last = &one == &left_to_try.back();
    const double left = (is_last ? 1 : part_of_first) * (most - watch.seconds());
    if (left < worth_reading) break;
    // With less time another question may justify looking again.
    const bool counts = left >= worth_looking;
    if (counts) game.tried.emplace_back(one, Stopwatch());
    if (Status s = look(question, position, one, left); !s) {
      if (counts) game.tried.pop_back();  // it was stopped
      return s.error();
    }
    if (auto known = this->known(question, position)) return known;
  }
  return None();
}

std::optional<std::vector<std::uint64_t>> ProvedLaws::numbers(const query::Question& question,
                                                              const lazy::Line& line,
                                                              std::uint64_t value,
                                                              std::size_t most) {
  if (line.count == 0) return std::vector<std::uint64_t>();
  if (question.rules->joint) return std::nullopt;
  Position last = line.start;
  for (std::size_t axis = 0; axis < last.size(); ++axis)
    last[axis] += line.step[axis] * static_cast<std::int64_t>(line.count - 1);
  const Law* const law = law_for(question, line.start);
  if (law == nullptr || law_for(question, last) != law) return std::nullopt;
  const bool is_lost = question.quantity == Quantity::outcome && value == lost;
  if (law->law->quantity() != question.quantity && !is_lost) return std::nullopt;
  if (law->law->quantity() == Quantity::nimber && is_lost) value = 0;
  return law->law->numbers(
      {rules::without(law->fixed, line.start), rules::without(law->fixed, line.step), line.count},
      value, most);
}

std::string ProvedLaws::advice(const query::Question& question) const {
  const auto game = games_.find({question.rules, question.convention});
  if (game == games_.end() || game->second.tried.empty()) return "";
  return fmt::format(
      "no law of {} was proved within {} s, by which any position is answered; "
      "`grundy law` looks for one as long as its --seconds allow",
      question.rules->name, choice_.seconds);
}

}  // namespace grundy::session
