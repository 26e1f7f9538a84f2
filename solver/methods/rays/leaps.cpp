#include "methods/rays/leaps.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "methods/dense_set.hpp"
#include "methods/rays/rays.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {
namespace {

constexpr std::int64_t most_residues = 64;  // sets of a direction
constexpr std::int64_t rows_at_once = 1024;
// Seconds to begin, for a row, for each set that it reads and for each mark.
constexpr double leaps_to_begin = 5e-5;
constexpr double leaps_per_row = 1.5e-8;
constexpr double leaps_per_set = 1.1e-8;
constexpr double leaps_per_start = 3e-9;

struct Shape {
  std::size_t inner;
  std::size_t outer;
  std::int64_t rows;
  std::int64_t length;  // of a row

  Shape(std::size_t inner_axis, const Box& closure)
      : inner(inner_axis),
        outer(1 - inner),
        rows(closure.extent(outer)),
        length(closure.extent(inner)) {}
};

// A P-position k attacks k + along in the row that is `rows` later, and goes on from there.
struct Start {
  std::int64_t rows;
  std::int64_t along;
};

struct Slope {
  std::int64_t s;
  std::int64_t t;
  std::vector<Start> starts;
};

std::uint64_t numbers_of(const Slope& slope, const Shape& shape) {
  return static_cast<std::uint64_t>(shape.length + slope.t * ((shape.rows - 1) / slope.s));
}

// Numbers that are attacked.
struct Attacked {
  family::DenseSet numbers;
  std::uint64_t least_free = 0;

  void add(std::uint64_t number) noexcept {
    numbers.insert(number);
    if (number == least_free) least_free = numbers.absent_from(number);
  }
};

// All directions except the ray along a row.
std::vector<Slope> slopes_of(const Rays& rays, const Shape& shape) {
  std::vector<Slope> found;
  for (std::size_t i = 0; i < rays.directions.size(); ++i) {
    const std::int64_t s = rays.directions[i][shape.outer], t = rays.directions[i][shape.inner];
    if (s == 0) continue;
    Slope& slope = found.emplace_back(Slope{s, t, {{s, t}}});
    if (rays.starts.empty()) continue;
    for (const auto& start : rays.starts[i]) {
      const Start first{start[shape.outer], start[shape.inner]};
      // Positions along the same row are options anyway.
      slope.starts.push_back(first.rows == 0 ? Start{s, first.along + t} : first);
    }
  }
  return found;
}

class LeapSweep {
  // Position k of the row at hand has the number base + k in this set.
  struct Current {
    std::int64_t residue = 0;  // y mod s
    std::int64_t base = 0;
    Attacked* set = nullptr;
  };

 public:
  LeapSweep(const Shape& shape, std::vector<Slope> slopes, Convention convention,
            family::Section& section, const tiles::Watch& watch)
      : shape_(shape),
        slopes_(std::move(slopes)),
        convention_(convention),
        section_(section),
        watch_(watch),
        current_(slopes_.size()),
        sweep_(kernel, watch, [this] { return state(); }) {}
  LeapSweep(const LeapSweep&) = delete;

  Status run() {
    for (const Slope& slope : slopes_) {
      auto& sets = sets_.emplace_back();
      for (std::int64_t residue = 0; residue < slope.s; ++residue) {
        auto set = family::DenseSet::below(numbers_of(slope, shape_));
        if (!set) return set.error();
        sets.push_back({*std::move(set)});
      }
    }
    if (Status begun = begin(); !begun) return begun;
    return section_.entry_bytes() == 2   ? solve(section_.entries<std::uint16_t>())
           : section_.entry_bytes() == 3 ? solve(section_.entries<kernels::ThreeBytes>())
                                         : solve(section_.entries<std::uint32_t>());
  }

 private:
  tiles::Resumable::State state() {
    tiles::Resumable::State state{{static_cast<std::uint64_t>(row_)}, {section_.bytes()}};
    for (auto& sets : sets_)
      for (Attacked& set : sets) state.parts.push_back(set.numbers.bytes());
    return state;
  }

  Status begin() {
    const auto numbers = sweep_.begin({static_cast<std::uint64_t>(shape_.rows)});
    if (!numbers) return numbers.error();
    row_ = static_cast<std::int64_t>(numbers->front());
    if (Status loaded = sweep_.load(); !loaded) return loaded;
    for (auto& sets : sets_)
      for (Attacked& set : sets) {
        set.numbers.restore_levels();
        set.least_free = set.numbers.absent_from(0);
      }
    return {};
  }

  template <class Entry>
  Status solve(std::span<Entry> entries) {
    begin_slopes();
    while (row_ < shape_.rows) {
      const std::int64_t end = std::min(row_ + rows_at_once, shape_.rows);
      const auto positions = static_cast<std::uint64_t>((end - row_) * shape_.length);
      while (row_ < end) {
        mark_attacks(entries);
        entries[static_cast<std::size_t>(row_)] = static_cast<Entry>(first_free() + 1);
        ++row_;
        for (std::size_t i = 0; i < slopes_.size(); ++i) next_row(i);
      }
      if (watch_.solved) watch_.solved->fetch_add(positions, std::memory_order_relaxed);
      if (Status saved = sweep_.reached(); !saved) return saved;
    }
    return {};
  }

  void begin_slopes() {
    for (std::size_t i = 0; i < slopes_.size(); ++i) {
      const auto& [s, t, starts] = slopes_[i];
      current_[i].residue = row_ % s;
      current_[i].base = t * ((shape_.rows - 1) / s - row_ / s);
      current_[i].set = &sets_[i][static_cast<std::size_t>(current_[i].residue)];
    }
  }

  // Updates current_ without divisions.
  void next_row(std::size_t i) {
    Current& now = current_[i];
    if (++now.residue == slopes_[i].s) {
      now.residue = 0;
      now.base -= slopes_[i].t;
    }
    now.set = &sets_[i][static_cast<std::size_t>(now.residue)];
  }

  // Marks what P-positions attack whose attacks begin in this row.
  template <class Entry>
  void mark_attacks(std::span<Entry> entries) {
    for (std::size_t i = 0; i < slopes_.size(); ++i)
      for (const auto& [rows, along] : slopes_[i].starts) {
        if (rows > row_) continue;
        const std::uint32_t entry{entries[static_cast<std::size_t>(row_ - rows)]};
        const std::int64_t k = std::int64_t{entry} - 1 + along;
        if (entry > 0 && k < shape_.length)
          current_[i].set->add(static_cast<std::uint64_t>(current_[i].base + k));
      }
  }

  // The first position of this row that nothing attacks; -1 if there is none.
  std::int64_t first_free() const {
    std::int64_t k = begins_after_end_of_play() ? 1 : 0;
    for (const Current& now : current_)
      k = std::max(k, static_cast<std::int64_t>(now.set->least_free) - now.base);
    while (k < shape_.length) {
      std::uint64_t taken = 0;
      for (const Current& now : current_)
        taken |= now.set->numbers.word_at(static_cast<std::uint64_t>(now.base + k));
      k += std::countr_one(taken);
      if (~taken != 0) return k < shape_.length ? k : -1;
      for (const Current& now : current_)
        if (k < shape_.length)
          k = static_cast<std::int64_t>(
                  now.set->numbers.absent_from(static_cast<std::uint64_t>(now.base + k))) -
              now.base;
    }
    return -1;
  }

  // Under misère play position 0 is N if it has no option.
  bool begins_after_end_of_play() const {
    const auto moves = [&](const Start& start) { return start.rows <= row_ && start.along == 0; };
    return convention_ == Convention::misere &&
           std::ranges::none_of(slopes_, [&](const Slope& slope) {
             return std::ranges::any_of(slope.starts, moves);
           });
  }

  const Shape& shape_;
  const std::vector<Slope> slopes_;
  const Convention convention_;
  family::Section& section_;
  const tiles::Watch& watch_;
  std::vector<std::vector<Attacked>> sets_;  // by direction and y mod s
  std::int64_t row_ = 0;
  std::vector<Current> current_;  // by direction
  tiles::Resumable sweep_;
};

// Whether some ray changes this coordinate alone, by 1.
bool has_ray_along(const Rays& rays, std::size_t axis) {
  return std::ranges::any_of(rays.directions, [axis](const family::Direction& direction) {
    return direction[axis] == 1 && direction[1 - axis] == 0;
  });
}

bool has_few_sets(const Rays& rays, std::size_t outer) {
  for (std::size_t i = 0; i < rays.directions.size(); ++i) {
    const std::int64_t s = rays.directions[i][outer];
    if (s > most_residues) return false;
    if (s == 0 && !rays.starts.empty() && !rays.starts[i].empty()) return false;
  }
  return true;
}

}  // namespace

std::optional<std::size_t> leap_axis(const Rays& rays, const Box& closure) {
  const auto axis = closure.dimensions() == 2 ? ray_axis(rays, closure) : std::nullopt;
  if (!axis || !rays.cones.empty()) return std::nullopt;
  for (const std::size_t inner : {*axis, 1 - *axis})
    if (has_ray_along(rays, inner) && has_few_sets(rays, 1 - inner)) return inner;
  return std::nullopt;
}

std::uint64_t memory_bytes(const Leaps& leaps, const Box& closure) {
  const Shape shape(leaps.inner, closure);
  std::uint64_t bytes = family::Section::memory_bytes(closure, shape.inner, {});
  for (const Slope& slope : slopes_of(leaps.rays, shape))
    bytes += static_cast<std::uint64_t>(slope.s) *
             family::DenseSet::memory_bytes(numbers_of(slope, shape));
  return bytes;
}

double seconds(const Leaps& leaps, const Box& closure) {
  const Shape shape(leaps.inner, closure);
  double of_row = leaps_per_row;
  for (const Slope& slope : slopes_of(leaps.rays, shape))
    of_row += leaps_per_set + leaps_per_start * static_cast<double>(slope.starts.size());
  return leaps_to_begin + of_row * static_cast<double>(shape.rows);
}

Result<family::Section> solve_by_leaps(const Leaps& leaps, const Box& closure,
                                       Convention convention, const tiles::Watch& watch) {
  const Shape shape(leaps.inner, closure);
  auto section = family::Section::allocate(closure, shape.inner, {});
  if (!section) return section.error();
  LeapSweep sweep(shape, slopes_of(leaps.rays, shape), convention, *section, watch);
  if (Status done = sweep.run(); !done) return done.error();
  return std::move(*section);
}

}  // namespace grundy::ray
