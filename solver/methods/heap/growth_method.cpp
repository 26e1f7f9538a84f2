#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "methods/heap/growth.hpp"

namespace grundy::growth {
namespace {

using family::HeapMove;
using family::Recognised;
using family::Scope;

constexpr std::uint64_t first_heaps = 512;
constexpr std::uint64_t largest_nimber = std::uint64_t{1} << 31;
constexpr const char* no_move = "no move takes any number";

// Whether some rule may leave any number of a heap: not where each binder has a set or constant
// ends. Saves listing the moves, which are as many as such binders have values.
bool may_take_any_number(const rules::Rules& rules) {
  const auto is_constant = [](const rules::Expression& expression) {
    return expression.op == rules::Expression::Op::constant;
  };
  const auto is_open = [&](const rules::Binder& binder) {
    return !binder.set && !(is_constant(binder.low) && binder.high && is_constant(*binder.high));
  };
  return std::ranges::any_of(rules.options, [&](const rules::OptionRule& rule) {
    return std::ranges::any_of(rule.binders, is_open);
  });
}

// Why the first heaps are not even solved; empty if they are.
std::string why_not_to_try(const std::vector<HeapMove>& moves, std::uint64_t heaps) {
  if (heaps <= first_heaps) return fmt::format("there are {} heaps or fewer", first_heaps);
  if (std::ranges::any_of(moves, [](const HeapMove& move) { return move.parts() > 2; }))
    return "a move leaves three parts";
  if (std::ranges::none_of(
          moves, [](const HeapMove& move) { return move.total != HeapMove::Total::exact; }))
    return no_move;
  if (!may_be_proved(moves, first_heaps))
    return "a move leaves two parts of any total, or is not for all large heaps";
  return "";
}

}  // namespace

Result<Recognised<Growth>> Family::recognise(const Scope& scope) {
  if (scope.rules.dimensions() == 1 && !may_take_any_number(scope.rules))
    return family::does_not_apply(no_move);
  const auto moves = family::heap_moves(scope.rules);
  if (!moves) return moves.error();
  const std::uint64_t heaps = scope.closure_positions();
  if (auto why = why_not_to_try(*moves, heaps); !why.empty())
    return family::does_not_apply(std::move(why));
  auto growth = prove_growth(*moves, first_nimbers(*moves, first_heaps));
  if (!growth) return family::does_not_apply("the first heaps do not prove that nimbers grow");
  const std::uint64_t largest = growth->largest(heaps);
  if (largest > largest_nimber) return family::does_not_apply("some nimber exceeds 2^31");
  const auto [preperiod, length, saltus] = growth->period;
  Recognised<Growth> found{
      {fmt::format("any number may be taken: the first {} heaps prove that nimbers grow by {} with "
                   "{}, from {} on",
                   growth->first.size(), saltus,
                   length == 1 ? "each heap" : fmt::format("{} heaps", length),
                   scope.closure.low[0] + static_cast<std::int64_t>(preperiod))},
      *std::move(growth)};
  found.growth = found.task.period;
  found.largest_value = largest;
  return found;
}

family::Bytes Family::bytes(const Growth& growth, const Scope&) {
  return {growth.first.size() * sizeof(std::uint32_t)};
}

// What reading all values costs: they are computed as they are read.
double Family::seconds(const Growth&, const Scope& scope) {
  constexpr double seconds_per_heap = 1e-9;
  return seconds_per_heap * static_cast<double>(scope.closure_positions()) /
         static_cast<double>(scope.threads);
}

Result<family::Solved<Nimbers>> Family::solve(const Growth& growth, const Scope& scope,
                                              parallel::Executor&, const tiles::Watch& watch) {
  if (watch.solved) *watch.solved += scope.closure_positions();
  return family::Solved<Nimbers>{Nimbers(scope.closure, growth)};
}

namespace {

// Adds the nimbers that a move leaves of a heap to `values`.
class OptionNimbers {
 public:
  OptionNimbers(const HeapMove& move, std::int64_t heap, std::span<const std::uint32_t> nimbers,
                std::vector<bool>& values)
      : move_(move), most_(heap - move.taken), nimbers_(nimbers), values_(values) {}

  void add() {
    if (move_.parts() == 0)
      note(0);
    else if (most_ >= 0)
      add_from(0, 0, most_, 0);
  }

 private:
  // Chooses the parts from number `part` on, each `least` or more. They may sum up to `room`.
  void add_from(std::size_t part, std::int64_t least, std::int64_t room, std::uint32_t nimber) {
    if (part == move_.parts()) {
      if (move_.total != HeapMove::Total::exact || room == 0) note(nimber);
      return;
    }
    const bool is_last = part + 1 == move_.parts();
    least = std::max(least, move_.least[part]);
    if (is_last && move_.total == HeapMove::Total::exact) least = std::max(least, room);
    // Nothing is left as large as the heap itself, even where nothing is taken.
    const auto largest = std::min(room, static_cast<std::int64_t>(nimbers_.size()) - 1);
    for (std::int64_t size = least; size <= largest; ++size)
      add_from(part + 1, size + (move_.unlike ? 1 : 0),
               move_.total == HeapMove::Total::each ? most_ : room - size,
               nimber ^ nimbers_[static_cast<std::size_t>(size)]);
  }

  void note(std::uint32_t nimber) {
    if (values_.size() <= nimber) values_.resize(nimber + std::size_t{1});
    values_[nimber] = true;
  }

  const HeapMove& move_;
  std::int64_t most_;
  std::span<const std::uint32_t> nimbers_;
  std::vector<bool>& values_;
};

}  // namespace

std::vector<std::uint32_t> first_nimbers(std::span<const HeapMove> moves, std::size_t heaps) {
  std::vector<std::uint32_t> nimbers;
  std::vector<bool> values;
  for (std::size_t heap = 0; heap < heaps; ++heap) {
    values.assign(values.size(), false);
    for (const HeapMove& move : moves)
      if (move.holds(static_cast<std::int64_t>(heap)))
        OptionNimbers(move, static_cast<std::int64_t>(heap), nimbers, values).add();
    const auto least = std::ranges::find(values, false);
    nimbers.push_back(static_cast<std::uint32_t>(least - values.begin()));
  }
  return nimbers;
}

namespace {

constexpr std::int64_t heaps_at_once = 1 << 12;
constexpr std::uint64_t longest_vector = 64;

}  // namespace

void Nimbers::read(const Position& start, std::span<std::uint32_t> cells) const {
  const auto [preperiod, length, saltus] = growth_.period;
  const std::uint64_t first = box_.rank(start);
  // Whole periods, enough of them to make vectors worthwhile.
  const std::uint64_t stretch = (longest_vector + length - 1) / length * length;
  const auto more = static_cast<std::uint32_t>(stretch / length * saltus);
  std::size_t i =
      std::min<std::uint64_t>(cells.size(), std::max(preperiod, first) - first + stretch);
  for (std::size_t alone = 0; alone < i; ++alone)
    cells[alone] = static_cast<std::uint32_t>(growth_.nimber(first + alone));
  for (; i < cells.size(); i += stretch) {
    const std::uint32_t* const before = cells.data() + i - stretch;
    std::transform(before, before + std::min(stretch, cells.size() - i), cells.data() + i,
                   [more](std::uint32_t value) { return value + more; });
  }
}

void Nimbers::copy(const Box& region, const CellSpan& to) const {
  std::array<std::uint32_t, heaps_at_once> cells;
  for (std::int64_t heap = region.low[0]; heap <= region.high[0]; heap += heaps_at_once) {
    const Box part{{heap}, {std::min(heap + heaps_at_once - 1, region.high[0])}};
    const std::span of_part(cells.data(), static_cast<std::size_t>(part.extent(0)));
    read(part.low, of_part);
    copy_cells(view_of(of_part, part), part, to);
  }
}

}  // namespace grundy::growth
