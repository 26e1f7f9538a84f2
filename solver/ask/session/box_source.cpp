#include "ask/session/box_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "ask/session/solving.hpp"
#include "base/executor.hpp"
#include "plan/cost.hpp"
#include "rules/proofs/termination.hpp"
#include "run/asked.hpp"
#include "run/position_check.hpp"
#include "run/solve.hpp"
#include "run/sweep.hpp"
#include "verify/mistake.hpp"

namespace grundy::session {
namespace {

// Along each axis, of a box that tells whether play leaves boxes.
constexpr std::int64_t first_extent = 16;
// Below, threads cost more than they save.
constexpr std::uint64_t positions_for_threads = 1 << 15;
// A join of this many is made in any case: it costs a millisecond or less.
constexpr std::uint64_t positions_for_nothing = 1 << 16;
// A box this many times as large may have a kernel of its own where the small one had none.
constexpr std::uint64_t worth_another_plan = 4;

// The first box to look for a period in, and by what factor each next one is larger. Boxes
// that are not smaller by that factor than the one that holds the heap are not tried.
constexpr std::int64_t heaps_for_period = 1 << 16;
constexpr std::int64_t growth_for_period = 16;
constexpr double worth_first_heaps = 0.5;  // seconds that the whole box would take

constexpr double least_check_seconds = 0.02;
constexpr double part_for_check = 0.03;
constexpr std::chrono::milliseconds for_one_position{1};

// Those of the box up to there; nothing if no box holds the position.
std::optional<std::uint64_t> positions_below(const rules::Rules& rules, const Position& high) {
  const Box box{rules.low_corner(), high};
  return box.high.size() == box.low.size() ? box.volume() : std::nullopt;
}

// What repeats, or grows, in all heaps; nothing where neither is proved.
std::optional<family::ArithmeticPeriod> period_of(const solve::SolvedValues& values) {
  if (values.plan().method.growth) return values.plan().method.growth;
  const auto& period = values.report().solution.period;
  if (!period) return std::nullopt;
  return family::ArithmeticPeriod{period->preperiod, period->length};
}

// The positions whose values hold. Of a closure beyond the box only those that are reached from
// there do, for others may have options outside; unless play never leaves what is kept.
Box known_box(const plan::Plan& plan, const sweep::Solution& solution) {
  const Box kept = sweep::kept_box(solution);
  if (kept == plan.box || !plan.descent.is_proved()) return plan.box;
  const auto closed = rules::closure(plan.rules, kept);
  const bool is_closed = std::holds_alternative<Box>(closed) && std::get<Box>(closed) == kept;
  return is_closed ? kept : plan.box;
}

// Whether looking for one of them may be worth its while.
bool may_repeat(const plan::Plan& plan) {
  return plan.has_form() && (!plan.method.period_proof.empty() || plan.method.growth);
}

// A search solves no box sooner than it answers the question.
bool solves_boxes(const plan::Plan& plan, query::Ways ways) {
  return plan.has_form() || (ways == query::Ways::all && !plan.is_searched());
}

Position join(Position a, const Position& b) {
  for (std::size_t axis = 0; axis < a.size(); ++axis) a[axis] = std::max(a[axis], b[axis]);
  return a;
}

// `high` moved on, along the axes on which it exceeds `before`, until the box has twice the
// positions that it had up to there.
Position doubled(const rules::Rules& rules, const Position& before, const Position& high) {
  const auto old = positions_below(rules, before);
  const auto now = positions_below(rules, high);
  if (!old || !now || *now / 2 >= *old) return high;
  std::size_t axes = 0;
  for (std::size_t axis = 0; axis < high.size(); ++axis)
    axes += high[axis] > before[axis] ? 1U : 0U;
  const double factor = std::pow(2.0 * static_cast<double>(*old) / static_cast<double>(*now),
                                 1.0 / static_cast<double>(axes));
  Position grown = high;
  for (std::size_t axis = 0; axis < high.size(); ++axis) {
    if (high[axis] <= before[axis]) continue;
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    const double extent = static_cast<double>(high[axis] - coordinate.low + 1) * factor;
    constexpr double most = 1e18;
    grown[axis] = coordinate.low + static_cast<std::int64_t>(std::min(std::ceil(extent), most)) - 1;
    if (coordinate.high) grown[axis] = std::min(grown[axis], *coordinate.high);
  }
  return grown;
}

// Blocks without the value, nearly all of them, are passed over by vector instructions.
template <class Cell>
void find_in(const Cell* cells, std::int64_t stride, std::uint64_t count, std::uint32_t value,
             std::vector<std::uint64_t>& found) {
  if (value > std::numeric_limits<Cell>::max()) return;
  const auto wanted = static_cast<Cell>(value);
  constexpr std::uint64_t block = 256;
  for (std::uint64_t from = 0; from < count; from += block) {
    const std::uint64_t to = std::min(from + block, count);
    const auto at = [&](std::uint64_t i) { return cells[static_cast<std::int64_t>(i) * stride]; };
    Cell any = 0;
    if (stride == 1 || stride == -1) {
      const Cell* const first = cells + stride * static_cast<std::int64_t>(from);
      const Cell* const low =
          stride == 1 ? first : first - static_cast<std::int64_t>(to - from - 1);
      for (std::uint64_t i = 0; i < to - from; ++i)
        any = static_cast<Cell>(any | static_cast<Cell>(low[i] == wanted));
    } else {
      for (std::uint64_t i = from; i < to; ++i)
        any = static_cast<Cell>(any | static_cast<Cell>(at(i) == wanted));
    }
    for (std::uint64_t i = from; any != 0 && i < to; ++i)
      if (at(i) == wanted) found.push_back(i);
  }
}

// The heaps that have a nimber, where nimbers grow. O(preperiod + length) time.
std::optional<std::vector<std::int64_t>> heaps_with(const solve::SolvedValues& values,
                                                    std::uint32_t nimber) {
  const auto& [preperiod, length, saltus] = *values.plan().method.growth;
  const std::int64_t low = values.plan().box.low[0];
  std::vector<std::int64_t> heaps;
  for (std::uint64_t first = 0; first < preperiod + length; ++first) {
    const std::int64_t heap = low + static_cast<std::int64_t>(first);
    const auto own = values.at(Quantity::nimber, Position{heap});
    if (!own) return std::nullopt;
    const std::uint64_t more = std::uint64_t{nimber} - *own;
    if (nimber == *own || (nimber > *own && first >= preperiod && more % saltus == 0))
      heaps.push_back(heap + static_cast<std::int64_t>(more / saltus * length));
  }
  return heaps;
}

// The numbers on a line of those heaps that are on it, ascending.
std::vector<std::uint64_t> on_line(const lazy::Line& line, const std::vector<std::int64_t>& heaps) {
  const std::int64_t step = line.step[0] == 0 ? 1 : line.step[0];  // 0: of one position
  std::vector<std::uint64_t> numbers;
  for (const std::int64_t heap : heaps) {
    const std::int64_t behind = heap - line.start[0];
    const std::int64_t number = behind / step;
    if (behind % step == 0 && number >= 0 && static_cast<std::uint64_t>(number) < line.count)
      numbers.push_back(static_cast<std::uint64_t>(number));
  }
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace

void BoxSource::expect(const Key& key, const Position& position) {
  if (solved(key, position)) return;
  Expected& expected = expected_[key];
  expected.high = expected.questions == 0 ? position : join(expected.high, position);
  ++expected.questions;
}

bool BoxSource::expects_many(const Key& key) const {
  const auto expected = expected_.find(key);
  return expected != expected_.end() && expected->second.questions > 1;
}

void BoxSource::forget() {
  boxes_.clear();
  without_form_.clear();
  without_period_.clear();
  leaves_boxes_.clear();
  meter_.give_back(std::exchange(held_bytes_, 0));
}

void BoxSource::forget(const std::shared_ptr<const rules::Rules>& rules) {
  const auto is_of_game = [&](const auto& of_key) { return of_key.first.rules == rules; };
  for (const auto& [key, boxes] : boxes_)
    for (const Solved& box : boxes)
      if (key.rules == rules) {
        held_bytes_ -= box.bytes;
        meter_.give_back(box.bytes);
      }
  std::erase_if(boxes_, is_of_game);
  std::erase_if(without_form_, is_of_game);
  std::erase_if(without_period_, is_of_game);
  leaves_boxes_.erase(rules);
}

std::optional<BoxSource::Place> BoxSource::solved(const Key& key, const Position& position) const {
  const auto boxes = boxes_.find(key);
  if (boxes == boxes_.end()) return std::nullopt;
  for (const Solved& box : boxes->second)
    if (auto place = within(box, position)) return place;
  return std::nullopt;
}

bool BoxSource::knows_growth(const Key& key) const {
  const auto boxes = boxes_.find(key);
  return boxes != boxes_.end() && std::ranges::any_of(boxes->second, [](const Solved& box) {
           return box.values->plan().method.growth.has_value();
         });
}

std::optional<BoxSource::Place> BoxSource::within(const Solved& solved, const Position& position) {
  if (solved.known.contains(position)) return Place{&solved, position};
  const Box& box = solved.values->plan().box;
  const auto period = period_of(*solved.values);
  if (!period || position.size() != 1) return std::nullopt;
  const auto first = box.low[0] + static_cast<std::int64_t>(period->preperiod);
  if (position[0] < first) return std::nullopt;
  const auto beyond = static_cast<std::uint64_t>(position[0] - first);
  const Position before{first + static_cast<std::int64_t>(beyond % period->length)};
  const std::uint64_t periods = beyond / period->length;
  // Those of the first period are small, and what is reported has 32 bits.
  constexpr std::uint64_t most = std::uint64_t{1} << 31;
  if (!box.contains(before) || (period->saltus > 0 && periods > most / period->saltus))
    return std::nullopt;
  return Place{&solved, before, static_cast<std::uint32_t>(periods * period->saltus)};
}

// High ends of boxes that hold the position, the most welcome first, the least last.
std::vector<Position> BoxSource::corners(const Key& key, const Position& position) const {
  const rules::Rules& rules = *key.rules;
  Position all = position;
  double worth = static_cast<double>(positions_below(rules, position).value_or(0));
  if (const auto expected = expected_.find(key); expected != expected_.end()) {
    all = join(all, expected->second.high);
    worth *= static_cast<double>(std::max<std::uint64_t>(expected->second.questions, 1));
  }
  std::vector<Position> found;
  if (const auto boxes = boxes_.find(key); boxes != boxes_.end() && !boxes->second.empty()) {
    const plan::Plan& last = boxes->second.back().values->plan();
    const Position both = join(all, last.box.high);
    worth += 2 * static_cast<double>(last.positions());
    found = {doubled(rules, last.box.high, both), both};
  }
  found.push_back(all);
  std::erase_if(found, [&](const Position& high) {
    const auto positions = positions_below(rules, high);
    return !positions ||
           (*positions > positions_for_nothing && static_cast<double>(*positions) > 2 * worth);
  });
  found.push_back(position);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool BoxSource::has_no_form(const Key& key, std::uint64_t positions) const {
  const auto tried = without_form_.find(key);
  return tried != without_form_.end() && positions / worth_another_plan < tried->second;
}

// Whether play leads out of the box below a position, as where coordinates grow.
bool BoxSource::leaves_boxes(const std::shared_ptr<const rules::Rules>& rules) {
  const auto [known, is_new] = leaves_boxes_.try_emplace(rules);
  if (is_new) {
    const Box first = rules->low_box(first_extent);
    const auto closed = rules::closure(*rules, first);
    known->second = std::holds_alternative<Box>(closed) && std::get<Box>(closed) != first;
  }
  return known->second;
}

Result<plan::Plan> BoxSource::planned(const Key& key, const Position& high) const {
  const auto& [rules, convention, quantity] = key;
  const auto positions = positions_below(*rules, high);
  plan::Request request;
  request.rules = *rules;
  request.high = high;
  request.quantity = quantity;
  request.convention = convention;
  request.threads =
      positions && *positions < positions_for_threads ? 1 : parallel::available_cores();
  request.memory_limit = meter_.left() + held_bytes_;  // boxes may make room
  return plan::make_plan(request);
}

std::optional<double> BoxSource::price(const Key& key, const Position& position, query::Ways ways) {
  const auto seconds = any_price(key, position, ways);
  return seconds && *seconds <= most_seconds_ ? seconds : std::nullopt;
}

std::optional<double> BoxSource::any_price(const Key& key, const Position& position,
                                           query::Ways ways) {
  planned_for_.reset();
  if (solved(key, position) || knows_growth(key)) return 0;
  for (const Position& high : corners(key, position)) {
    const auto positions = positions_below(*key.rules, high);
    if (!positions || (ways == query::Ways::quick && has_no_form(key, *positions))) continue;
    if (*positions < least_positions_ && !leaves_boxes(key.rules)) continue;
    auto plan = planned(key, high);
    if (plan && plan->method.growth)
      if (const auto heaps = first_heaps(key, position)) return plan::estimated_seconds(*heaps);
    if (plan ? !plan->has_form() : plan.error().code != Errc::memory)
      without_form_[key] = *positions;
    if (!plan || !solves_boxes(*plan, ways) || !plan::check_memory(*plan)) continue;
    planned_ = *std::move(plan);
    planned_for_ = {key, position};
    const auto expected = expected_.find(key);
    const bool is_for_all =
        expected != expected_.end() && join(high, expected->second.high) == high;
    const double seconds = plan::estimated_seconds(*planned_);
    // Kernel growth takes no box with nimbers beyond 2^31, but the first heaps prove that they are.
    if (seconds > worth_first_heaps)
      if (const auto heaps = first_heaps(key, position); heaps && heaps->method.growth)
        return plan::estimated_seconds(*heaps);
    return seconds / (is_for_all ? static_cast<double>(expected->second.questions) : 1);
  }
  const auto heaps = first_heaps(key, position);
  return heaps ? std::optional(plan::estimated_seconds(*heaps)) : std::nullopt;
}

// The next box of heaps in which a period may be found, if looking for one is worth its while.
std::optional<plan::Plan> BoxSource::first_heaps(const Key& key, const Position& position) const {
  const rules::Rules& rules = *key.rules;
  if (rules.dimensions() != 1) return std::nullopt;
  const auto tried = without_period_.find(key);
  const std::int64_t heaps =
      tried == without_period_.end() ? heaps_for_period : tried->second * growth_for_period;
  const std::int64_t low = rules.coordinates[0].low;
  if ((position[0] - low) / growth_for_period < heaps) return std::nullopt;
  auto plan = planned(key, {low + heaps - 1});
  if (!plan || !may_repeat(*plan) || !plan::check_memory(*plan)) return std::nullopt;
  return *std::move(plan);
}

Status BoxSource::look_for_period(const Key& key, const Position& position) {
  bool is_later = false;
  while (auto heaps = first_heaps(key, position)) {
    const double seconds = plan::estimated_seconds(*heaps);
    if (seconds > most_seconds_ || (is_later && seconds > worth_first_heaps)) break;
    is_later = true;
    const std::int64_t count = heaps->box.extent(0);
    const Position last = heaps->box.high;
    planned_ = std::move(heaps);
    planned_for_.reset();
    if (Status done = solve(key, last); !done) return done;
    if (solved(key, position) || knows_growth(key)) return {};
    without_period_[key] = count;
  }
  return {};
}

// Boxes within the new one go, then the oldest ones until it fits.
void BoxSource::make_room(const plan::Plan& plan, const Key& key) {
  const auto give_back = [this](std::uint64_t bytes) {
    held_bytes_ -= bytes;
    meter_.give_back(bytes);
  };
  const auto drop = [&](std::vector<Solved>& boxes, const auto& unwanted) {
    for (const Solved& box : boxes)
      if (unwanted(box)) give_back(box.bytes);
    std::erase_if(boxes, unwanted);
  };
  drop(boxes_[key],
       [&](const Solved& box) { return plan.box.contains(box.values->plan().box.high); });
  for (std::uint64_t number = 0; held_bytes_ > 0 && plan::solving_bytes(plan) > meter_.left();
       ++number)
    for (auto& [other, boxes] : boxes_)
      drop(boxes, [&](const Solved& box) { return box.number == number; });
}

// What is solved last, at that position.
Status BoxSource::check(const sweep::Solution& solution, const Position& position) const {
  oracle::Patience patience(oracle::Patience::Clock::now() + for_one_position, stop_);
  solve::PositionCheck check(*planned_, solution, {verify::mistake_file(), std::string(version())});
  const auto right = check.judge(position, patience);
  return right ? Status() : right.error();
}

Status BoxSource::solve(const Key& key, const Position& position) {
  make_room(*planned_, key);
  const auto executor = solve::make_executor(*planned_, planned_->threads == 1 ? "serial" : "tbb");
  if (!executor) return executor.error();
  solve::Options options;
  options.stop = stop_;
  const double allowed = std::max(least_check_seconds, part_for_check * solving_seconds_);
  if (checking_seconds_ >= allowed) options.check = 0;
  if (watch_) options.solved = watch_(&*planned_);
  auto report = solve::run(*planned_, **executor, options);
  if (watch_) watch_(nullptr);
  if (!report) return report.error();
  if (options.check)
    if (Status s = check(report->solution, position); !s) return s;
  solving_seconds_ += report->seconds.solve;
  checking_seconds_ += report->seconds.check;
  const std::uint64_t bytes = plan::kept_bytes(*planned_);
  held_bytes_ += bytes;
  meter_.hold(bytes);
  Box known = known_box(*planned_, report->solution);
  boxes_[key].push_back(
      {std::make_shared<const solve::SolvedValues>(*std::move(planned_), *std::move(report),
                                                   (*executor)->name(), version()),
       std::move(known), bytes, solves_++});
  return {};
}

Result<std::optional<std::uint32_t>> BoxSource::find(const Key& key, const Position& position) {
  auto place = solved(key, position);
  if (!place) {
    if (Status looked = look_for_period(key, position); !looked) return looked.error();
    place = solved(key, position);
    // The next box takes long: it has a price of its own.
    if (!place && !knows_growth(key) && first_heaps(key, position))
      return std::optional<std::uint32_t>();
  }
  if (!place && knows_growth(key))
    return Error{Errc::unsupported,
                 fmt::format("the nimber of a heap of {} is proved to exceed 2^31, and none "
                             "above is reported; ask for a smaller heap",
                             position[0])};
  if (!place) {
    const bool is_planned = planned_for_ == std::pair(key, position) &&
                            plan::solving_bytes(*planned_) <= meter_.left() + held_bytes_;
    if (!is_planned && !price(key, position, query::Ways::all))
      return std::optional<std::uint32_t>();
    planned_for_.reset();
    if (Status done = solve(key, position); !done) return done.error();
    expected_.erase(key);
    place = solved(key, position);
  }
  const solve::SolvedValues& values = *place->box->values;
  const std::uint32_t value =
      sweep::value_at(values.plan(), values.report().solution, key.quantity, place->position);
  if (key.quantity == Quantity::outcome) return std::optional<std::uint32_t>(value || place->less);
  return std::optional(value + place->less);
}

bool BoxSource::find_on_line(const Key& key, const lazy::Line& line, std::uint32_t value,
                             std::vector<std::uint64_t>& found) const {
  if (line.count == 0) return true;
  Position last = line.start;
  for (std::size_t axis = 0; axis < last.size(); ++axis)
    last[axis] += line.step[axis] * static_cast<std::int64_t>(line.count - 1);
  const auto place = solved(key, line.start);
  if (place && place->box->values->plan().method.growth && key.quantity == Quantity::nimber) {
    const auto heaps = heaps_with(*place->box->values, value);
    if (!heaps) return false;
    const std::vector<std::uint64_t> numbers = on_line(line, *heaps);
    found.insert(found.end(), numbers.begin(), numbers.end());
    return true;
  }
  if (!place || !place->box->known.contains(line.start) || !place->box->known.contains(last))
    return false;
  const auto cells = place->box->values->cells(key.quantity);
  if (!cells) return false;
  std::int64_t stride = 0;
  for (std::size_t axis = 0; axis < last.size(); ++axis)
    stride += line.step[axis] * cells->strides[axis];
  if (cells->width == 1)
    find_in(cells->row<std::uint8_t>(line.start), stride, line.count, value, found);
  else if (cells->width == 2)
    find_in(cells->row<std::uint16_t>(line.start), stride, line.count, value, found);
  else
    find_in(cells->row<std::uint32_t>(line.start), stride, line.count, value, found);
  return true;
}

}  // namespace grundy::session
