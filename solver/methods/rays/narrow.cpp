#include "methods/rays/narrow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "kernels/ray/plane.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/value_lines.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {
namespace {

constexpr std::uint64_t word_values = 64;
// Seconds to begin, for a position, for each of its lines, and for each of their words except the
// first. Measured on Wythoff's game, nim3 and three_pile.
constexpr double narrow_to_begin = 5e-5;
constexpr double narrow_per_position = 3e-9;
constexpr double narrow_per_line = 2.2e-9;
constexpr double narrow_per_word = 0.5e-9;
constexpr std::int64_t positions_at_once = 1 << 16;

// A direction without the long coordinate.
family::Direction across(const family::Direction& direction, std::size_t along) {
  family::Direction rest = direction;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(along));
  return rest;
}

// A direction that leads to other slabs, and across them.
struct MovingRay {
  std::int64_t slabs;  // 1 or more
  family::Direction across;
};

// What all slabs have in common. Positions of a slab are given by their rank.
struct Slab {
  Box box;  // without the long coordinate
  std::vector<std::int64_t> strides;
  std::size_t positions;
  std::vector<MovingRay> moving;
  Rays level;  // those that stay in a slab
  std::uint64_t most_options = 0;

  Slab(const Rays& rays, std::size_t along, const Box& closure)
      : box{across(closure.low, along), across(closure.high, along)},
        strides(box.strides()),
        positions(*box.volume()) {
    for (const family::Direction& direction : rays.directions) {
      family::Direction rest = across(direction, along);
      const std::uint64_t steps = most_steps(rest);
      if (steps == 0) continue;  // the long line's
      most_options += steps;
      if (direction[along] == 0)
        level.directions.push_back(std::move(rest));
      else
        moving.push_back({direction[along], std::move(rest)});
    }
  }

  // Most options along a direction within a slab; 0 for one that stays where it is.
  std::uint64_t most_steps(const family::Direction& direction) const {
    std::int64_t most = 0;
    bool leads = false;
    for (std::size_t axis = 0; axis < direction.size(); ++axis)
      if (direction[axis] > 0) {
        const std::int64_t steps = (box.extent(axis) - 1) / direction[axis];
        most = leads ? std::min(most, steps) : steps;
        leads = true;
      }
    return static_cast<std::uint64_t>(most);
  }

  // Windows of 2 * most_options + 1 values, wherever they begin in a word.
  std::uint64_t window_words() const { return std::bit_ceil(2 * most_options / word_values + 2); }
  // How many lines are kept from slab to slab.
  std::uint64_t kept_lines() const {
    std::uint64_t banks = 1;
    for (const MovingRay& ray : moving) banks += static_cast<std::uint64_t>(ray.slabs);
    return banks * positions;
  }
  std::uint64_t level_lines() const {
    return level.directions.empty() ? 0 : number_lines(level, {}, box).count;
  }
};

class NarrowSweep {
  // Lines of one moving ray through the slabs that are equal modulo ray.slabs. Each has the place
  // (rank + shift) mod positions in its bank, which is the same in all slabs.
  struct Bank {
    std::size_t lines;  // where its lines begin
    std::size_t shift = 0;
  };
  struct MovingLines {
    std::vector<Bank> banks;
    std::size_t shift_down;           // from a slab to the next one of its bank
    std::vector<std::size_t> begins;  // ranks of positions in which lines begin
  };

 public:
  NarrowSweep(const Narrow& narrow, const Box& closure, const Slab& slab, memory::Cells& cells,
              const tiles::Watch& watch)
      : slab_(slab),
        cells_(cells),
        watch_(watch),
        slabs_(static_cast<std::uint64_t>(closure.extent(narrow.along))),
        words_(slab.window_words()),
        sweep_(kernel, watch, [this] { return state(); }) {
    std::vector<std::int64_t> strides = closure.strides();
    to_next_slab_ = static_cast<std::size_t>(strides[narrow.along]);
    strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(narrow.along));
    number_positions(strides);
    number_moving_lines();
  }
  NarrowSweep(const NarrowSweep&) = delete;

  Status run() {
    auto block = memory::Block::zeros((slab_.kept_lines() + slab_.level_lines()) * words_ *
                                      sizeof(std::uint64_t));
    if (!block) return block.error();
    block_ = std::move(*block);
    sets_ = block_.as<std::uint64_t>();
    const auto begin = sweep_.begin({slabs_});
    if (!begin) return begin.error();
    while (at_ < begin->front()) next_slab();
    if (Status loaded = sweep_.load(); !loaded) return loaded;
    return with_cell_type(cells_.width(), [this]<class Cell>(Cell) { return solve<Cell>(); });
  }

 private:
  tiles::Resumable::State state() { return {{at_}, {cells_.bytes(), block_.as<std::byte>()}}; }

  void number_positions(const std::vector<std::int64_t>& strides) {
    const ValueLines level =
        slab_.level.directions.empty() ? ValueLines{} : number_lines(slab_.level, {}, slab_.box);
    const auto first = static_cast<std::int64_t>(slab_.kept_lines());
    for (std::size_t rank = 0; rank < slab_.positions; ++rank) {
      const Position position = slab_.box.position(rank);
      std::int64_t offset = 0;
      for (std::size_t axis = 0; axis < position.size(); ++axis)
        offset += strides[axis] * (position[axis] - slab_.box.low[axis]);
      offsets_.push_back(static_cast<std::size_t>(offset));
      for (const LineNumber& number : level.numbers) {
        std::int64_t line = first + number.origin;
        for (std::size_t axis = 0; axis < position.size(); ++axis)
          line += number.at(axis, position[axis] - slab_.box.low[axis]);
        level_lines_.push_back(static_cast<std::size_t>(line));
      }
    }
    first_words_.resize(slab_.positions);
  }

  void number_moving_lines() {
    std::size_t first = slab_.positions;  // after the long lines
    now_.resize(slab_.moving.size());
    for (const MovingRay& ray : slab_.moving) {
      MovingLines& lines = moving_.emplace_back();
      for (std::int64_t i = 0; i < ray.slabs; ++i, first += slab_.positions)
        lines.banks.push_back({first});
      std::int64_t rank_of_step = 0;
      for (std::size_t axis = 0; axis < ray.across.size(); ++axis)
        rank_of_step += slab_.strides[axis] * ray.across[axis];
      const std::size_t step = static_cast<std::size_t>(rank_of_step) % slab_.positions;
      lines.shift_down = slab_.positions - step;
      for (std::size_t rank = 0; rank < slab_.positions; ++rank) {
        const Position position = slab_.box.position(rank);
        bool begins = false;
        for (std::size_t axis = 0; axis < position.size(); ++axis)
          begins = begins || position[axis] - slab_.box.low[axis] < ray.across[axis];
        if (begins) lines.begins.push_back(rank);
      }
    }
  }

  template <class Cell>
  Status solve() {
    const std::span<Cell> cells = cells_.as<Cell>();
    const auto slabs_at_once = static_cast<std::uint64_t>(
        std::max<std::int64_t>(1, positions_at_once / static_cast<std::int64_t>(slab_.positions)));
    while (at_ < slabs_) {
      const std::uint64_t end = std::min(at_ + slabs_at_once, slabs_);
      const std::uint64_t positions = (end - at_) * slab_.positions;
      while (at_ < end) {
        solve_slab(cells.data() + at_ * to_next_slab_);
        next_slab();
      }
      if (watch_.solved) watch_.solved->fetch_add(positions, std::memory_order_relaxed);
      if (Status saved = sweep_.reached(); !saved) return saved;
    }
    return {};
  }

  std::size_t line_count() const { return 1 + moving_.size() + slab_.level.directions.size(); }

  // A constant number of lines lets the compiler unroll the loops over them.
  template <class Cell>
  void solve_slab(Cell* cells) {
    switch (line_count()) {
      case 2:
        return solve_slab_of<2>(cells);
      case 3:
        return solve_slab_of<3>(cells);
      case 4:
        return solve_slab_of<4>(cells);
      case 5:
        return solve_slab_of<5>(cells);
      case 6:
        return solve_slab_of<6>(cells);
      default:
        return solve_slab_of<0>(cells);
    }
  }

  // With `lines_of_position` lines, or any number for 0.
  template <std::size_t lines_of_position, class Cell>
  void solve_slab_of(Cell* cells) {
    std::ranges::fill(sets_.subspan(slab_.kept_lines() * words_), std::uint64_t{0});
    clear_lines_that_begin();
    const std::uint64_t first_word = word_of_slab(at_);
    const std::size_t level_count = slab_.level.directions.size();
    const std::size_t count = lines_of_position ? lines_of_position : line_count();
    const std::uint64_t mask = words_ - 1;
    std::array<std::uint64_t*, lines_of_position ? lines_of_position : kernels::most_plane_lines>
        lines{};
    for (std::size_t rank = 0; rank < slab_.positions; ++rank) {
      lines[0] = set(rank);
      for (std::size_t i = 0; i < moving_.size(); ++i) lines[1 + i] = set(place(now_[i], rank));
      for (std::size_t i = 0; i < level_count; ++i)
        lines[1 + moving_.size() + i] = set(level_lines_[rank * level_count + i]);
      std::uint64_t full_words = std::max(first_words_[rank], first_word);
      std::uint64_t word = full_words;
      std::uint64_t taken = 0;
      for (;; ++word) {
        taken = lines[0][word & mask];
        for (std::size_t i = 1; i < count; ++i) taken |= lines[i][word & mask];
        if (~taken != 0) break;
      }
      const int bit = std::countr_one(taken);
      for (std::size_t i = 0; i < count; ++i) lines[i][word & mask] |= std::uint64_t{1} << bit;
      while (~lines[0][full_words & mask] == 0) ++full_words;
      first_words_[rank] = full_words;
      cells[offsets_[rank]] = static_cast<Cell>(word * word_values + static_cast<unsigned>(bit));
    }
  }

  std::uint64_t* set(std::size_t line) { return sets_.data() + line * words_; }

  std::size_t place(const Bank& bank, std::size_t rank) const {
    const std::size_t sum = rank + bank.shift;
    return bank.lines + (sum < slab_.positions ? sum : sum - slab_.positions);
  }

  // The places of lines that begin may hold values of other lines.
  void clear_lines_that_begin() {
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      now_[i] = moving_[i].banks[at_ % moving_[i].banks.size()];
      for (const std::size_t rank : moving_[i].begins)
        std::fill_n(set(place(now_[i], rank)), words_, std::uint64_t{0});
    }
  }

  // The first word of the windows.
  std::uint64_t word_of_slab(std::uint64_t slab) const {
    return slab < slab_.most_options ? 0 : (slab - slab_.most_options) / word_values;
  }

  void next_slab() {
    for (MovingLines& lines : moving_) {
      Bank& bank = lines.banks[at_ % lines.banks.size()];
      bank.shift = (bank.shift + lines.shift_down) % slab_.positions;
    }
    ++at_;
    const std::uint64_t word = word_of_slab(at_);
    if (word > word_of_slab(at_ - 1)) clear_word(word - 1);
  }

  // Clears the place of a word that windows have left, for the word that gets the same place.
  void clear_word(std::uint64_t word) {
    for (std::size_t at = word & (words_ - 1); at < slab_.kept_lines() * words_; at += words_)
      sets_[at] = 0;
  }

  const Slab& slab_;
  memory::Cells& cells_;
  const tiles::Watch& watch_;
  const std::uint64_t slabs_;
  const std::uint64_t words_;  // of a set: a power of two
  std::uint64_t at_ = 0;       // the slab that is solved next
  std::size_t to_next_slab_ = 0;
  std::vector<std::size_t> offsets_;      // of the cells of a slab, by rank
  std::vector<std::size_t> level_lines_;  // by rank, and by direction
  std::vector<MovingLines> moving_;
  std::vector<Bank> now_;                   // of the slab, by moving ray
  std::vector<std::uint64_t> first_words_;  // by rank: earlier words of the long line are full
  memory::Block block_;
  std::span<std::uint64_t> sets_;  // of long lines by rank, of moving ones, of level ones
  tiles::Resumable sweep_;
};

}  // namespace

std::optional<std::size_t> narrow_axis(const Rays& rays, const Box& closure) {
  if (closure.dimensions() < 2 || !rays.starts.empty() || !rays.cones.empty()) return std::nullopt;
  const auto along = ray_axis(rays, closure);
  if (!along) return std::nullopt;
  const Slab slab(rays, *along, closure);
  const auto length = static_cast<std::uint64_t>(closure.extent(*along));
  if (length < word_values * slab.window_words()) return std::nullopt;
  return along;
}

std::uint64_t memory_bytes(const Narrow& narrow, const Box& closure) {
  const Slab slab(narrow.rays, narrow.along, closure);
  const std::uint64_t sets = (slab.kept_lines() + slab.level_lines()) * slab.window_words();
  const std::uint64_t of_position =
      2 + slab.level.directions.size() + 1;  // offset, first word, lines, begins
  return *closure.volume() * narrow.cell_bytes +
         (sets + slab.positions * of_position) * sizeof(std::uint64_t);
}

double seconds(const Narrow& narrow, const Box& closure) {
  const Slab slab(narrow.rays, narrow.along, closure);
  const double words = static_cast<double>(slab.most_options) / word_values;
  const double of_position =
      narrow_per_position + static_cast<double>(narrow.rays.directions.size()) *
                                (narrow_per_line + narrow_per_word * words);
  return narrow_to_begin + of_position * static_cast<double>(*closure.volume());
}

Result<memory::Cells> solve_narrow(const Narrow& narrow, const Box& closure,
                                   const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(closure, narrow.cell_bytes);
  if (!cells) return cells.error();
  const Slab slab(narrow.rays, narrow.along, closure);
  NarrowSweep sweep(narrow, closure, slab, *cells, watch);
  if (Status done = sweep.run(); !done) return done.error();
  return std::move(*cells);
}

}  // namespace grundy::ray
