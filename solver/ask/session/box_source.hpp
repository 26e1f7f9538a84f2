// ask/session/box_source.hpp: the value of a position by solving a whole box that holds it.
//
// A search looks at every option of every position it meets. Where rules have a kernel of their
// own (plan/method.hpp) a box is solved hundreds of times as fast as that, and so the box is often
// cheaper than the search, although most of it is never asked for.
//
// Which box: one question alone is worth the box below its position. Where more questions are
// expected, or boxes were solved before, their join is solved instead. A box that grows has at
// least twice the positions of the one before, so no row of questions solves much more than twice
// what the last box takes. A join that would cost more than all its parts, or does not fit the
// memory, is not made.
//
// A heap far beyond others may be one of a game that repeats itself. There boxes of the first heaps
// are solved, each a multiple of the one before, until a period is proved: the value is then that
// of a heap in the box. These boxes take a small part of the time of the one that holds the heap,
// unless no memory holds that.
//
// What is solved is derived again in part (run/self_check.hpp), until that has taken 20 ms or 3 %
// of the time spent on solving, whichever is more. Of later boxes one position is derived, that for
// which they were solved, unless it takes longer than a millisecond.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "ask/value_source.hpp"
#include "plan/plan.hpp"
#include "run/solved_values.hpp"
#include "search/meter.hpp"

namespace grundy::session {

// Called before a box is solved, with the plan, and after it with null. Gives the counter that is
// to say how many positions are solved, or null.
using SolveWatch = std::function<std::atomic<std::uint64_t>*(const plan::Plan*)>;

class BoxSource final : public query::PricedSource {
 public:
  // Boxes of fewer positions have no price, unless play leaves them: searches are as quick.
  static constexpr std::uint64_t few_positions = 1 << 8;

  // Boxes take their memory out of what the meter allows, along with the searches that it serves.
  // `stop` as in tiles::Watch, may be null; `watch` may be empty.
  BoxSource(lazy::Meter& meter, const std::atomic<bool>* stop, SolveWatch watch = nullptr,
            std::uint64_t least_positions = few_positions)
      : meter_(meter), stop_(stop), watch_(std::move(watch)), least_positions_(least_positions) {}

  // From now on boxes that are estimated to take longer have no price.
  void set_most_seconds(double seconds) noexcept { most_seconds_ = seconds; }

  void expect(const query::Question& question, const Position& position) override;
  void expect_nothing() override { expected_.clear(); }
  bool expects_many(const query::Question& question) const override;

  void forget() override;
  // What is known of this game.
  void forget(const std::shared_ptr<const rules::Rules>& rules);

  // Whether it is in a box that is solved.
  bool has(const query::Question& question, const Position& position) const override {
    return solved(question, position).has_value();
  }

  // Nothing where a search is quick anyway, where the box takes too long, or if neither the box nor
  // one in which a period might be found fits the memory. Boxes that kernel generic alone can solve
  // are for Ways::all. 0 in a box that is solved.
  std::optional<double> price(const query::Question& question, const Position& position,
                              query::Ways ways) override;

  // Solves the box unless that is done. Requires a price. Nothing if no period was found among the
  // first heaps, and the box does not fit the memory or a box of more heaps has a price now. Errors
  // are those of solve::run.
  Result<std::optional<std::uint32_t>> find(const query::Question& question,
                                            const Position& position) override;

  bool find_on_line(const query::Question& question, const lazy::Line& line, std::uint32_t value,
                    std::vector<std::uint64_t>& found) const override;

  // Boxes solved so far.
  std::uint64_t solves() const noexcept { return solves_; }

 private:
  using Key = query::Question;

  struct Expected {
    Position high;  // of the join
    std::uint64_t questions = 0;
  };
  struct Solved {
    std::shared_ptr<const solve::SolvedValues> values;
    Box known;  // the positions whose values hold: the box at least
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;  // in the order of solving
  };

  // Where a box has the value: at the position itself, or at one that a period makes equal, or less
  // by a known number.
  struct Place {
    const Solved* box;
    Position position;
    std::uint32_t less = 0;
  };
  static std::optional<Place> within(const Solved& solved, const Position& position);
  // Whether all heaps are known, as far as their nimbers fit an answer.
  bool knows_growth(const Key& key) const;
  std::optional<Place> solved(const Key& key, const Position& position) const;
  std::optional<double> any_price(const Key& key, const Position& position, query::Ways ways);
  Result<plan::Plan> planned(const Key& key, const Position& high) const;
  std::optional<plan::Plan> first_heaps(const Key& key, const Position& position) const;
  Status look_for_period(const Key& key, const Position& position);
  std::vector<Position> corners(const Key& key, const Position& position) const;
  bool has_no_form(const Key& key, std::uint64_t positions) const;
  bool leaves_boxes(const std::shared_ptr<const rules::Rules>& rules);
  void make_room(const plan::Plan& plan, const Key& key);
  Status solve(const Key& key, const Position& position);
  Status check(const sweep::Solution& solution, const Position& position) const;

  lazy::Meter& meter_;
  const std::atomic<bool>* stop_;
  SolveWatch watch_;
  const std::uint64_t least_positions_;
  double most_seconds_ = std::numeric_limits<double>::infinity();
  std::map<Key, std::vector<Solved>> boxes_;
  std::map<Key, Expected> expected_;
  std::map<Key, std::uint64_t> without_form_;   // positions of the box that was planned in vain
  std::map<Key, std::int64_t> without_period_;  // heaps among which none was proved
  std::map<std::shared_ptr<const rules::Rules>, bool> leaves_boxes_;
  std::optional<plan::Plan> planned_;                    // what the last price was of
  std::optional<std::pair<Key, Position>> planned_for_;  // unless it is solved already
  std::uint64_t solves_ = 0;
  std::uint64_t held_bytes_ = 0;
  double solving_seconds_ = 0;
  double checking_seconds_ = 0;
};

}  // namespace grundy::session
