#include "law/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/stopwatch.hpp"
#include "law/sample.hpp"
#include "sweep/solution.hpp"

namespace grundy::law {
namespace {

// A guess is made from at most so many positions, and where it fails from as many as the second.
constexpr std::array<std::uint64_t, 2> sample_positions{512, 8192};
constexpr std::uint64_t least_times_as_large = 8;
constexpr std::uint64_t least_positions = 64;
constexpr std::uint64_t most_described = 1 << 16;  // all positions of a game

struct Kind {
  const char* name;
  Guess (*guess)(const Sample&);
};
constexpr std::array kinds{Kind{"period", guess_period}, Kind{"intervals", guess_intervals},
                           Kind{"rows", guess_rows},     Kind{"xor", guess_xor},
                           Kind{"residues", guess_tree}, Kind{"beatty", guess_beatty}};

// The corner of a box of at most so many positions within `box`, its sides as equal as they can be.
Box part_of(const Box& box, std::uint64_t positions) {
  const auto with_sides = [&](std::int64_t side) {
    Box part = box;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      part.high[axis] = std::min(box.high[axis], box.low[axis] + side - 1);
    return part;
  };
  std::int64_t side = 1;
  while (with_sides(side) != box && *with_sides(side + 1).volume() <= positions) ++side;
  return with_sides(side);
}

Sample sample_of(const Values& values, std::uint64_t positions) {
  Sample sample;
  sample.names = values.plan.rules.coordinate_names();
  sample.quantity = values.plan.quantity;
  sample.box = part_of(values.box(), positions);
  const std::uint64_t volume = *sample.box.volume();
  for (std::uint64_t rank = 0; rank < volume; ++rank)
    sample.values.push_back(sweep::value_at(values.plan, values.solution, values.plan.quantity,
                                            sample.box.position(rank)));
  return sample;
}

// The values that tell all others, where solving has proved that they repeat.
std::optional<Sample> telling_sample(const Values& values) {
  const auto& period = values.solution.period;
  if (!period) return std::nullopt;
  const std::uint64_t positions = period->preperiod + 2 * period->length;
  if (positions > std::min(sample_positions.back(), *values.box().volume())) return std::nullopt;
  Sample sample = sample_of(values, positions);
  sample.period = period->length;
  return sample;
}

std::vector<Sample> samples_of(const Values& values) {
  std::vector<Sample> samples;
  if (auto telling = telling_sample(values)) samples.push_back(*std::move(telling));
  const std::uint64_t all = *values.box().volume();
  if (all >= least_positions)
    for (const std::uint64_t positions : sample_positions)
      samples.push_back(sample_of(values, std::min(positions, all / least_times_as_large)));
  if (all <= (values.is_everything() ? most_described : sample_positions.back())) {
    samples.push_back(sample_of(values, all));
    samples.back().needs_proof = true;
  }
  return samples;
}

// A guess that agrees with the box.
struct Agreeing {
  rules::Claim claim;
  std::optional<Progression> progression;
  bool needs_proof;
};

Result<std::optional<Agreeing>> tested(const Question& question, const Values& values,
                                       const Guess& guess, bool needs_proof) {
  auto claim = rules::parse_claim(guess.text, question.rules, "guess");
  if (!claim) return claim.error();
  const auto mistake = compare(*claim, values, question.solving.stop);
  if (!mistake) return mistake.error();
  if (*mistake) return std::optional<Agreeing>();
  return std::optional(Agreeing{*std::move(claim), guess.progression, needs_proof});
}

Result<std::optional<Agreeing>> guessed(const Question& question, const Values& values,
                                        const std::vector<Sample>& samples, const Kind& kind) {
  for (const Sample& sample : samples) {
    const Guess guess = kind.guess(sample);
    if (guess.text.empty()) continue;
    auto agreeing = tested(question, values, guess, sample.needs_proof);
    if (!agreeing || *agreeing) return agreeing;
  }
  return std::optional<Agreeing>();
}

Result<Checked> proved(const Question& question, const Values& values, const rules::Claim& claim) {
  Task task{question.rules,    question.section, claim,           question.convention,
            values.box().high, question.limits,  question.solving};
  return check_on(task, values);
}

// The guesses in the order of kinds; a proof ends the search.
Status look(const Question& question, const Values& values, Found& found) {
  const std::vector<Sample> samples = samples_of(values);
  for (const Kind& kind : kinds) {
    auto agreeing = guessed(question, values, samples, kind);
    if (!agreeing) return agreeing.error();
    if (!*agreeing) continue;
    auto checked = proved(question, values, (*agreeing)->claim);
    if (!checked) return checked.error();
    if (checked->standing == Standing::refuted) continue;
    const bool is_proved = checked->standing == Standing::proved;
    if (is_proved || (!found.law && !(*agreeing)->needs_proof)) {
      const std::string text = (*agreeing)->claim.text;
      found.law = Law{kind.name, text, std::move((*agreeing)->claim), *std::move(checked),
                      (*agreeing)->progression};
    }
    if (is_proved) return {};
  }
  return {};
}

// What solving itself has proved: no formula, but all values. Not outcomes of sums, for these do
// not follow from outcomes, and so nobody could judge them anew.
std::optional<Law> proved_by_solving(const Values& values) {
  const auto& period = values.solution.period;
  const bool tells = values.plan.quantity == Quantity::nimber || !values.plan.rules.has_sums();
  if (!period || !tells) return std::nullopt;
  const std::uint64_t positions = period->preperiod + period->length;
  if (positions > *values.box().volume()) return std::nullopt;
  const auto length = static_cast<std::int64_t>(period->length);
  const auto preperiod = static_cast<std::int64_t>(period->preperiod);
  const std::int64_t first = values.box().low[0] + preperiod;
  std::string text = fmt::format("{0}({1} + {2}) = {0}({1}) for {1} >= {3}",
                                 grundy::to_string(values.plan.quantity),
                                 values.plan.rules.coordinates[0].name, length, first);
  Checked checked{Standing::proved,
                  values.box(),
                  values.plan.method.period_proof,
                  {},
                  {},
                  {},
                  0,
                  presburger::Repetition{first, length}};
  Progression progression{preperiod, length};
  if (preperiod > 0) progression.last_exception = first - 1;
  std::vector<std::uint32_t> terms(static_cast<std::size_t>(positions));
  sweep::read_values(values.plan, values.solution, values.plan.quantity, values.box().low, terms);
  return Law{"period", std::move(text), {}, std::move(checked), progression, std::move(terms)};
}

}  // namespace

Result<Found> find(const Question& question) {
  const Stopwatch watch;
  const auto values =
      question.high.empty()
          ? solve_corner(question.rules, question.quantity, question.convention, question.solving)
          : solve_box(question.rules, question.quantity, question.convention, question.high,
                      question.solving);
  if (!values) return values.error();
  Found found{values->box(), std::nullopt, 0};
  if (Status looked = look(question, *values, found); !looked) return looked.error();
  if (!found.law || found.law->checked.standing != Standing::proved)
    if (auto law = proved_by_solving(*values)) found.law = std::move(law);
  if (!found.law && *values->box().volume() < least_positions)
    return Error{Errc::usage,
                 question.high.empty()
                     ? "too few positions are solved in about a second to guess a law from; name a "
                       "larger box with option `box`"
                     : "the box is too small: a law is guessed from an eighth of it"};
  if (!found.law) {
    auto statistics = statistics_of(*values, question.solving.stop);
    if (!statistics) return statistics.error();
    found.statistics = *std::move(statistics);
  }
  found.seconds = watch.seconds();
  if (found.law) found.law->checked.seconds = found.seconds;
  return found;
}

}  // namespace grundy::law
