#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "law/automata/prove.hpp"
#include "law/certificate/judging.hpp"

namespace grundy::law {

namespace {

constexpr std::int64_t most_each = 20;  // of each coordinate

// Of several coordinates, or of digits that are none of a base.
Result<Judged> by_digits(const Certificate& certificate, const Certified& law, const Limits& limits,
                         const std::atomic<bool>* stop) {
  const Stopwatch watch;
  const automata::Numeration& numeration = law.automaton->numeration;
  const auto text = Child::text_of(
      limits,
      [&] {
        const auto verdict = automata::prove(
            certificate.rules, certificate.convention, law.claim.quantity, numeration,
            [&](automata::Algebra& algebra, const automata::Game& game, std::string&) {
              return std::optional(relation_of(algebra, game, *law.automaton, law.claim.quantity));
            });
        return std::to_string(static_cast<int>(verdict.answer)) + verdict.why;
      },
      stop);
  if (!text) return text.error();
  if (!*text) return Judged{false, "no proof within the limits", 0};
  const auto answer = static_cast<relation::Answer>((**text)[0] - '0');
  if (answer == relation::Answer::refuted) return Judged{false, "it contradicts itself", 0};
  if (answer != relation::Answer::proved) return Judged{false, (*text)->substr(1), 0};
  // What the proof leaves open is whether the automaton is read as stated.
  Box first = certificate.box;
  for (std::size_t axis = 0; axis < first.dimensions(); ++axis)
    first.high[axis] = std::min(first.high[axis], first.low[axis] + most_each);
  auto judged = by_definition(certificate, law, first, left_of(limits, watch), stop);
  if (judged && judged->holds)
    judged->why = fmt::format("the definition holds at every position, by automata on {}; {}",
                              automata::to_string(numeration), judged->why);
  return judged;
}

}  // namespace

Result<Judged> by_automaton(const Certificate& certificate, const Certified& law,
                            const Limits& limits, const std::atomic<bool>* stop) {
  const Stopwatch watch;
  const rules::Rules& rules = certificate.rules;
  if (law.claim.quantity == Quantity::outcome && rules.has_sums())
    return Judged{false, "outcomes of sums do not follow from those of their parts", 0};
  if (rules.dimensions() > 1 || !law.automaton->numeration.is_base())
    return by_digits(certificate, law, limits, stop);
  const auto text = Child::text_of(
      limits,
      [&] {
        const auto options = relation::digit_options(rules, law.automaton->numeration.p);
        if (!options) return std::string("-");
        const auto from = follows_from(*options, *law.automaton, rules.coordinates[0].low,
                                       law.claim.quantity, certificate.convention);
        return from ? std::to_string(*from) : std::string("!");
      },
      stop);
  if (!text) return text.error();
  if (!*text) return Judged{false, "no proof within the limits", 0};
  if (**text == "-") return Judged{false, "it was not proved that options are by such digits", 0};
  if (**text == "!") return Judged{false, "values do not follow from those of the options", 0};
  Box first = certificate.box;
  first.high[0] = std::int64_t{std::stoll(**text)} - 1;
  if (*first.volume() > most_judged)
    return Judged{false, "the first positions, which are looked at one by one, are too many", 0};
  auto judged = by_definition(certificate, law, first, left_of(limits, watch), stop);
  if (judged && judged->holds)
    judged->why += fmt::format(
        "; from ({}) on options follow from digits in base {}, by linear arithmetic (isl), and "
        "values from those of the options, state by state",
        first.high[0] + 1, law.automaton->numeration.p);
  return judged;
}

}  // namespace grundy::law
