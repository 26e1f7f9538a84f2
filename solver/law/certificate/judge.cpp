// law/certificate/judge.cpp: judge() of law/certificate/certificate.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/machine.hpp"
#include "law/automata/prove.hpp"
#include "law/certificate/certificate.hpp"
#include "law/certificate/heap_definition.hpp"
#include "law/certificate/judging.hpp"
#include "law/certificate/root_range.hpp"
#include "law/certificate/says.hpp"
#include "law/certificate/section.hpp"
#include "law/certificate/sparse_heaps.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::law {
namespace {

using rules::Claim;

constexpr auto lost = static_cast<std::int64_t>(Outcome::P);

// Larger nimbers are left to the oracle, which keeps no table of them.
constexpr std::int64_t most_nimber = 1 << 24;

// The number of sums that are remembered to find outcomes of sums.
constexpr std::uint64_t most_sums = 1'000'000;

// Applies the definition to a position, with the values that the law gives its options. Outcomes of
// sums do not follow from those of their parts, so they are found without the law.
class Definition {
 public:
  Definition(const Certificate& certificate, const Says& says, oracle::Patience& patience)
      : rules_(certificate.rules),
        convention_(certificate.convention),
        says_(says),
        patience_(patience),
        oracle_(rules_, convention_) {
    if (auto heaps = HeapDefinition::of(rules_)) heaps_.emplace(*std::move(heaps));
    oracle_.wait(&patience);
    oracle_.limit(most_sums);
  }

  Result<std::int64_t> at(const Position& position) {
    if (says_.quantity() == Quantity::nimber) {
      if (const auto known = nimber_of_heap(position)) return std::int64_t{*known};
      return nimber(position);
    }
    return rules_.has_sums() ? outcome_by_oracle(position) : outcome(position);
  }

 private:
  Status each_option(const Position& position, const oracle::Visit& visit) const {
    return oracle::for_each_option(rules_, position, visit, &patience_);
  }

  // Positions must come in ascending order. Nothing if only the oracle can find it.
  std::optional<std::uint32_t> nimber_of_heap(const Position& position) {
    if (!heaps_ || patience_.ended()) return std::nullopt;
    const std::int64_t low = rules_.coordinates[0].low;
    while (std::cmp_less_equal(heaps_->size(), position[0] - low)) {
      const auto value = says_({low + static_cast<std::int64_t>(heaps_->size())});
      if (!value || *value < 0 || *value > most_nimber) {
        heaps_.reset();
        return std::nullopt;
      }
      heaps_->add(static_cast<std::uint32_t>(*value));
    }
    return heaps_->nimber(position[0]);
  }

  Result<std::int64_t> nimber(const Position& position) const {
    std::set<std::uint32_t> values;
    const Status listed = each_option(position, [&](const oracle::Sum& option) -> Status {
      std::int64_t all = 0;
      for (const Position& part : option) {
        const auto value = says_(part);
        if (!value) return value.error();
        if (*value < 0) return {};  // no nimber: found when that position is examined
        all ^= *value;
      }
      values.insert(static_cast<std::uint32_t>(all));
      return {};
    });
    if (!listed) return listed.error();
    return std::int64_t{oracle::mex(values)};
  }

  Result<std::int64_t> outcome(const Position& position) const {
    const auto ended = oracle::ending(rules_, position);
    if (!ended) return ended.error();
    if (*ended) return static_cast<std::int64_t>(**ended);
    bool any = false, wins = false;
    const Status listed = each_option(position, [&](const oracle::Sum& option) -> Status {
      any = true;
      const auto value =
          option.empty() ? Result(static_cast<std::int64_t>(outcome_without_options(convention_)))
                         : says_(option[0]);
      if (!value) return value.error();
      wins = wins || *value == lost;
      return {};
    });
    if (!listed) return listed.error();
    if (!any) return static_cast<std::int64_t>(outcome_without_options(convention_));
    return static_cast<std::int64_t>(wins ? Outcome::N : Outcome::P);
  }

  Result<std::int64_t> outcome_by_oracle(const Position& position) {
    if (convention_ == Convention::normal && !rules_.has_ending(Outcome::N)) {
      const auto nimber = oracle_.nimber_by_xor(position);
      if (!nimber) return nimber.error();
      return static_cast<std::int64_t>(*nimber == 0 ? Outcome::P : Outcome::N);
    }
    const auto outcome = oracle_.outcome(position);
    if (!outcome) return outcome.error();
    return static_cast<std::int64_t>(*outcome);
  }

  const rules::Rules& rules_;
  Convention convention_;
  const Says& says_;
  oracle::Patience& patience_;
  oracle::Oracle oracle_;
  std::optional<SparseHeaps> heaps_;  // the first heaps, as claimed
};

// Proved again for this box: the reader of rules has proved it for a small one only.
bool play_ends(const rules::Rules& rules, const Box& box) {
  const auto proved = rules::descent(rules, box);
  return std::holds_alternative<rules::Descent>(proved);
}

bool holds_everything(const Certificate& certificate) {
  const auto& coordinates = certificate.rules.coordinates;
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
    if (!coordinates[axis].high || *coordinates[axis].high > certificate.box.high[axis])
      return false;
  return true;
}

// The box, or a smaller one in it.
Box judged_box(Box box) {
  while (*box.volume() > most_judged) {
    const auto widest = std::max_element(
        box.high.begin(), box.high.end(), [&](const std::int64_t& a, const std::int64_t& b) {
          return box.extent(static_cast<std::size_t>(&a - box.high.data())) <
                 box.extent(static_cast<std::size_t>(&b - box.high.data()));
        });
    const auto axis = static_cast<std::size_t>(widest - box.high.begin());
    box.high[axis] = box.low[axis] + (box.extent(axis) - 1) / 2;
  }
  return box;
}

struct Compared {
  std::uint64_t positions = 0;            // the first heaps, as claimed of the box
  std::optional<Position> contradiction;  // the last of them, if it is one
  bool all = false;                       // if not, there was no time or memory for more
};

// Compares position by position, while the limits allow it.
Result<Compared> compare(const Certificate& certificate, const Certified& law, const Box& box,
                         const Limits& limits, const std::atomic<bool>* stop) {
  using Clock = oracle::Patience::Clock;
  oracle::Patience patience(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                               std::chrono::duration<double>(limits.seconds)),
                            stop);
  const Says says(certificate, law);
  Definition definition(certificate, says, patience);
  const std::uint64_t positions = *box.volume();
  Compared compared;
  for (; compared.positions < positions; ++compared.positions) {
    if (stop != nullptr && *stop) return Error{Errc::interrupted, "stopped"};
    const Position at = box.position(compared.positions);
    const auto said = says(at);
    if (!said) return said.error();
    const auto follows = definition.at(at);
    if (!follows &&
        (follows.error().code == Errc::interrupted || follows.error().code == Errc::memory)) {
      if (stop != nullptr && *stop) return follows.error();
      return compared;
    }
    if (!follows) return follows.error();
    if (*said == *follows) continue;
    ++compared.positions;
    compared.contradiction = at;
    return compared;
  }
  compared.all = true;
  return compared;
}

Judged contradicted(const Compared& compared, const rules::Rules& rules) {
  return {false,
          fmt::format("it contradicts itself at {}", rules.position_text(*compared.contradiction)),
          compared.positions};
}

}  // namespace

Result<Judged> by_definition(const Certificate& certificate, const Certified& law, const Box& box,
                             const Limits& limits, const std::atomic<bool>* stop) {
  const auto compared = compare(certificate, law, box, limits, stop);
  if (!compared) return compared.error();
  if (compared->contradiction) return contradicted(*compared, certificate.rules);
  if (!compared->all)
    return Judged{false,
                  fmt::format("no proof within the limits: the definition was compared at {} of {} "
                              "positions",
                              compared->positions, *box.volume()),
                  compared->positions};
  return Judged{true,
                fmt::format("the definition holds at the {} positions up to {}",
                            compared->positions, certificate.rules.position_text(box.high)),
                compared->positions};
}

Limits left_of(const Limits& limits, const Stopwatch& watch) {
  return {std::max(limits.seconds - watch.seconds(), 0.0), limits.bytes};
}

namespace {

// Judges by the definition at as many first positions of the box as there is time for.
Result<Judged> by_positions(const Certificate& certificate, const Certified& law,
                            const Limits& limits, const std::atomic<bool>* stop) {
  const Box box = judged_box(certificate.box);
  const auto compared = compare(certificate, law, box, limits, stop);
  if (!compared) return compared.error();
  if (compared->contradiction) return contradicted(*compared, certificate.rules);
  if (compared->positions == 0)
    return Judged{false,
                  fmt::format("not compared with the definition within {} s", limits.seconds), 0};
  return Judged{true,
                fmt::format("the definition holds at the {}{} positions up to {}",
                            compared->all ? "" : fmt::format("first {} of ", compared->positions),
                            *box.volume(), certificate.rules.position_text(box.high)),
                compared->positions};
}

Result<Judged> by_repetition(const Certificate& certificate, const Certified& law,
                             const Limits& limits, const std::atomic<bool>* stop) {
  const Stopwatch watch;
  const auto text = Child::text_of(
      limits,
      [&] {
        const auto from =
            law.values.empty()
                ? relation::repeats_from(certificate.rules, law.claim, *law.repetition)
                : relation::options_repeat_from(certificate.rules, *law.repetition);
        return from ? std::to_string(*from) : std::string("-");
      },
      stop);
  if (!text) return text.error();
  if (!*text) return Judged{false, "no proof within the limits", 0};
  if (**text == "-") return Judged{false, "it was not proved to repeat so", 0};
  Box window = certificate.box;
  window.high[0] = std::max(std::int64_t{std::stoll(**text)} - 1, window.low[0]);
  if (*window.volume() > most_heaps)
    return Judged{false, "the first positions, which tell all others, are too many", 0};
  auto judged = by_definition(certificate, law, window, left_of(limits, watch), stop);
  if (judged && judged->holds)
    judged->why += fmt::format(
        "; from ({}) on options repeat with period {}, by linear arithmetic "
        "(isl)",
        certificate.rules.written({window.high[0] + certificate.rules.games_in_heap()})[0],
        law.repetition->length / certificate.rules.games_in_heap());
  return judged;
}

// The first heaps that are compared with the definition besides.
constexpr std::int64_t most_compared = 1000;

// What a proof leaves open is whether the theorems are carried out as stated.
Result<Judged> and_first_heaps(std::string proof, const Certificate& certificate,
                               const Certified& law, const Limits& limits,
                               const std::atomic<bool>* stop) {
  Box first = certificate.box;
  first.high[0] = std::min(first.high[0], first.low[0] + most_compared - 1);
  auto judged = by_definition(certificate, law, first, limits, stop);
  if (judged && judged->holds) judged->why = std::move(proof) + "; " + judged->why;
  return judged;
}

Result<Judged> by_range(const Certificate& certificate, const Certified& law, const Limits& limits,
                        const std::atomic<bool>* stop) {
  using relation::RangeKind;
  const Stopwatch watch;
  if (certificate.rules.dimensions() != 1)
    return Judged{false, "ranges are of games of one coordinate", 0};
  const bool leaves = law.range->by == RangeLaw::By::leaving;
  if (leaves && law.claim.quantity != Quantity::nimber)
    return Judged{false, "the heap that leaves tells nimbers, not outcomes", 0};
  if (law.range->ends.are_conditions()) {
    if (leaves || !root_range(certificate.rules))
      return Judged{false, "it was not proved that options are such a range", 0};
    return and_first_heaps(
        "options are a range whose ends never fall, as no condition on them turns round",
        certificate, law, limits, stop);
  }
  const auto ends = range_ends(certificate.rules, law.range->ends, "range");
  if (!ends) return ends.error();
  const auto text = Child::text_of(
      limits,
      [&] {
        return std::to_string(static_cast<int>(relation::kind_of_range(certificate.rules, *ends)));
      },
      stop);
  if (!text) return text.error();
  if (!*text) return Judged{false, "no proof within the limits", 0};
  const auto kind = static_cast<RangeKind>((**text)[0] - '0');
  if (kind == RangeKind::none || (leaves && kind != RangeKind::leaving))
    return Judged{false, "it was not proved that options are such a range", 0};
  return and_first_heaps(
      fmt::format("the options of {0} are {1} .. {2}, by linear arithmetic (isl)",
                  certificate.rules.coordinates[0].name, law.range->ends.low, law.range->ends.high),
      certificate, law, left_of(limits, watch), stop);
}

Result<Judged> by_proof(const Certificate& certificate, const Claim& claim, const Limits& limits,
                        const std::atomic<bool>* stop) {
  const auto text = Child::text_of(
      limits,
      [&] {
        const auto [verdict, by] =
            automata::decide(certificate.rules, certificate.convention, claim);
        return std::to_string(static_cast<int>(verdict.answer)) + (by.empty() ? verdict.why : by);
      },
      stop);
  if (!text) return text.error();
  if (!*text) return Judged{false, "no proof within the limits", 0};
  using relation::Answer;
  const auto answer = static_cast<Answer>((**text)[0] - '0');
  if (answer == Answer::proved) return Judged{true, "proved again, by " + (*text)->substr(1), 0};
  return Judged{false, answer == Answer::refuted ? "it contradicts itself" : (*text)->substr(1), 0};
}

}  // namespace

Result<Judged> judge(const Certificate& certificate, const Certified& law, const Limits& limits,
                     const std::atomic<bool>* stop) {
  if (!certificate.section.empty()) {
    auto rules = section_of(certificate.rules, certificate.section, limits, stop);
    if (!rules && rules.error().code == Errc::interrupted) return rules.error();
    if (!rules) return Judged{false, rules.error().message, 0};
    return judge({*std::move(rules), certificate.convention, certificate.box, {}}, law, limits,
                 stop);
  }
  if (law.claim.quantity == Quantity::nimber &&
      (certificate.convention != Convention::normal || certificate.rules.has_ending(Outcome::N)))
    return Judged{false, "nimbers exist under normal play without `won when` only", 0};
  if (law.status == "verified") return by_positions(certificate, law, limits, stop);
  if (law.repetition && law.claim.quantity == Quantity::outcome && certificate.rules.has_sums())
    return Judged{false, "outcomes of sums do not repeat with those of their parts", 0};
  if (law.repetition) return by_repetition(certificate, law, limits, stop);
  if (law.automaton) return by_automaton(certificate, law, limits, stop);
  if (law.range) return by_range(certificate, law, limits, stop);
  const Stopwatch watch;
  auto judged = by_proof(certificate, law.claim, limits, stop);
  if (!judged || judged->holds || !holds_everything(certificate)) return judged;
  if (*certificate.box.volume() > most_judged || !play_ends(certificate.rules, certificate.box))
    return judged;
  return by_definition(certificate, law, certificate.box, left_of(limits, watch), stop);
}

}  // namespace grundy::law
