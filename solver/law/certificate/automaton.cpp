#include "law/certificate/automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace grundy::law {
namespace {

using relation::DigitOptions;

constexpr std::size_t most_surroundings = 200'000;
constexpr std::int64_t most_scanned = 1 << 16;
constexpr std::size_t most_letters = 1 << 12;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

class Check {
 public:
  Check(const DigitOptions& options, const Automaton& automaton, Quantity quantity,
        Convention convention)
      : options_(options), automaton_(automaton), quantity_(quantity), convention_(convention) {
    for (const auto& of_residue : options.by_residue)
      for (const DigitOptions::Option& option : of_residue)
        for (const DigitOptions::Part& part : option) make_room(part);
  }

  std::optional<std::int64_t> run(std::int64_t low) {
    const std::int64_t base = options_.base;
    const std::int64_t first =
        std::max({low + before_, (options_.from + base - 1) / base, std::int64_t{1}});
    for (std::int64_t m = first; m < base * first; ++m) add(surroundings_of(m));
    while (!open_.empty()) {
      const Surroundings now = std::move(open_.front());
      open_.pop_front();
      for (std::int64_t digit = 0; digit < base; ++digit) {
        if (!holds(now, digit)) return std::nullopt;
        add(after(now, digit));
      }
      if (known_.size() > most_surroundings) return std::nullopt;
    }
    return base * first;
  }

 private:
  struct Surroundings {
    std::int64_t residue;               // of m
    std::vector<std::uint32_t> states;  // of m - before .. m + after
    friend auto operator<=>(const Surroundings&, const Surroundings&) = default;
  };

  // The heap base * m + digit + offset has its state from the surroundings of m.
  void make_room(const DigitOptions::Part& part) {
    const std::int64_t to = part.is_far ? part.offset : floor_divide(part.offset, options_.base);
    before_ = std::max(before_, -to);
    after_ = std::max(after_, to);
  }

  Surroundings surroundings_of(std::int64_t m) const {
    Surroundings all{m % options_.modulus, {}};
    for (std::int64_t i = -before_; i <= after_; ++i) all.states.push_back(automaton_.state(m + i));
    return all;
  }

  // The state of heap m + i.
  std::uint32_t far_state(const Surroundings& at, std::int64_t i) const {
    return at.states[static_cast<std::size_t>(i + before_)];
  }

  // The state of heap base * m + i.
  std::uint32_t near_state(const Surroundings& at, std::int64_t i) const {
    const std::int64_t m = floor_divide(i, options_.base);
    return automaton_.next[far_state(at, m)][static_cast<std::size_t>(i - m * options_.base)];
  }

  Surroundings after(const Surroundings& at, std::int64_t digit) const {
    Surroundings all{(options_.base * at.residue + digit) % options_.modulus, {}};
    for (std::int64_t i = -before_; i <= after_; ++i)
      all.states.push_back(near_state(at, digit + i));
    return all;
  }

  void add(Surroundings surroundings) {
    const auto [it, is_new] = known_.insert(std::move(surroundings));
    if (is_new) open_.push_back(*it);
  }

  bool holds(const Surroundings& at, std::int64_t digit) const {
    const std::int64_t residue = (options_.base * at.residue + digit) % options_.modulus;
    std::set<std::uint32_t> values;
    for (const auto& option : options_.by_residue[static_cast<std::size_t>(residue)]) {
      std::uint32_t value = option.empty() && quantity_ == Quantity::outcome
                                ? static_cast<std::uint32_t>(outcome_without_options(convention_))
                                : 0;
      for (const DigitOptions::Part& part : option)
        value ^= automaton_.values[part.is_far ? far_state(at, part.offset)
                                               : near_state(at, digit + part.offset)];
      values.insert(value);
    }
    return automaton_.values[near_state(at, digit)] == follows(values);
  }

  std::uint32_t follows(const std::set<std::uint32_t>& values) const {
    if (quantity_ == Quantity::nimber) {
      std::uint32_t mex = 0;
      while (values.contains(mex)) ++mex;
      return mex;
    }
    if (values.empty()) return static_cast<std::uint32_t>(outcome_without_options(convention_));
    const bool wins = values.contains(static_cast<std::uint32_t>(Outcome::P));
    return static_cast<std::uint32_t>(wins ? Outcome::N : Outcome::P);
  }

  const DigitOptions& options_;
  const Automaton& automaton_;
  Quantity quantity_;
  Convention convention_;
  std::int64_t before_ = 1, after_ = 1;
  std::set<Surroundings> known_;
  std::deque<Surroundings> open_;
};

}  // namespace

std::uint32_t Automaton::state(std::span<const std::int64_t> coordinates) const {
  std::vector<std::size_t> letters;  // the last one first
  std::size_t weight = 1;
  for (const std::int64_t n : coordinates) {
    const auto digits = automata::digits_of(numeration, n);
    letters.resize(std::max(letters.size(), digits.size()));
    for (std::size_t i = 0; i < digits.size(); ++i)
      letters[i] += weight * digits[digits.size() - 1 - i];
    weight *= numeration.digits();
  }
  std::uint32_t state = 0;
  for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter)
    state = next[state][*letter];
  return state;
}

std::string why_no_automaton(const Automaton& automaton, std::size_t coordinates) {
  const std::size_t states = automaton.values.size();
  const auto& [p, q] = automaton.numeration;
  if (q == 0 && (p < 2 || p > 64)) return "the base is not one of 2 .. 64";
  if (q != 0 && (q != 1 || p < 1 || p > 8)) return "the recurrence is not one of 1 .. 8";
  std::size_t letters = 1;
  for (std::size_t i = 0; i < coordinates && letters <= most_letters; ++i)
    letters *= automaton.numeration.digits();
  if (letters > most_letters) return "it reads too many digits at once";
  if (states == 0 || states > most_states || automaton.next.size() != states)
    return fmt::format("there are not 1 .. {} states, each with a value and next states",
                       most_states);
  for (const auto& of_state : automaton.next) {
    if (of_state.size() != letters) return "a state has not one next state for each digit";
    if (std::ranges::any_of(of_state, [&](std::uint32_t to) { return to >= states; }))
      return fmt::format("a next state is not one of 0 .. {}", states - 1);
  }
  // Else heap 0 and digits in front would change the state.
  if (automaton.next[0][0] != 0) return "digit 0 leads out of state 0";
  return "";
}

automata::Dfa relation_of(automata::Algebra& algebra, const automata::Game& game,
                          const Automaton& automaton, Quantity quantity) {
  std::vector<automata::State> next;
  for (const auto& of_state : automaton.next)
    next.insert(next.end(), of_state.begin(), of_state.end());
  const auto with_value = [&](std::uint32_t value) {
    std::vector<char> accepts;
    for (const std::uint32_t own : automaton.values) accepts.push_back(own == value);
    return algebra.both(game.universe, algebra.made(game.tracks(), next, std::move(accepts)));
  };
  if (quantity == Quantity::outcome) return with_value(static_cast<std::uint32_t>(Outcome::P));
  automata::Dfa all = automata::Algebra::always(false);
  for (const std::uint32_t value : std::set(automaton.values.begin(), automaton.values.end())) {
    const automata::Linear rest{{{game.value, 1}}, -std::int64_t{value}};
    all = algebra.either(all, algebra.both(with_value(value),
                                           automata::compared(algebra, rest, automata::Is::zero)));
  }
  return all;
}

std::optional<std::int64_t> follows_from(const DigitOptions& options, const Automaton& automaton,
                                         std::int64_t low, Quantity quantity,
                                         Convention convention) {
  if (automaton.numeration != automata::Numeration::base(options.base)) return std::nullopt;
  return Check(options, automaton, quantity, convention).run(low);
}

std::optional<std::int64_t> AutomatonValues::value(std::int64_t n) const {
  if (n < 0) return std::nullopt;
  return std::int64_t{automaton_.values[automaton_.state(n)]};
}

std::optional<std::vector<std::int64_t>> AutomatonValues::heaps_with(std::int64_t value,
                                                                     std::int64_t from,
                                                                     std::int64_t to,
                                                                     std::size_t most) const {
  std::vector<std::int64_t> found;
  if (from > to) return found;
  if (from < 0 || to - from > most_scanned) return std::nullopt;
  for (std::int64_t n = from; n <= to && found.size() < most; ++n)
    if (this->value(n) == value) found.push_back(n);
  return found;
}

}  // namespace grundy::law
