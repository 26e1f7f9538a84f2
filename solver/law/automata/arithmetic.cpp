#include "law/automata/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <limits>
#include <utility>

namespace grundy::automata {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 52;
// There are about as many states as a constant is large.
constexpr std::int64_t most_in_states = 64;

std::vector<Track> tracks_of(const Linear& sum) {
  std::vector<Track> tracks;
  for (const auto& [track, factor] : sum.factors) tracks.push_back(track);
  return tracks;
}

// What each letter adds to the sum.
std::vector<std::int64_t> steps_of(const Algebra& algebra, const Linear& sum, std::size_t letters) {
  std::vector<std::int64_t> steps(letters);
  std::size_t place = 0;
  for (const auto& [track, factor] : sum.factors) {
    for (std::size_t letter = 0; letter < letters; ++letter)
      steps[letter] += factor * static_cast<std::int64_t>(algebra.digit(letter, place));
    ++place;
  }
  return steps;
}

// States, moduli and sums of factors up to this stay within 64 bits wherever they are taken times
// p + q, times digits, and added to each other.
std::int64_t most_in_products(const Numeration& numeration) {
  return std::numeric_limits<std::int64_t>::max() / 8 / (numeration.p + numeration.q);
}

// Spends the algebra if the sum of the absolute values of the factors is too large.
void expect_small(Algebra& algebra, const Linear& sum) {
  std::int64_t size = 0;
  for (const auto& [track, factor] : sum.factors)
    size = std::min(size, most) + std::min(std::abs(factor), most);
  if (size > most_in_products(algebra.numeration())) algebra.spend();
}

// An automaton from the meaning of its states, each of which is met from the first one.
template <class Meaning, class After, class Accepts>
Dfa explored(Algebra& algebra, std::vector<Track> tracks, Meaning first, After after,
             Accepts accepts) {
  const std::size_t letters = algebra.letters(tracks.size());
  std::map<Meaning, State> numbers = {{first, 0}};
  std::vector<Meaning> states = {first};
  std::vector<State> next;
  for (std::size_t i = 0; i < states.size() && algebra.has_room(states.size(), letters, letters);
       ++i)
    for (std::size_t letter = 0; letter < letters; ++letter) {
      const Meaning to = after(Meaning(states[i]), letter);
      const auto [it, is_new] = numbers.try_emplace(to, static_cast<State>(states.size()));
      if (is_new) states.push_back(to);
      next.push_back(it->second);
    }
  if (algebra.is_spent()) return {};
  std::vector<char> are_accepted;
  for (const Meaning& state : states) are_accepted.push_back(accepts(state));
  return algebra.made(std::move(tracks), std::move(next), std::move(are_accepted));
}

// Of a sum that is compared with 0.
class Comparison {
 public:
  Comparison(Algebra& algebra, const Linear& sum, Is is)
      : algebra_(algebra),
        p_(algebra.numeration().p),
        q_(algebra.numeration().q),
        sum_(sum),
        is_(is),
        end_(-sum.constant) {
    for (const auto& [track, factor] : sum.factors) (factor > 0 ? up_ : down_) += std::abs(factor);
  }

  Dfa run() {
    const std::size_t letters = algebra_.letters(sum_.factors.size());
    expect_small(algebra_, sum_);
    if (algebra_.is_spent()) return {};
    const auto steps = steps_of(algebra_, sum_, letters);
    return explored(
        algebra_, tracks_of(sum_), settled({Sort::open, 0, 0}),
        [&](Meaning at, std::size_t letter) {
          if (at.sort != Sort::open) return at;
          return settled({Sort::open, p_ * at.a + at.b + steps[letter], q_ * at.a});
        },
        [&](const Meaning& at) {
          if (at.sort != Sort::open) return at.sort == Sort::holds;
          return is_ == Is::zero ? at.a + at.b == end_ : at.a + at.b <= end_;
        });
  }

 private:
  enum class Sort : std::uint8_t { open, holds, fails };
  struct Meaning {
    Sort sort;
    std::int64_t a, b;
    friend auto operator<=>(const Meaning&, const Meaning&) = default;
  };

  // n digits that come add at most U(n) - 1 times the factors of one sign. So the final sum is at
  // least low(n) + down_, where low(n) = (a - down_) U(n) + b U(n - 1), and at most high(n) - up_.
  // By the recurrence low(n) never falls if it is not negative for n = 0 and 1.
  Meaning settled(Meaning at) {
    if (std::max(std::abs(at.a), std::abs(at.b)) > most_in_products(algebra_.numeration())) {
      algebra_.spend();
      return at;
    }
    const auto second = [&](std::int64_t a) { return (p_ + q_) * a + at.b; };
    const std::int64_t low = std::min(at.a - down_ + at.b, second(at.a - down_));
    const std::int64_t high = std::max(at.a + up_ + at.b, second(at.a + up_));
    if (low >= 0 && low > end_ - down_) return {Sort::fails, 0, 0};
    if (high > 0) return at;
    if (is_ == Is::at_most_zero && high <= end_ + up_) return {Sort::holds, 0, 0};
    if (is_ == Is::zero && high < end_ + up_) return {Sort::fails, 0, 0};
    return at;
  }

  Algebra& algebra_;
  std::int64_t p_, q_;
  const Linear& sum_;
  Is is_;
  std::int64_t end_;                // of the sum without its constant
  std::int64_t up_ = 0, down_ = 0;  // the sums of the factors above and below 0
};

// An automaton of one or two tracks, from its table.
Dfa written(Algebra& algebra, std::vector<Track> tracks, std::size_t states,
            const std::function<State(State, std::size_t, std::size_t)>& after,
            std::vector<char> accepts) {
  const std::size_t digits = algebra.numeration().digits();
  const bool swapped = tracks.size() == 2 && tracks[0] > tracks[1];
  if (swapped) std::swap(tracks[0], tracks[1]);
  std::vector<State> next;
  for (State state = 0; state < states; ++state)
    for (std::size_t letter = 0; letter < algebra.letters(tracks.size()); ++letter) {
      const std::size_t low = letter % digits, high = letter / digits;
      next.push_back(swapped ? after(state, high, low) : after(state, low, high));
    }
  return algebra.made(std::move(tracks), std::move(next), std::move(accepts));
}

// The number n >= 1.
Dfa just(Algebra& algebra, Track track, std::int64_t n) {
  const auto word = digits_of(algebra.numeration(), n);
  const auto none = static_cast<State>(word.size() + 1);
  std::vector<char> accepts(word.size() + 2);
  accepts[word.size()] = 1;
  return written(
      algebra, {track}, word.size() + 2,
      [&](State state, std::size_t digit, std::size_t) {
        if (state == 0 && digit == 0) return State{0};
        return state < word.size() && digit == word[state] ? state + 1 : none;
      },
      std::move(accepts));
}

}  // namespace

Linear sum(Algebra& algebra, const Linear& a, const Linear& b, std::int64_t times_b) {
  Linear all = a;
  bool fits = true;
  const auto add = [&](std::int64_t& to, std::int64_t number) {
    std::int64_t product = 0;
    fits = fits && !__builtin_mul_overflow(number, times_b, &product) &&
           !__builtin_add_overflow(to, product, &to) && to >= -most && to <= most;
  };
  add(all.constant, b.constant);
  for (const auto& [track, factor] : b.factors) {
    add(all.factors[track], factor);
    if (all.factors[track] == 0) all.factors.erase(track);
  }
  if (fits) return all;
  algebra.spend();
  return {};
}

Dfa compared(Algebra& algebra, const Linear& sum, Is is) {
  if (sum.is_constant())
    return Algebra::always(is == Is::zero ? sum.constant == 0 : sum.constant <= 0);
  if (std::abs(sum.constant) <= most_in_states) return Comparison(algebra, sum, is).run();
  // As a number of its own, which only one word is.
  const Track track = sum.factors.rbegin()->first + 1;
  Linear open = sum;
  open.factors[track] = sum.constant > 0 ? 1 : -1;
  open.constant = 0;
  return algebra.exists(algebra.both(Comparison(algebra, open, is).run(),
                                     just(algebra, track, std::abs(sum.constant))),
                        {track});
}

Dfa is_multiple(Algebra& algebra, const Linear& sum, std::int64_t m) {
  using Pair = std::pair<std::int64_t, std::int64_t>;
  const auto [p, q] = algebra.numeration();
  expect_small(algebra, sum);
  if (m > most_in_products(algebra.numeration())) algebra.spend();
  if (algebra.is_spent()) return {};
  const auto steps = steps_of(algebra, sum, algebra.letters(sum.factors.size()));
  return explored(
      algebra, tracks_of(sum), Pair(),
      [&, p = p, q = q](const Pair& at, std::size_t letter) {
        return Pair((p * at.first + at.second + steps[letter] % m + m) % m, q * at.first);
      },
      [&](const Pair& at) { return (at.first + at.second + sum.constant % m) % m == 0; });
}

bool is_flipped(Bits bits, Flips flips) {
  return bits == Bits::conjunction   ? flips.x && flips.y
         : bits == Bits::disjunction ? flips.x || flips.y
                                     : flips.x != flips.y;
}

Dfa bitwise(Algebra& algebra, Bits bits, Flips flips, Track x, Track y, Track z) {
  const std::size_t digits = algebra.numeration().digits();
  assert(x < y && y < z && algebra.numeration().is_base() && std::has_single_bit(digits));
  std::vector<State> next;
  for (std::size_t letter = 0; letter < algebra.letters(3); ++letter) {
    const auto flipped = [&](std::size_t digit, bool flip) {
      return flip ? digits - 1 - digit : digit;
    };
    const std::size_t a = flipped(algebra.digit(letter, 0), flips.x);
    const std::size_t b = flipped(algebra.digit(letter, 1), flips.y);
    const std::size_t both = bits == Bits::conjunction   ? a & b
                             : bits == Bits::disjunction ? a | b
                                                         : a ^ b;
    next.push_back(flipped(both, is_flipped(bits, flips)) == algebra.digit(letter, 2) ? 0 : 1);
  }
  next.insert(next.end(), algebra.letters(3), 1);
  return algebra.made({x, y, z}, std::move(next), {1, 0});
}

Dfa powers(Algebra& algebra, Track n, std::size_t step) {
  // 0: zeros; 1 .. step: the digit 1 and that many digits, modulo step, less 1; the last: none.
  const auto none = static_cast<State>(step + 1);
  std::vector<char> accepts(step + 2);
  accepts[1] = 1;
  return written(
      algebra, {n}, step + 2,
      [&](State state, std::size_t digit, std::size_t) {
        if (digit > 1 || state == none || (digit == 1 && state != 0)) return none;
        if (state == 0) return static_cast<State>(digit);
        return static_cast<State>(state % step + 1);
      },
      std::move(accepts));
}

Dfa fibonacci(Algebra& algebra, Track n) {
  assert(algebra.numeration() == Numeration::quadratic(1));
  return written(algebra, {n}, 3,
                 [](State state, std::size_t digit, std::size_t) {
                   return static_cast<State>(std::min<std::size_t>(state + digit, 2));
                 },
                 {0, 1, 0});
}

Dfa power_part(Algebra& algebra, Track n, Track part) {
  // 0: no digit 1 yet; 1: one, as the last digit of n that is not 0; 2: none. Both may be 0.
  const auto after = [](State state, std::size_t n_digit, std::size_t part_digit) -> State {
    if (state == 0) return part_digit == 0 ? 0 : part_digit == 1 && n_digit != 0 ? 1 : 2;
    return state == 1 && n_digit == 0 && part_digit == 0 ? 1 : 2;
  };
  const Dfa of_others = written(algebra, {n, part}, 3, after, {0, 1, 0});
  const Dfa zeros = compared(algebra, {{{n, 1}, {part, 1}}, 0}, Is::at_most_zero);
  return algebra.either(of_others, zeros);
}

Dfa valuation_is(Algebra& algebra, Track n, std::size_t step, std::int64_t m, std::int64_t k) {
  // 0: only zeros yet; others: the count of zeros at the end, and 1.
  const std::size_t turn = step * static_cast<std::size_t>(m);
  std::vector<char> accepts(turn + 1);
  accepts[0] = k == 0;
  for (std::size_t zeros = 0; zeros < turn; ++zeros)
    accepts[zeros + 1] = std::cmp_equal(zeros / step, k);
  return written(
      algebra, {n}, turn + 1,
      [&](State state, std::size_t digit, std::size_t) -> State {
        if (digit != 0) return 1;
        return state == 0 ? 0 : static_cast<State>(state % turn + 1);
      },
      std::move(accepts));
}

Dfa digit_sum_is(Algebra& algebra, Track n, std::int64_t m, std::int64_t k) {
  std::vector<char> accepts(static_cast<std::size_t>(m));
  if (k < m) accepts[static_cast<std::size_t>(k)] = 1;
  return written(
      algebra, {n}, accepts.size(),
      [&](State state, std::size_t digit, std::size_t) {
        return static_cast<State>((state + digit) % accepts.size());
      },
      accepts);
}

Dfa beatty(Algebra& algebra, Track k, Track m) {
  assert(!algebra.numeration().is_base());
  const Track longer = std::max(k, m) + 1;
  const Dfa even = written(algebra, {m}, 3,
                           [](State state, std::size_t digit, std::size_t) -> State {
                             return digit != 0 ? 1 : state == 0 ? 0 : 3 - state;
                           },
                           {1, 1, 0});
  // In state e the next digit of m must be e; the last state is none.
  const std::size_t digits = algebra.numeration().digits();
  std::vector<char> accepts(digits + 1);
  accepts[0] = 1;
  const Dfa shifted = written(
      algebra, {m, longer}, digits + 1,
      [&](State state, std::size_t digit, std::size_t ahead) {
        return static_cast<State>(state == digit ? ahead : digits);
      },
      std::move(accepts));
  const std::int64_t p = algebra.numeration().p;
  const Dfa spread = compared(algebra, {{{m, 1}, {k, p}, {longer, -1}}, 0}, Is::zero);
  return algebra.exists({even, shifted, spread}, {k, m});
}

}  // namespace grundy::automata
