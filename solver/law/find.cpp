#include "law/find.hpp"

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

struct Kind {
  const char* name;
  std::string (*guess)(const Sample&);
};
constexpr std::array kinds{Kind{"period", guess_period}, Kind{"xor", guess_xor},
                           Kind{"residues", guess_tree}};

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

// The guess, if it agrees with the box.
Result<std::optional<rules::Claim>> tested(const Question& question, const Values& values,
                                           const std::string& guess) {
  auto claim = rules::parse_claim(guess, question.rules, "guess");
  if (!claim) return claim.error();
  const auto mistake = compare(*claim, values, question.solving.stop);
  if (!mistake) return mistake.error();
  return *mistake ? std::nullopt : std::optional(*std::move(claim));
}

Result<std::optional<rules::Claim>> guessed(const Question& question, const Values& values,
                                            const Kind& kind) {
  const std::uint64_t all = *values.box().volume();
  for (const std::uint64_t positions : sample_positions) {
    const std::uint64_t most = std::min(positions, all / least_times_as_large);
    const std::string guess = kind.guess(sample_of(values, most));
    if (guess.empty()) continue;
    auto claim = tested(question, values, guess);
    if (!claim || *claim) return claim;
  }
  return std::optional<rules::Claim>();
}

Result<Checked> proved(const Question& question, const Values& values, const rules::Claim& claim) {
  Task task{question.rules,    claim,           question.convention,
            values.box().high, question.limits, question.solving};
  return check_on(task, values);
}

// The statement holds in the order of kinds; a proof ends the search.
Status look(const Question& question, const Values& values, Found& found) {
  for (const Kind& kind : kinds) {
    auto claim = guessed(question, values, kind);
    if (!claim) return claim.error();
    if (!*claim) continue;
    auto checked = proved(question, values, **claim);
    if (!checked) return checked.error();
    if (checked->standing == Standing::refuted) continue;
    const bool is_proved = checked->standing == Standing::proved;
    if (is_proved || !found.law)
      found.law = Law{kind.name, *std::move(*claim), *std::move(checked)};
    if (is_proved) return {};
  }
  return {};
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
  if (*values->box().volume() < least_positions)
    return Error{Errc::usage, "the box is too small: a law is guessed from an eighth of it"};
  Found found{values->box(), std::nullopt, 0};
  if (Status looked = look(question, *values, found); !looked) return looked.error();
  found.seconds = watch.seconds();
  return found;
}

}  // namespace grundy::law
