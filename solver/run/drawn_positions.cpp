#include "run/drawn_positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

namespace grundy::solve {
namespace {

constexpr std::uint64_t corner_positions = 512;
constexpr std::int64_t border = 32;  // tiles and words end at multiples of it
constexpr std::int64_t near = 3;
// How long a P-position is looked for.
constexpr int stretches_to_try = 8;
constexpr std::int64_t stretch = 64;

std::int64_t offsets(const Box& box, const Position& position) {
  std::int64_t sum = 0;
  for (std::size_t axis = 0; axis < position.size(); ++axis) sum += position[axis] - box.low[axis];
  return sum;
}

// The largest box at the low corner, as near to a cube as it may be.
Box corner_of(const Box& box) {
  Box corner{box.low, box.low};
  std::uint64_t volume = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
      const auto extent = static_cast<std::uint64_t>(corner.extent(axis));
      const std::uint64_t next = volume / extent * (extent + 1);
      if (corner.high[axis] == box.high[axis] || next > corner_positions) continue;
      ++corner.high[axis];
      volume = next;
      grown = true;
    }
  }
  return corner;
}

}  // namespace

// splitmix64 (G. L. Steele, D. Lea, C. H. Flood, 2014): a stream for each number.
class DrawnPositions::Random {
 public:
  explicit Random(std::uint64_t number) : state_((number + 1956) * 0xd1b54a32d192ed03) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  // The bias of the remainder does not matter here.
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(end));
  }

 private:
  std::uint64_t state_;
};

DrawnPositions::DrawnPositions(const plan::Plan& plan, const sweep::Solution& solution, bool all)
    : plan_(plan),
      solution_(solution),
      box_(plan.box),
      in_order_(all && *box_.volume() > small_box) {
  if (in_order_) return;
  begin_in_the_corner();
  if (*box_.volume() <= small_box) add_all_others();
}

void DrawnPositions::begin_in_the_corner() {
  const Box corner = corner_of(box_);
  std::vector<std::pair<std::int64_t, std::uint64_t>> sorted;
  for (std::uint64_t rank = 0; rank < *corner.volume(); ++rank) {
    const Position position = corner.position(rank);
    sorted.emplace_back(offsets(box_, position), box_.rank(position));
  }
  std::ranges::sort(sorted);
  for (const auto& [offset, rank] : sorted) first_.push_back(rank);
}

void DrawnPositions::add_all_others() {
  std::vector<bool> there(*box_.volume());
  for (const std::uint64_t rank : first_) there[rank] = true;
  const std::size_t corner = first_.size();
  for (std::uint64_t rank = 0; rank < there.size(); ++rank)
    if (!there[rank]) first_.push_back(rank);
  Random random(0);
  for (std::size_t end = first_.size(); end > corner + 1; --end)
    std::swap(first_[end - 1], first_[corner + static_cast<std::size_t>(random.below(
                                                   static_cast<std::int64_t>(end - corner)))]);
}

Position DrawnPositions::at(std::uint64_t number) const {
  if (in_order_) return box_.position(number);
  if (number < first_.size()) return box_.position(first_[number]);
  if (number == first_.size()) return box_.high;
  Random random(number);
  switch (number % 4) {
    case 0:
      return near_a_border(random);
    case 1:
      return p_position(random);
    case 2:
      return of_any_magnitude(random);
    default:
      return anywhere(random);
  }
}

Position DrawnPositions::anywhere(Random& random) const {
  Position position = box_.low;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    position[axis] += random.below(box_.extent(axis));
  return position;
}

Position DrawnPositions::of_any_magnitude(Random& random) const {
  Position position = box_.low;
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const std::int64_t extent = box_.extent(axis);
    const auto bits = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(extent)));
    position[axis] += random.below(std::min(extent, std::int64_t{1} << random.below(bits + 1)));
  }
  return position;
}

Position DrawnPositions::near_a_border(Random& random) const {
  Position position = anywhere(random);
  const auto chosen =
      static_cast<std::size_t>(random.below(static_cast<std::int64_t>(position.size())));
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    if (axis != chosen && random.below(2) == 0) continue;
    const std::array ends{box_.low[axis] + random.below(near), box_.high[axis] - random.below(near),
                          position[axis] / border * border - near / 2 + random.below(near)};
    position[axis] = std::clamp(ends[static_cast<std::size_t>(random.below(3))], box_.low[axis],
                                box_.high[axis]);
  }
  return position;
}

// Of lines with at most one P-position, what the solution says; else what a few stretches hold.
Position DrawnPositions::p_position(Random& random) const {
  Position position;
  for (int trial = 0; trial < stretches_to_try; ++trial) {
    position = trial % 2 == 0 ? anywhere(random) : of_any_magnitude(random);
    if (sweep::keeps_lines(solution_)) {
      if (sweep::move_to_p_position(solution_, position) && box_.contains(position))
        return position;
      continue;
    }
    std::array<std::uint32_t, stretch> outcomes{};
    const std::int64_t length = std::min(stretch, box_.high.back() - position.back() + 1);
    const auto read = std::span(outcomes).first(static_cast<std::size_t>(length));
    sweep::read_values(plan_, solution_, Quantity::outcome, position, read);
    const auto p = std::ranges::find(read, 0U);
    if (p == read.end()) continue;
    position.back() += p - read.begin();
    return position;
  }
  return position;
}

}  // namespace grundy::solve
