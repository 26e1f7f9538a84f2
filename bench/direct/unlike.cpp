#include "direct/unlike.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

// Calls option(a', b', c') until one returns true, and says whether one did.
template <class Option>
bool any_chomp(std::size_t a, std::size_t b, std::size_t c, Option option) {
  for (std::size_t i = 1; i < a; ++i)
    if (option(i, std::min(b, i), std::min(c, i))) return true;
  for (std::size_t i = 0; i < b; ++i)
    if (option(a, i, std::min(c, i))) return true;
  for (std::size_t i = 0; i < c; ++i)
    if (option(a, b, i)) return true;
  return false;
}

template <class Solve>
void for_each_chomp(std::size_t largest, Solve solve) {
  std::size_t at = 0;
  for (std::size_t a = 1; a <= largest; ++a)
    for (std::size_t b = 0; b <= largest; ++b)
      for (std::size_t c = 0; c <= largest; ++c, ++at) solve(at, a, b, c);
}

// Third rows that are excluded.
class Excluded {
 public:
  explicit Excluded(std::size_t side) : side_(side), words_(side / 64 + 1) {}

  void exclude(std::size_t c) { words_[c / 64] |= std::uint64_t{1} << c % 64; }
  // All from there on.
  void exclude_from(std::size_t c) {
    for (; c < side_ && c % 64 != 0; ++c) exclude(c);
    if (c < side_)
      std::fill(words_.begin() + static_cast<std::ptrdiff_t>(c / 64), words_.end(), all);
  }
  // A P-position (.., x, c) reached by eating from column `eaten` on: also by higher third rows if
  // it has `eaten` itself.
  void exclude_bite(std::uint32_t c, std::size_t eaten) {
    if (c > eaten || c >= side_) return;
    exclude(c);
    if (c == eaten) exclude_from(c);
  }
  void clear() {
    std::ranges::fill(words_, std::uint64_t{0});
    full_ = 0;
  }
  std::size_t full_words() {
    while (full_ < words_.size() && words_[full_] == all) ++full_;
    return full_;
  }
  std::uint64_t word(std::size_t i) const { return words_[i]; }

 private:
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  std::size_t side_;
  std::vector<std::uint64_t> words_;
  std::size_t full_ = 0;
};

}  // namespace

void chomp_section_by_words(std::size_t largest, std::span<std::uint32_t> third) {
  const std::size_t side = largest + 1;
  const auto at = [&](std::size_t a, std::size_t b) { return third[(a - 1) * side + b]; };
  std::vector<Excluded> of_b(side, Excluded(side));
  Excluded of_a(side);
  for (std::size_t a = 1; a <= largest; ++a) {
    of_a.clear();
    for (std::size_t b = 0; b <= largest; ++b) {
      if (b >= 1) of_a.exclude_bite(at(a, b - 1), b - 1);
      if (b >= 2 && a >= b) of_a.exclude_bite(at(b - 1, b - 1), b - 1);
      if (a >= 2 && a > b) of_b[b].exclude_bite(at(a - 1, b), a - 1);
      std::size_t word = std::max(of_a.full_words(), of_b[b].full_words());
      const auto is_full = [&] { return ~(of_a.word(word) | of_b[b].word(word)) == 0; };
      while (64 * word < side && is_full()) ++word;
      std::size_t c = side;
      if (64 * word < side)
        c = 64 * word +
            static_cast<std::size_t>(std::countr_one(of_a.word(word) | of_b[b].word(word)));
      third[(a - 1) * side + b] = static_cast<std::uint32_t>(std::min(c, side));
    }
  }
}

void chomp_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  for_each_chomp(largest, [&](std::size_t at, std::size_t a, std::size_t b, std::size_t c) {
    outcomes[at] = any_chomp(a, b, c, [&](std::size_t x, std::size_t y, std::size_t z) {
      return outcomes[((x - 1) * side + y) * side + z] == 0;
    });
  });
}

void chomp_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(3 * largest);
  for_each_chomp(largest, [&](std::size_t at, std::size_t a, std::size_t b, std::size_t c) {
    mex.clear();
    any_chomp(a, b, c, [&](std::size_t x, std::size_t y, std::size_t z) {
      mex.exclude(nimbers[((x - 1) * side + y) * side + z]);
      return false;
    });
    nimbers[at] = static_cast<std::uint16_t>(mex.value());
  });
}

void euclid_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      bool won = false;
      if (1 <= b && b <= a)
        for (std::size_t x = b; x <= a && !won; x += b) won = outcomes[(a - x) * side + b] == 0;
      if (1 <= a && a <= b)
        for (std::size_t x = a; x <= b && !won; x += a) won = outcomes[a * side + b - x] == 0;
      outcomes[a * side + b] = won;
    }
}

void euclid_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(largest);
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      // Marks up to the number of options are all that the mex can meet.
      std::size_t value = 0;
      if (a != 0 && b != 0) {
        mex.clear();
        if (b <= a)
          for (std::size_t x = b; x <= a; x += b) mex.exclude(nimbers[(a - x) * side + b]);
        if (a <= b)
          for (std::size_t x = a; x <= b; x += a) mex.exclude(nimbers[a * side + b - x]);
        value = mex.value();
      }
      nimbers[a * side + b] = static_cast<std::uint16_t>(value);
    }
}

void stone_box_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(largest);
  for (std::size_t s = 0; s < side; ++s)
    for (std::size_t c = side; c-- > 0;) {
      mex.clear();
      const std::size_t most = c > s ? 0 : std::min(c * c, s - c);
      for (std::size_t k = 1; k <= most; ++k) mex.exclude(nimbers[s * side + c + k]);
      nimbers[s * side + c] = static_cast<std::uint16_t>(mex.value());
    }
}

}  // namespace grundy::direct
