#include "differential/least.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <tuple>

#include "base/machine.hpp"
#include "generator/shrink.hpp"
#include "plan/plan.hpp"

namespace grundy::differential {
namespace {

// Steps go down in this order, so there is an end.
auto size_of(const Difference& difference) {
  const std::string text = to_text(difference.question.game);
  const auto& sides = difference.question.sides;
  const Way& way = difference.way;
  return std::tuple(text.size(), text, std::accumulate(sides.begin(), sides.end(), std::int64_t{0}),
                    way.threads, way.executor != "serial", way.passes, way.kind,
                    -static_cast<double>(way.tile_positions));
}

std::vector<Question> lesser_questions(const Question& question) {
  std::vector<Question> all;
  for (std::size_t axis = 0; axis < question.sides.size(); ++axis)
    for (const std::int64_t side : {question.sides[axis] / 2, question.sides[axis] - 1})
      if (side >= 1) {
        all.push_back(question);
        all.back().sides[axis] = side;
      }
  for (generator::Game& game : generator::lesser(question.game)) {
    Question less = question;
    less.sides.resize(std::max(game.coordinates.size(), std::size_t{1}), 1);
    if (game.coordinates.size() < question.game.coordinates.size())
      for (std::size_t axis = 0; axis < less.sides.size(); ++axis)
        if (game.coordinates[axis].name != question.game.coordinates[axis].name)
          less.sides[axis] = question.sides[axis + 1];
    less.game = std::move(game);
    all.push_back(std::move(less));
  }
  return all;
}

std::vector<Way> plainer_ways(const Way& way) {
  std::vector<Way> all;
  const auto keep = [&](auto change) {
    all.push_back(way);
    change(all.back());
  };
  keep([](Way& less) { less.executor = "serial", less.threads = 1; });
  keep([](Way& less) { less.passes = 1; });
  keep([](Way& less) { less.tile_positions = plan::default_tile_positions; });
  if (!is_by_positions(way.kind)) keep([](Way& less) { less.kind = Way::Kind::sweep; });
  return all;
}

// A lesser difference; nothing if there is none.
std::optional<Difference> next(const Difference& difference, const Stopwatch& watch, double seconds,
                               const Judge& judge) {
  std::vector<Difference> tries;
  for (Question& less : lesser_questions(difference.question))
    tries.push_back({std::move(less), difference.way, ""});
  for (Way& way : plainer_ways(difference.way))
    tries.push_back({difference.question, std::move(way), ""});
  for (Difference& less : tries) {
    if (watch.seconds() > seconds) return std::nullopt;
    if (!(size_of(less) < size_of(difference))) continue;
    const auto what = judge(less.question, less.way);
    if (!what) continue;
    less.what = *what;
    return std::move(less);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong(const Question& question, const Way& way) try {
  Tally uncounted;
  const Asked asked = ask(question, uncounted);
  if (asked.wrong) return asked.wrong;
  return asked.known ? judge(way, *asked.known).difference : std::nullopt;
} catch (const std::exception& internal) {
  return std::string("internal error: ") + internal.what();
}

Difference least(Difference difference, double seconds, const Judge& judge) {
  const Stopwatch watch;
  while (auto less = next(difference, watch, seconds, judge)) difference = *std::move(less);
  return difference;
}

}  // namespace grundy::differential
