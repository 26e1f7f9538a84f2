#include "methods/rays/lines.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace grundy::ray {
namespace {

using family::Direction;
using Permutation = std::vector<std::size_t>;  // axis i gets the coordinate of axis s[i]

bool same_group(const Frame& frame, std::size_t i, std::size_t j) {
  return std::any_of(frame.groups.begin(), frame.groups.end(), [&](const auto& group) {
    return std::count(group.begin(), group.end(), i) && std::count(group.begin(), group.end(), j);
  });
}

// The array of all lines of a direction. Index i of its shape runs over below[i] + u_i - u_p d_i,
// at the pivot over nothing; the last index is that of the bits.
struct Array {
  std::size_t pivot;
  std::vector<std::int64_t> below;
  std::vector<std::int64_t> shape;
  std::int64_t row_bytes;
  double bytes() const {
    auto bytes = static_cast<double>(row_bytes);
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) bytes *= static_cast<double>(shape[i]);
    return bytes;
  }
};

// A kernel reads up to 8 bytes after the byte of the last bit.
std::int64_t row_bytes(std::int64_t bits) {
  return ((bits + 7) / 8 + 8 + 7) / 8 * 8;
}

// The shortest axis of d.
std::size_t pivot_of(const Frame& frame, const family::Direction& d) {
  std::size_t pivot = frame.outer();
  for (std::size_t i = frame.outer(); i-- > 0;)
    if (d[i] && (pivot == frame.outer() || frame.extents[i] <= frame.extents[pivot])) pivot = i;
  return pivot;
}

// Requires a direction that moves rows. Of two axes of d in one group the later one has the larger
// coordinate, at sorted positions and wherever a mark may matter.
Array array_of(const Frame& frame, const family::Direction& d) {
  Array array{pivot_of(frame, d), std::vector<std::int64_t>(d.size(), 0), frame.extents, 0};
  array.shape[array.pivot] = 1;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (d[i] && i != array.pivot && !same_group(frame, array.pivot, i)) {
      array.below[i] = frame.extents[array.pivot] - 1;
      array.shape[i] += array.below[i];
    }
  array.row_bytes = row_bytes(array.shape.back());
  return array;
}

// The address of (u, k) in the array, whose first bit has address `start`.
LinearForm form_of(const family::Direction& d, const Array& array, std::int64_t start) {
  LinearForm form{start, std::vector<std::int64_t>(d.size(), 0)};
  std::int64_t stride = 1;
  for (std::size_t i = d.size(); i-- > 0;) {
    if (i != array.pivot) {
      form.of[i] = stride;
      form.constant += array.below[i] * stride;
      if (d[i]) form.of[array.pivot] -= stride;
    }
    stride = i + 1 == d.size() ? 8 * array.row_bytes : stride * array.shape[i];
  }
  return form;
}

// Outer axes by group; axes in no group stand alone.
AxisGroups outer_groups(const Frame& frame) {
  AxisGroups groups = frame.groups;
  for (auto& group : groups) std::erase(group, frame.outer());
  return groups;
}

// The permutation r of outer axes that moves the ones of d to the front of every group: axis i of d
// becomes axis r[i]. All directions that only permutations distinguish have the same image.
Permutation to_first(const Frame& frame, const family::Direction& d) {
  Permutation to(d.size());
  std::iota(to.begin(), to.end(), 0);
  for (const auto& group : outer_groups(frame)) {
    auto order = group;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return d[i] == 1; });
    for (std::size_t place = 0; place < group.size(); ++place) to[order[place]] = group[place];
  }
  return to;
}

family::Direction first_of(const family::Direction& d, const Permutation& to) {
  family::Direction first(d.size());
  for (std::size_t i = 0; i < d.size(); ++i) first[to[i]] = d[i];
  return first;
}

bool moves_rows(const family::Direction& d) {
  return std::count(d.begin(), d.end() - 1, 1) > 0;
}

std::vector<Permutation> permutations(const Frame& frame) {
  Permutation identity(frame.extents.size());
  std::iota(identity.begin(), identity.end(), 0);
  std::vector<Permutation> all{identity};
  for (const auto& group : frame.groups) {
    std::vector<Permutation> more;
    for (auto order = group;;) {
      for (Permutation s : all) {
        for (std::size_t i = 0; i < group.size(); ++i) s[group[i]] = order[i];
        more.push_back(std::move(s));
      }
      if (!std::next_permutation(order.begin(), order.end())) break;
    }
    all = std::move(more);
  }
  return all;
}

// Whether sP + t d can be sorted for some t >= 1 and P strictly ascending; see the header.
bool may_matter(const Frame& frame, const Permutation& s, const family::Direction& d) {
  for (const auto& group : frame.groups) {
    std::vector<std::pair<std::size_t, std::size_t>> least;  // t >= P[second] - P[first]
    std::vector<std::pair<std::size_t, std::size_t>> most;   // t <= P[second] - P[first]
    for (std::size_t place = 1; place < group.size(); ++place) {
      const std::size_t i = group[place - 1];
      const std::size_t j = group[place];
      const bool ordered = s[i] < s[j];
      if (!ordered && d[i] >= d[j]) return false;
      if (d[i] > d[j]) most.emplace_back(s[i], s[j]);
      if (d[i] < d[j] && !ordered) least.emplace_back(s[j], s[i]);
    }
    for (const auto& low : least)
      for (const auto& high : most)
        if (low != high && low.first <= high.first && high.second <= low.second) return false;
  }
  return true;
}

LinearForm permuted(const LinearForm& form, const Permutation& to) {
  LinearForm result{form.constant, std::vector<std::int64_t>(form.of.size())};
  for (std::size_t i = 0; i < form.of.size(); ++i) result.of[i] = form.of[to[i]];
  return result;
}

// The value of the form at sP, as a form of P.
LinearForm of_permuted(const LinearForm& form, const Permutation& s) {
  LinearForm result{form.constant, std::vector<std::int64_t>(form.of.size())};
  for (std::size_t i = 0; i < form.of.size(); ++i) result.of[s[i]] += form.of[i];
  return result;
}

// A direction for every array.
std::vector<family::Direction> first_directions(const Frame& frame) {
  std::vector<family::Direction> firsts;
  for (const family::Direction& d : frame.directions) {
    family::Direction first = first_of(d, to_first(frame, d));
    if (moves_rows(d) && std::find(firsts.begin(), firsts.end(), first) == firsts.end())
      firsts.push_back(std::move(first));
  }
  return firsts;
}

// The forms of the directions that move rows, in their order. Adds the bytes of arrays to `bytes`.
std::vector<LinearForm> forms(const Frame& frame, std::uint64_t& bytes) {
  const std::vector<family::Direction> firsts = first_directions(frame);
  std::vector<LinearForm> of_firsts;
  for (const family::Direction& first : firsts) {
    const Array array = array_of(frame, first);
    of_firsts.push_back(form_of(first, array, static_cast<std::int64_t>(8 * bytes)));
    bytes += static_cast<std::uint64_t>(array.bytes());
  }
  std::vector<LinearForm> result;
  for (const family::Direction& d : frame.directions) {
    if (!moves_rows(d)) continue;
    const Permutation to = to_first(frame, d);
    const auto found = std::find(firsts.begin(), firsts.end(), first_of(d, to));
    const auto number = static_cast<std::size_t>(found - firsts.begin());
    result.push_back(permuted(of_firsts[number], to));
  }
  return result;
}

// Reading begins at the bit of k = 0, which may be up to an extent before the first row.
std::uint64_t room_in_front(const Frame& frame) {
  return static_cast<std::uint64_t>(row_bytes(frame.extents.back())) + 64;
}

}  // namespace

Frame::Frame(const Rays& rays, const AxisGroups& of_axes, const Box& box)
    : inner_axis(*ray_axis(rays, box)) {
  std::vector<std::size_t> order(box.dimensions());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + static_cast<std::ptrdiff_t>(inner_axis),
              order.begin() + static_cast<std::ptrdiff_t>(inner_axis) + 1, order.end());
  for (const std::size_t axis : order) extents.push_back(box.extent(axis));
  for (const family::Direction& direction : rays.directions) {
    family::Direction& d = directions.emplace_back();
    for (const std::size_t axis : order) d.push_back(direction[axis]);
  }
  for (const auto& group : of_axes) {
    auto& places = groups.emplace_back();
    for (std::size_t place = 0; place < order.size(); ++place)
      if (std::count(group.begin(), group.end(), order[place])) places.push_back(place);
  }
  before.resize(order.size());
  for (const auto& group : groups)
    for (std::size_t i = 1; i < group.size(); ++i) before[group[i]] = group[i - 1];
}

double line_bytes(const Frame& frame) {
  auto bytes = static_cast<double>(room_in_front(frame));
  for (const family::Direction& first : first_directions(frame))
    bytes += array_of(frame, first).bytes();
  return bytes;
}

Lines lay_out(const Frame& frame) {
  Lines lines;
  lines.bytes = room_in_front(frame);
  const std::vector<LinearForm> own = forms(frame, lines.bytes);
  const std::vector<Permutation> all = permutations(frame);
  const std::size_t inner = frame.outer();
  std::map<LinearForm, std::size_t> marks;
  auto form = own.begin();
  for (const family::Direction& d : frame.directions) {
    if (!moves_rows(d)) continue;
    (d[inner] ? lines.shifted : lines.aligned).push_back(*form);
    for (const Permutation& s : all)
      if (may_matter(frame, s, d)) {
        std::size_t& source = marks[of_permuted(*form, s)];
        source = std::max(source, s[inner]);
      }
    ++form;
  }
  for (const LinearForm& line : own) marks.erase(line);
  for (const auto& [mark, source] : marks) lines.marks.push_back({mark, source});
  return lines;
}

namespace {

// A tile of the least rows takes some 0.2 ms, long compared with starting a task. Larger tiles read
// each line less often from memory (docs/experiments/ray.md). But only long axes have them: waves
// of short ones would have too few tiles for many threads. The number of threads is not considered,
// so that a saved state can be resumed with another one.
constexpr double least_rows_of_tile = 0x1p12;
constexpr double most_rows_of_tile = 0x1p16;
constexpr double blocks_worth_sharing = 64;

// A tile touches its rows where its P-positions lie, about a tenth of the bytes. That much nearly
// fits a second-level cache.
constexpr double cached_row_bytes = 0x1p24;

// A row takes about 10 ns, and as long again for every 1024 of its positions. Waking threads for
// every wave takes milliseconds in all, more where cores are busy. This is work of 20 ms.
constexpr double positions_of_row = 1024;
constexpr double work_worth_sharing = 0x1p21;

double sorted_rows(const Frame& frame) {
  double rows = 1;
  for (std::size_t axis = 0; axis < frame.outer(); ++axis) {
    double place = 0;
    for (auto before = frame.before[axis]; before; before = frame.before[*before]) ++place;
    rows *= (static_cast<double>(frame.extents[axis]) + place) / (place + 1);
  }
  return rows;
}

}  // namespace

Tiles::Tiles(const Frame& frame, std::int64_t block) : frame_(frame), block_(block) {
  for (std::size_t axis = 0; axis < frame_.outer(); ++axis) waves_ += blocks(axis) - 1;
}

std::uint64_t Tiles::blocks(std::size_t axis) const noexcept {
  return static_cast<std::uint64_t>((frame_.extents[axis] + block_ - 1) / block_);
}

std::uint64_t Tiles::most_rows() const noexcept {
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis < frame_.outer(); ++axis)
    rows *= static_cast<std::uint64_t>(std::min(frame_.extents[axis], block_));
  return rows;
}

std::vector<Tile> Tiles::tiles_of(std::uint64_t wave) const {
  std::vector<Tile> tiles;
  Tile tile;
  extend(tile, wave, tiles);
  return tiles;
}

// Tries every block of the next axis. On the last axis only one block belongs to the wave.
void Tiles::extend(Tile& tile, std::uint64_t blocks_left, std::vector<Tile>& into) const {
  const std::size_t axis = tile.low.size();
  if (axis == frame_.outer()) return into.push_back(tile);
  const auto before = frame_.before[axis];
  const auto least = before ? static_cast<std::uint64_t>(tile.low[*before] / block_) : 0;
  const bool last = axis + 1 == frame_.outer();
  const std::uint64_t most = std::min(blocks(axis) - 1, blocks_left);
  for (std::uint64_t number = last ? std::max(least, blocks_left) : least; number <= most;
       ++number) {
    const auto low = static_cast<std::int64_t>(number) * block_;
    tile.low.push_back(low);
    tile.high.push_back(std::min(low + block_, frame_.extents[axis]) - 1);
    extend(tile, blocks_left - number, into);
    tile.low.pop_back();
    tile.high.pop_back();
  }
}

bool worth_sharing(const Frame& frame) {
  const double words = 1 + static_cast<double>(frame.extents.back()) / positions_of_row;
  return sorted_rows(frame) * words > work_worth_sharing;
}

std::int64_t choose_block(const Frame& frame, const Lines& lines) {
  const std::int64_t longest = *std::max_element(frame.extents.begin(), frame.extents.end());
  if (!worth_sharing(frame)) return longest;
  const auto outer = static_cast<double>(std::max<std::size_t>(frame.outer(), 1));
  const double row_bytes = static_cast<double>(frame.extents.back()) / 8;
  const auto directions = static_cast<double>(lines.aligned.size() + lines.shifted.size());
  const double least = std::floor(std::pow(least_rows_of_tile, 1 / outer));
  double block = std::floor(std::pow(most_rows_of_tile, 1 / outer));
  while (block > least && block * blocks_worth_sharing > static_cast<double>(longest))
    block = std::max(block / 2, least);
  while (block > 8 && directions * std::pow(block, outer - 1) * row_bytes > cached_row_bytes)
    block /= 2;
  return std::max<std::int64_t>(static_cast<std::int64_t>(block), 2);
}

}  // namespace grundy::ray
