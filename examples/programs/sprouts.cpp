// Sprouts: a curve joins two spots, or a spot with itself, crosses nothing and gets a new spot on
// it. No spot has more than three ends of curves. Who cannot move loses.
//
//   c++ -std=c++20 -O2 -shared -fPIC -o sprouts.so sprouts.cpp
//   grundy value --program ./sprouts.so 3
//
// A position is written as D. Applegate, G. Jacobson and D. Sleator do ("Computer analysis of
// Sprouts", 1991). Regions are divided by |, the boundaries of one by dots. A boundary is the walk
// around it: its spots in cyclic order, once for each end of a curve. A spot with no end is 0, with
// one 1, with two 2, or a letter where it is met twice. Spots with three ends are left out. Regions
// that share no spot are a sum.
#include <algorithm>
#include <charconv>
#include <grundy.hpp>
#include <numeric>

namespace {

using Boundary = std::vector<std::size_t>;  // spots
using Region = std::vector<Boundary>;

struct Position {
  std::vector<int> ends;  // of curves at each spot
  std::vector<Region> regions;
};

Position read(std::string_view key) {
  Position position;
  std::vector<std::size_t> letters(256, key.size());
  position.regions.emplace_back(1);
  for (const char c : key) {
    Region& region = position.regions.back();
    if (c == '|') {
      position.regions.emplace_back(1);
    } else if (c == '.') {
      region.emplace_back();
    } else {
      std::size_t& seen = letters[static_cast<unsigned char>(c)];
      const bool is_letter = c > '2';
      if (!is_letter || seen == key.size()) {
        seen = position.ends.size();
        position.ends.push_back(is_letter ? 2 : c - '0');
      }
      region.back().push_back(seen);
    }
  }
  return position;
}

int lives(const Position& position, const Region& region) {
  Boundary spots;
  for (const Boundary& boundary : region) spots.insert(spots.end(), boundary.begin(), boundary.end());
  std::sort(spots.begin(), spots.end());
  spots.erase(std::unique(spots.begin(), spots.end()), spots.end());
  return std::accumulate(spots.begin(), spots.end(), 0,
                         [&](int sum, std::size_t spot) { return sum + 3 - position.ends[spot]; });
}

// Leaves out dead spots, and regions in which no curve can be drawn.
void clean(Position& position) {
  for (Region& region : position.regions) {
    for (Boundary& boundary : region)
      std::erase_if(boundary, [&](std::size_t spot) { return position.ends[spot] == 3; });
    std::erase_if(region, [](const Boundary& boundary) { return boundary.empty(); });
  }
  std::erase_if(position.regions, [&](const Region& region) { return lives(position, region) < 2; });
}

std::string write(const Position& position, const std::vector<Region>& regions) {
  std::vector<int> met(position.ends.size());
  for (const Region& region : regions)
    for (const Boundary& boundary : region)
      for (const std::size_t spot : boundary) ++met[spot];
  std::vector<char> names(position.ends.size());
  char next = 'a';
  std::string key;
  for (const Region& region : regions) {
    if (!key.empty()) key += '|';
    for (const Boundary& boundary : region) {
      if (&boundary != &region.front()) key += '.';
      for (const std::size_t spot : boundary) {
        if (names[spot] == 0)
          names[spot] = met[spot] > 1 ? next++ : static_cast<char>('0' + position.ends[spot]);
        key += names[spot];
      }
    }
  }
  return key;
}

// Begins each walk where it reads least, then sorts; some turns later nothing changes any more, or
// the least key that was met is good enough: equal positions may have several keys.
std::string key_of(Position position, std::vector<Region> regions) {
  const auto word = [&](const std::vector<Region>& some) { return write(position, some); };
  std::string best = word(regions);
  for (int round = 0; round < 4; ++round) {
    for (Region& region : regions) {
      for (Boundary& boundary : region) {
        Boundary least = boundary;
        for (std::size_t i = 1; i < boundary.size(); ++i) {
          std::rotate(boundary.begin(), boundary.begin() + 1, boundary.end());
          if (word({{boundary}}) < word({{least}})) least = boundary;
        }
        boundary = least;
      }
      std::stable_sort(region.begin(), region.end(), [&](const Boundary& a, const Boundary& b) {
        return word({{a}}) < word({{b}});
      });
    }
    std::stable_sort(regions.begin(), regions.end(),
                     [&](const Region& a, const Region& b) { return word({a}) < word({b}); });
    std::string key = word(regions);
    if (key == best) break;
    best = std::min(best, key);
    position = read(key);
    regions = position.regions;
  }
  return best;
}

// One key for each set of regions that spots join.
std::vector<std::string> sum_of(Position position) {
  clean(position);
  std::vector<std::size_t> group(position.ends.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto merge = [&](std::size_t a, std::size_t b) {
    std::replace(group.begin(), group.end(), group[a], group[b]);
  };
  for (const Region& region : position.regions)
    for (const Boundary& boundary : region)
      for (const std::size_t spot : boundary) merge(spot, region[0][0]);
  std::vector<std::string> keys;
  for (std::size_t g = 0; g < group.size(); ++g) {
    std::vector<Region> regions;
    for (const Region& region : position.regions)
      if (group[region[0][0]] == g) regions.push_back(region);
    if (!regions.empty()) keys.push_back(key_of(position, regions));
  }
  return keys;
}

class Sprouts {
 public:
  // A number of spots. At most one and a half times as many have letters at once.
  static std::vector<std::string> start(std::string_view text) {
    constexpr std::size_t most = 16;
    std::size_t spots = 0;
    const auto [end, failed] = std::from_chars(text.begin(), text.end(), spots);
    if (failed != std::errc() || end != text.end() || spots > most)
      throw std::invalid_argument("not a number of spots up to 16");
    Position position;
    position.ends.assign(spots, 0);
    position.regions.emplace_back();
    for (std::size_t spot = 0; spot < position.ends.size(); ++spot)
      position.regions[0].push_back({spot});
    return sum_of(position);
  }

  static void options(std::string_view key, grundy::Options& options) {
    const Position position = read(key);
    for (std::size_t r = 0; r < position.regions.size(); ++r) {
      const Region& region = position.regions[r];
      for (std::size_t a = 0; a < region.size(); ++a) {
        for (std::size_t i = 0; i < region[a].size(); ++i) {
          for (std::size_t j = i; j < region[a].size(); ++j) split(position, r, a, i, j, options);
          for (std::size_t b = a + 1; b < region.size(); ++b)
            for (std::size_t j = 0; j < region[b].size(); ++j)
              join(position, r, {a, i}, {b, j}, options);
        }
      }
    }
  }

 private:
  struct Place {
    std::size_t boundary;
    std::size_t at;
  };

  // The walk from a place all around and back to it; a spot without ends is met once.
  static Boundary around(const Position& position, const Boundary& boundary, std::size_t at) {
    Boundary walk(boundary.begin() + static_cast<std::ptrdiff_t>(at), boundary.end());
    walk.insert(walk.end(), boundary.begin(), boundary.begin() + static_cast<std::ptrdiff_t>(at));
    if (position.ends[boundary[at]] > 0) walk.push_back(boundary[at]);
    return walk;
  }

  // A curve between two boundaries makes one of them.
  static void join(const Position& before, std::size_t r, Place a, Place b,
                   grundy::Options& options) {
    Position after = before;
    Region& region = after.regions[r];
    Boundary walk = around(before, region[a.boundary], a.at);
    const Boundary other = around(before, region[b.boundary], b.at);
    const std::size_t fresh = after.ends.size();
    walk.push_back(fresh);
    walk.insert(walk.end(), other.begin(), other.end());
    walk.push_back(fresh);
    ++after.ends[region[a.boundary][a.at]];
    ++after.ends[region[b.boundary][b.at]];
    after.ends.push_back(2);
    region[a.boundary] = walk;
    region.erase(region.begin() + static_cast<std::ptrdiff_t>(b.boundary));
    options.add_sum(sum_of(after));
  }

  // A curve within a boundary divides the region, and the others lie on either side.
  static void split(const Position& before, std::size_t r, std::size_t b, std::size_t i,
                    std::size_t j, grundy::Options& options) {
    const Boundary& walk = before.regions[r][b];
    Position after = before;
    if (++after.ends[walk[i]] > 3 || ++after.ends[walk[j]] > 3) return;
    const std::size_t fresh = after.ends.size();
    after.ends.push_back(2);
    const auto at = [&](std::size_t k) { return walk.begin() + static_cast<std::ptrdiff_t>(k); };
    Boundary inner(at(i), at(j) + 1);
    Boundary outer(walk.begin(), at(i) + 1);
    inner.push_back(fresh);
    outer.push_back(fresh);
    if (before.ends[walk[i]] > 0) outer.insert(outer.end(), at(j), walk.end());
    Region others = before.regions[r];
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
    for (std::size_t side = 0; side < std::size_t{1} << others.size(); ++side) {
      Position divided = after;
      Region left{inner}, right{outer};
      for (std::size_t k = 0; k < others.size(); ++k)
        ((side >> k & 1) != 0 ? left : right).push_back(others[k]);
      divided.regions[r] = left;
      divided.regions.push_back(right);
      options.add_sum(sum_of(divided));
    }
  }
};

}  // namespace

GRUNDY_PROGRAM(Sprouts)
