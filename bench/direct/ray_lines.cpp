#include "direct/ray_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace grundy::direct {
namespace {

// The nimbers of every line, a bit each.
class Sets {
 public:
  Sets(std::size_t lines, std::size_t values) : words_(values / 64 + 1), bits_(lines * words_) {}
  std::uint64_t* operator[](std::size_t line) { return bits_.data() + line * words_; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The positions that a line has met.
struct Met {
  unsigned least_p = ~0u;
  unsigned plies = 0;  // after a move to the farthest
};

// Nimbers of four heaps of at most 40: below 192.
struct SmallSet {
  std::array<std::uint64_t, 3> words{};

  SmallSet& operator|=(const SmallSet& other) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= other.words[i];
    return *this;
  }
  std::uint16_t take_least_missing(SmallSet& only) const {
    std::size_t word = 0;
    while (words[word] == ~std::uint64_t{0}) ++word;
    const int place = std::countr_one(words[word]);
    only.words[word] = std::uint64_t{1} << place;
    return static_cast<std::uint16_t>(64 * word + static_cast<std::size_t>(place));
  }
};

// Whether there is a P-position.
struct SomeP {
  bool some = false;

  SomeP& operator|=(SomeP other) {
    some = some || other.some;
    return *this;
  }
  std::uint8_t take_least_missing(SomeP& only) const {
    only.some = !some;
    return some ? 1 : 0;
  }
};

// What one heap fewer leaves, and, of each of those positions, what another heap fewer leaves.
template <class Set>
struct Fewer {
  Set one;
  std::array<Set, 3> another;  // of the heaps behind it
};

template <class Set, class Value>
void solve_moore(std::span<Value> values) {
  constexpr std::size_t side = 41;
  std::vector<Fewer<Set>> of_a(side * side * side);
  std::vector<Fewer<Set>> of_b;
  std::vector<Fewer<Set>> of_c;
  Value* value = values.data();
  for (std::size_t a = 0; a < side; ++a) {
    of_b.assign(side * side, {});
    for (std::size_t b = 0; b < side; ++b) {
      of_c.assign(side, {});
      for (std::size_t c = 0; c < side; ++c) {
        Set fewer_d;
        for (std::size_t d = 0; d < side; ++d) {
          Fewer<Set>& fewer_a = of_a[(b * side + c) * side + d];
          Fewer<Set>& fewer_b = of_b[c * side + d];
          Fewer<Set>& fewer_c = of_c[d];
          Set options = fewer_a.one;
          options |= fewer_b.one;
          options |= fewer_c.one;
          options |= fewer_d;
          for (const Set& also : fewer_a.another) options |= also;
          options |= fewer_b.another[0];
          options |= fewer_b.another[1];
          options |= fewer_c.another[0];
          Set own;
          *value++ = options.take_least_missing(own);
          fewer_a.another[0] |= fewer_b.one;
          fewer_a.another[1] |= fewer_c.one;
          fewer_a.another[2] |= fewer_d;
          fewer_b.another[0] |= fewer_c.one;
          fewer_b.another[1] |= fewer_d;
          fewer_c.another[0] |= fewer_d;
          fewer_a.one |= own;
          fewer_b.one |= own;
          fewer_c.one |= own;
          fewer_d |= own;
        }
      }
    }
  }
}

template <class... Lines>
std::uint16_t remoteness_of(Lines&... lines) {
  const unsigned least_p = std::min({lines.least_p...});
  const unsigned remoteness = least_p != ~0u ? least_p + 1 : std::max({lines.plies...});
  const auto meet = [remoteness](Met& line) {
    if (remoteness % 2 == 0) line.least_p = std::min(line.least_p, remoteness);
    line.plies = std::max(line.plies, remoteness + 1);
  };
  (meet(lines), ...);
  return static_cast<std::uint16_t>(remoteness);
}

}  // namespace

// A row holds at most one P-position.
void stretched_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  std::ranges::fill(outcomes, std::uint8_t{1});
  std::vector<std::uint8_t> column(side);
  std::vector<std::uint8_t> flat(3 * side);
  std::vector<std::uint8_t> steep(3 * side);
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      std::uint8_t& in_column = column[b];
      std::uint8_t& in_flat = flat[2 * side + b - 2 * a];
      std::uint8_t& in_steep = steep[2 * side + a - 2 * b];
      if (in_column | in_flat | in_steep) continue;
      in_column = in_flat = in_steep = 1;
      outcomes[a * side + b] = 0;
      break;
    }
}

void stretched_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Sets rows(side, 3 * side);
  Sets columns(side, 3 * side);
  Sets flat(3 * side, 3 * side);
  Sets steep(3 * side, 3 * side);
  for (std::size_t a = 0; a < side; ++a) {
    std::uint64_t* const row = rows[a];
    std::size_t full = 0;  // words of the row
    for (std::size_t b = 0; b < side; ++b) {
      std::uint64_t* const x = columns[b];
      std::uint64_t* const y = flat[2 * side + b - 2 * a];
      std::uint64_t* const z = steep[2 * side + a - 2 * b];
      while (row[full] == ~std::uint64_t{0}) ++full;
      std::size_t word = full;
      while ((row[word] | x[word] | y[word] | z[word]) == ~std::uint64_t{0}) ++word;
      const int place = std::countr_one(row[word] | x[word] | y[word] | z[word]);
      const std::uint64_t bit = std::uint64_t{1} << place;
      row[word] |= bit;
      x[word] |= bit;
      y[word] |= bit;
      z[word] |= bit;
      nimbers[a * side + b] =
          static_cast<std::uint16_t>(64 * word) + static_cast<std::uint16_t>(place);
    }
  }
}

// For each diagonal the first P-position on it.
void band_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  std::ranges::fill(outcomes, std::uint8_t{1});
  std::vector<std::uint8_t> column(side);
  std::vector<std::size_t> first(2 * side + 4, 2 * side);  // its larger coordinate
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      std::size_t* const diagonal = first.data() + side + 2 + b - a;
      const auto attacks = [&](std::size_t p) { return p < b; };
      if (column[b] || std::any_of(diagonal - 2, diagonal + 3, attacks)) continue;
      column[b] = 1;
      *diagonal = std::min(*diagonal, b);
      outcomes[a * side + b] = 0;
      break;
    }
}

// The n-th smaller coordinate is the least in no pair before, and the larger one is 3 n more.
void band_partners(std::span<std::int32_t> partners) {
  const auto side = static_cast<std::int64_t>(partners.size());
  std::ranges::fill(partners, -2);
  std::int64_t a = 0;
  for (std::int64_t n = 0;; ++n) {
    while (a < side && partners[static_cast<std::size_t>(a)] != -2) ++a;
    if (a == side) return;
    const std::int64_t b = a + 3 * n;
    partners[static_cast<std::size_t>(a)] = b < side ? static_cast<std::int32_t>(b) : -1;
    if (b < side) partners[static_cast<std::size_t>(b)] = static_cast<std::int32_t>(a);
  }
}

// A diagonal knows what it has passed on either side of it.
void band_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Sets columns(side, 3 * side);
  Sets diagonals(2 * side, 3 * side);
  Sets rows(1, 3 * side);
  for (std::size_t a = 0; a < side; ++a) {
    std::uint64_t* const row = rows[0];
    std::fill(row, row + 3 * side / 64 + 1, std::uint64_t{0});
    std::size_t full = 0;  // words of the row
    for (std::size_t b = 0; b < side; ++b) {
      std::uint64_t* const x = columns[b];
      std::uint64_t* const y = diagonals[side + b - a];
      const std::uint16_t* const at = nimbers.data() + a * side + b;
      const auto pass = [&](std::size_t j, std::size_t k) {
        if (a < j || b < k) return;
        const std::uint16_t value = *(at - j * side - k);
        y[value / 64] |= std::uint64_t{1} << value % 64;
      };
      pass(1, 1);
      pass(1, 2);
      pass(2, 1);
      pass(1, 3);
      pass(3, 1);
      while (row[full] == ~std::uint64_t{0}) ++full;
      std::size_t word = full;
      while ((row[word] | x[word] | y[word]) == ~std::uint64_t{0}) ++word;
      const int place = std::countr_one(row[word] | x[word] | y[word]);
      row[word] |= std::uint64_t{1} << place;
      x[word] |= std::uint64_t{1} << place;
      nimbers[a * side + b] =
          static_cast<std::uint16_t>(64 * word + static_cast<std::size_t>(place));
    }
  }
}

// Short lines are stamped for each position, the long one is kept.
void narrow_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  std::vector<std::size_t> stamps(2 * side + 64, nimbers.size());
  for (std::size_t a = 0; a < nimbers.size() / side; ++a) {
    std::vector<std::uint8_t> row(2 * side + 64);
    std::size_t least = 0;  // that the row has not
    for (std::size_t b = 0; b < side; ++b) {
      std::uint16_t* const at = nimbers.data() + a * side + b;
      const std::size_t stamp = a * side + b;
      for (std::size_t k = 1; k <= a; ++k) {
        stamps[*(at - k * side)] = stamp;
        if (k <= b) stamps[*(at - k * side - k)] = stamp;
      }
      while (row[least]) ++least;
      std::size_t value = least;
      while (row[value] || stamps[value] == stamp) ++value;
      row[value] = 1;
      *at = static_cast<std::uint16_t>(value);
    }
  }
}

void wythoff_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness) {
  const std::size_t side = largest + 1;
  std::vector<Met> columns(side);
  std::vector<Met> diagonals(2 * side);
  for (std::size_t a = 0; a < side; ++a) {
    Met row;
    for (std::size_t b = 0; b < side; ++b)
      remoteness[a * side + b] = remoteness_of(row, columns[b], diagonals[side + b - a]);
  }
}

void three_pile_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness) {
  const std::size_t side = largest + 1;
  std::vector<Met> of_a(side * side);
  std::vector<Met> of_b(side * side);
  std::vector<Met> of_ab(2 * side * side);
  std::vector<Met> of_ac(2 * side * side);
  std::vector<Met> of_bc(2 * side * side);
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      Met of_c;
      for (std::size_t c = 0; c < side; ++c)
        remoteness[(a * side + b) * side + c] = remoteness_of(
            of_a[b * side + c], of_b[a * side + c], of_c, of_ab[(side + b - a) * side + c],
            of_ac[(side + c - a) * side + b], of_bc[(side + c - b) * side + a]);
    }
}

void moore_nimbers(std::span<std::uint16_t> nimbers) {
  solve_moore<SmallSet>(nimbers);
}

void moore_outcomes(std::span<std::uint8_t> outcomes) {
  solve_moore<SomeP>(outcomes);
}

}  // namespace grundy::direct
