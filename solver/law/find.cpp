#include "law/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/machine.hpp"
#include "law/certificate/certificate.hpp"
#include "law/derive.hpp"
#include "law/guess.hpp"
#include "oracle/evaluate.hpp"
#include "rules/equal_heaps.hpp"
#include "rules/language/parse_claim.hpp"
#include "run/sweep.hpp"

namespace grundy::law {
namespace {

// A guess is made from at most that many positions; if it fails, from as many as the second number.
constexpr std::array<std::uint64_t, 2> sample_positions{512, 8192};
constexpr std::uint64_t least_times_as_large = 8;
constexpr std::uint64_t least_positions = 64;
constexpr std::uint64_t most_described = 1 << 16;  // all positions of a game

constexpr int most_corrections = 16;

struct Kind {
  const char* name;
  Guess (*guess)(const Sample&);
  bool learns = false;       // from positions at which a guess was wrong
  Derive* derive = nullptr;  // instead of guessing
};
constexpr std::array kinds{Kind{"period", guess_period},
                           Kind{"intervals", guess_intervals},
                           Kind{"period", nullptr, false, derive_joint},
                           Kind{"range", nullptr, false, derive_range},
                           Kind{"automaton", nullptr, false, derive_automaton},
                           Kind{"function", guess_function},
                           Kind{"function", guess_ruler},
                           Kind{"rows", guess_rows},
                           Kind{"xor", guess_xor},
                           Kind{"residues", guess_tree, true},
                           Kind{"beatty", guess_beatty},
                           Kind{"automaton", nullptr, false, derive_digits}};

// The corner of `box` of at most that many positions, with sides as equal as possible.
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

// The values that determine all others, if solving has proved that they repeat.
std::optional<Sample> repeating_sample(const Values& values) {
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
  if (auto repeating = repeating_sample(values)) samples.push_back(*std::move(repeating));
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

// The position at which a claim is wrong, and what is right there.
std::optional<std::pair<Position, std::uint32_t>> correction(const Counterexample& found) {
  if (!found.value || found.by_itself) return std::nullopt;
  return std::pair(found.position, static_cast<std::uint32_t>(*found.value));
}

// The first guess from a sample, corrected where earlier guesses were wrong, that agrees with the
// box.
Result<std::optional<Agreeing>> guessed(const Question& question, const Values& values,
                                        Sample sample, const Kind& kind) {
  for (int round = 0; round <= most_corrections; ++round) {
    const Guess guess = kind.guess(sample);
    if (guess.text.empty()) break;
    auto claim = rules::parse_claim(guess.text, question.rules, "guess");
    if (!claim) return claim.error();
    const auto mistake = compare(*claim, values, question.solving.stop);
    if (!mistake) return mistake.error();
    if (!*mistake)
      return std::optional(Agreeing{*std::move(claim), guess.progression, sample.needs_proof});
    const auto right = correction(**mistake);
    if (!kind.learns || !right) break;
    sample.corrections.push_back(*right);
  }
  return std::optional<Agreeing>();
}

Result<std::optional<Agreeing>> guessed(const Question& question, const Values& values,
                                        const std::vector<Sample>& samples, const Kind& kind) {
  for (const Sample& sample : samples) {
    auto agreeing = guessed(question, values, sample, kind);
    if (!agreeing || *agreeing) return agreeing;
  }
  return std::optional<Agreeing>();
}

bool is_proved(const Found& found) {
  return found.law && found.law->checked.standing == Standing::proved;
}

bool is_stopped(const Question& question) {
  return question.solving.stop != nullptr && *question.solving.stop;
}

// Tries guesses in the order of kinds; a proof ends the search.
class Search {
 public:
  Search(const Question& question, const Values& values, Found& found)
      : question_(question), values_(values), found_(found), samples_(samples_of(values)) {}

  Status run() {
    for (const Kind& kind : kinds) {
      if (question_.rules.joint && kind.derive != derive_joint) continue;
      Result<bool> again = kind.derive == nullptr ? true : derive(kind);
      for (int round = 0; again && *again && round <= most_corrections; ++round)
        again = try_kind(kind);
      if (is_stopped(question_)) break;
      if (!again) return again.error();
      if (is_proved(found_)) return {};
    }
    if (is_stopped(question_)) found_.unfinished = Unfinished::stopped;
    return {};
  }

 private:
  // Keeps the law that was derived, if there is one. Never again.
  Result<bool> derive(const Kind& kind) {
    report_stage(fmt::format("deriving ({})", kind.name));
    Limits left = question_.limits;
    left.seconds -= watch_.seconds();
    if (left.seconds <= 0) return false;
    auto law = kind.derive(question_, values_, left);
    if (!law) return law.error();
    if (*law) found_.law = **std::move(law);
    return false;
  }

  // Makes and judges one guess. Whether another guess of this kind may follow.
  Result<bool> try_kind(const Kind& kind) {
    report_stage(fmt::format("guessing ({})", kind.name));
    auto agreeing = guessed(question_, values_, samples_, kind);
    if (!agreeing) return agreeing.error();
    if (!*agreeing) return false;
    const auto learned = judge(kind, **std::move(agreeing));
    if (!learned) return learned.error();
    return *learned && kind.learns;
  }

  void report_stage(std::string stage) const {
    if (question_.stage) question_.stage(std::move(stage));
  }

  Checked not_proved(std::string why) const {
    return {Standing::verified, values_.box(), {}, std::move(why), {}, {}, 0};
  }

  Task task_of(const rules::Claim& claim, const Limits& limits) const {
    Task task{question_, claim};
    task.high = values_.box().high;
    task.limits = limits;
    return task;
  }

  // Whether the claim is also wrong where an earlier guess was: a proof may not find that, as not
  // all claims are linear arithmetic.
  bool is_refuted(const rules::Claim& claim) const {
    const Task task = task_of(claim, question_.limits);
    return std::ranges::any_of(refuted_, [&](const Counterexample& before) {
      const auto right = correction(before);
      if (!right) return contradicts_itself(task, before.position);
      const auto says = oracle::claimed(claim, right->first);
      return says && *says != std::int64_t{right->second};
    });
  }

  // Tries to prove the claim within the time that is left.
  Result<Checked> prove(const rules::Claim& claim) const {
    Limits left = question_.limits;
    left.seconds -= watch_.seconds();
    if (left.seconds <= 0) {
      Checked checked = not_proved({});
      checked.out_of_time = true;
      return checked;
    }
    auto checked = check_on(task_of(claim, left), values_);
    if (!checked && is_stopped(question_)) return not_proved("stopped before it was proved");
    return checked;
  }

  // Tries to prove a guess and keeps it if it is the best so far. Whether it was refuted, beyond
  // the box, by a position whose value is known.
  Result<bool> judge(const Kind& kind, Agreeing agreeing) {
    report_stage(fmt::format("proving {}", agreeing.claim.text));
    auto checked = prove(agreeing.claim);
    if (!checked) return checked.error();
    if (checked->standing == Standing::refuted) {
      if (!checked->counterexample) return false;
      refuted_.push_back(*checked->counterexample);
      const auto right = correction(*checked->counterexample);
      if (!right) return false;
      for (Sample& sample : samples_) sample.corrections.push_back(*right);
      return true;
    }
    if (checked->out_of_time) {
      checked->why_not = no_proof_within(question_.limits.seconds);
      found_.unfinished = Unfinished::out_of_time;
    }
    const bool is_proved = checked->standing == Standing::proved;
    if (!is_proved && is_refuted(agreeing.claim)) return false;
    if (is_proved || (!found_.law && !agreeing.needs_proof)) {
      const std::string text = agreeing.claim.text;
      found_.law = Law{kind.name, text, std::move(agreeing.claim), *std::move(checked),
                       agreeing.progression};
    }
    return false;
  }

  const Question& question_;
  const Values& values_;
  Found& found_;
  std::vector<Sample> samples_;
  std::vector<Counterexample> refuted_;  // guesses that agreed with the box
  Stopwatch watch_;
};

// The law that solving itself has proved: no formula, but all values. Not for outcomes of sums:
// they do not follow from outcomes of parts, so they could not be judged from the law's file.
std::optional<Law> proved_by_solving(const Values& values) {
  const auto& period = values.solution.period;
  const bool can_be_judged =
      values.plan.quantity == Quantity::nimber || !values.plan.rules.has_sums();
  if (!period || !can_be_judged) return std::nullopt;
  const std::uint64_t positions = period->preperiod + period->length;
  if (positions > *values.box().volume()) return std::nullopt;
  const auto length = static_cast<std::int64_t>(period->length);
  const auto preperiod = static_cast<std::int64_t>(period->preperiod);
  const std::int64_t first = values.box().low[0] + preperiod;
  std::string text = repetition_text(values.plan.rules, values.plan.quantity, {first, length});
  Checked checked{Standing::proved,
                  values.box(),
                  values.plan.method.period_proof,
                  {},
                  {},
                  {},
                  0,
                  relation::Repetition{first, length}};
  Progression progression{preperiod, length};
  if (preperiod > 0) progression.last_exception = first - 1;
  std::vector<std::uint32_t> terms(static_cast<std::size_t>(positions));
  sweep::read_values(values.plan, values.solution, values.plan.quantity, values.box().low, terms);
  return Law{"period", std::move(text), {}, std::move(checked), progression, std::move(terms)};
}

}  // namespace

Result<Found> find(const Question& asked) {
  const Stopwatch watch;
  if (Status has = has_laws(asked.rules); !has) return has.error();
  Question question = asked;
  question.rules = rules::without_equal_heaps(std::move(question.rules), asked.convention);
  const auto values = solve_box(question);
  if (!values) return values.error();
  Found found{values->box(), std::nullopt, 0};
  if (Status looked = Search(question, *values, found).run(); !looked) return looked.error();
  if (!is_proved(found) && !question.rules.joint)
    if (auto law = proved_by_solving(*values)) found.law = std::move(law);
  if (question.convention == Convention::misere && !question.rules.joint && !is_stopped(question)) {
    auto heaps = misere_heaps(question);
    if (!heaps && !is_stopped(question)) return heaps.error();
    if (heaps) found.misere = *std::move(heaps);
  }
  if (!found.law && !found.misere && *values->box().volume() < least_positions)
    return Error{Errc::usage,
                 question.high.empty()
                     ? "too few positions are solved in about a second to guess a law from; name a "
                       "larger box with option `box`"
                     : "the box is too small: a law is guessed from an eighth of it"};
  if (is_proved(found)) found.unfinished = Unfinished::no;
  if (!found.law && !question.rules.joint && !is_stopped(question)) {
    auto statistics = statistics_of(*values, question.solving.stop);
    if (!statistics && !is_stopped(question)) return statistics.error();
    if (statistics) found.statistics = *std::move(statistics);
  }
  if (is_stopped(question) && found.unfinished == Unfinished::no && !is_proved(found))
    found.unfinished = Unfinished::stopped;
  found.seconds = watch.seconds();
  if (found.law) found.law->checked.seconds = found.seconds;
  return found;
}

}  // namespace grundy::law
