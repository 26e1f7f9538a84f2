#include "methods/heap/sparse.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "methods/heap/sparse_heaps.hpp"

namespace grundy::sparse {

using family::Scope;

Result<family::Recognised<HeapGame>> Family::recognise(const Scope& scope) {
  auto game = recognise_heap_game(scope.rules);
  if (!game) return game.error();
  const std::string form =
      game->unlike() ? "splits of one heap into unequal parts" : "an octal code";
  family::Recognised<HeapGame> found{
      {form + ": few heaps have rare nimbers, and these determine the others"}, std::move(*game)};
  found.period_proof = "Guy and Smith (1956), by equal values up to twice as far";
  found.limit = "nimbers above 65,535, or more than 2^32 heaps";
  return found;
}

family::Bytes Family::bytes(const HeapGame& game, const Scope& scope) {
  return {memory_bytes(game, scope.closure)};
}

double Family::seconds(const HeapGame& game, const Scope& scope) {
  return estimated_seconds(game, scope.closure, scope.threads);
}

family::SolvedCells Family::solve(const HeapGame& game, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  auto solved = sparse::solve(game, scope.closure, executor, watch);
  if (!solved) return solved.error();
  return family::Solved<memory::Cells>{std::move(solved->cells), solved->period};
}

using family::HeapMove;

namespace {

constexpr std::int64_t largest_take = 256;

// The bits of a digit that allow the move, whatever the heap; nothing if no digit does.
std::optional<unsigned> bits_of(const HeapMove& move) {
  using Least = std::vector<std::int64_t>;
  constexpr unsigned nothing = HeapGame::leave_nothing, one = HeapGame::leave_one,
                     two = HeapGame::leave_two, halves = HeapGame::leave_halves;
  const Least& least = move.least;
  if (move.total != HeapMove::Total::exact) return std::nullopt;
  if (least == Least{0}) return nothing | one;
  if (least == Least{1}) return one;
  if (move.unlike) {
    if (least == Least{0, 1}) return one | two;
    if (least == Least{1, 2}) return two;
    return std::nullopt;
  }
  if (least == Least{0, 0}) return nothing | one | two | halves;
  if (least == Least{0, 1}) return one | two | halves;
  if (least == Least{1, 1}) return two | halves;
  return std::nullopt;
}

bool add_digit(HeapGame& game, std::int64_t taken, unsigned bits) {
  if (taken < 0 || taken > largest_take) return false;
  const auto k = static_cast<std::size_t>(taken);
  if (game.digits.size() <= k) game.digits.resize(k + 1);
  game.digits[k] = static_cast<std::uint8_t>(game.digits[k] | bits);
  return true;
}

// Adds the move to the code. False if no code has such a move beyond the first heaps.
bool add(HeapGame& game, const HeapMove& move) {
  if (move.parts() == 0 && move.upto == move.from && move.from <= largest_take)
    return add_digit(game, move.from, HeapGame::leave_nothing);
  const auto bits = bits_of(move);
  const bool is_known = move.total == HeapMove::Total::exact && move.parts() <= 2;
  if (!is_known || (!move.upto && !bits)) return false;
  const std::int64_t end = move.upto ? *move.upto + 1 : move.from;
  if (end > static_cast<std::int64_t>(most_unsteady)) return false;
  game.steady = std::max(game.steady, static_cast<std::uint64_t>(end));
  return move.upto || add_digit(game, move.taken, *bits);
}

}  // namespace

bool HeapGame::splits() const noexcept {
  return std::any_of(digits.begin(), digits.end(), [](auto digit) { return digit & leave_two; });
}

bool HeapGame::unlike() const noexcept {
  return std::any_of(digits.begin(), digits.end(),
                     [](auto digit) { return digit & leave_two && !(digit & leave_halves); });
}

Result<HeapGame> recognise_heap_game(const rules::Rules& rules) {
  auto moves = family::heap_moves(rules);
  if (!moves) return moves.error();
  HeapGame game;
  for (const HeapMove& move : *moves)
    if (!add(game, move)) return family::does_not_apply("no octal code says what may be left");
  if (game.digits.empty()) return family::does_not_apply("only the first heaps have moves");
  game.moves = std::move(*moves);
  return game;
}

namespace {

constexpr std::uint64_t first_sample = 2048;
constexpr std::uint64_t last_sample = 8192;

// Seconds on one thread. Other threads do not help while rare heaps are frequent, nor with pairs of
// parts where no classes are good. A rare heap ends its block, and the next one is marked again by
// all rare parts so far: half as many pairs of rare heaps as there could be.
constexpr double to_begin = 2e-3;
constexpr double for_rare_part = 2e-5;
constexpr double for_rare_heap_and_part = 2.4e-8;
constexpr double for_heap = 3e-8;
constexpr double for_heap_and_rare_part = 5e-10;
constexpr double for_copy = 2e-10;
constexpr double for_pair = 1.2e-9;

struct Rares {
  std::uint64_t all;
  std::uint64_t recent;  // in the second half
};

Rares count_rares(const HeapGame& game, std::span<const std::uint16_t> nimbers) {
  const std::uint64_t size = nimbers.size();
  if (!game.splits()) return {0, 0};
  const Rares everywhere{size, size - size / 2};
  if (*std::max_element(nimbers.begin(), nimbers.end()) >= nimber_limit) return everywhere;
  Histogram histogram;
  for (std::uint64_t heap = 0; heap < size; ++heap) histogram.add(heap, nimbers[heap]);
  const Classes classes = choose_classes(game, histogram);
  if (classes.all_common()) return everywhere;
  Rares rares{0, 0};
  for (std::uint64_t heap = 0; heap < size; ++heap) {
    const bool rare = classes.is_rare(nimbers[heap], heap);
    rares.all += rare;
    rares.recent += rare && heap >= size / 2;
  }
  return rares;
}

bool is_periodic(const HeapGame& game, std::span<const std::uint16_t> nimbers) {
  if (*std::max_element(nimbers.begin(), nimbers.end()) > 255) return false;
  std::vector<std::uint8_t> index(nimbers.size());
  return prove_period(Heaps(game, nimbers, index.data())).has_value();
}

// The first of `count` heaps, and what follows from them.
class FirstHeaps {
 public:
  FirstHeaps(const HeapGame& game, std::uint64_t count) : game_(game), count_(count) {
    Definition definition(game);
    for (std::uint64_t size = first_sample;; size *= 2) {
      while (nimbers_.size() < std::min(size, count))
        nimbers_.push_back(static_cast<std::uint16_t>(definition.next(nimbers_)));
      rares_ = count_rares(game, nimbers_);
      if (size >= last_sample || size >= count || rares_.recent < size / 16) break;
    }
  }

  bool periodic() const { return is_periodic(game_, nimbers_); }
  bool all_common() const { return rares_.all == nimbers_.size(); }
  double rares() const {
    return static_cast<double>(rares_.all) + rares_to_come(static_cast<double>(rares_.recent),
                                                           static_cast<double>(nimbers_.size()),
                                                           static_cast<double>(count_));
  }

 private:
  const HeapGame& game_;
  std::uint64_t count_;
  std::vector<std::uint16_t> nimbers_;
  Rares rares_{};
};

double splitting_digits(const HeapGame& game) {
  return static_cast<double>(std::count_if(game.digits.begin(), game.digits.end(),
                                           [](auto digit) { return digit & HeapGame::leave_two; }));
}

}  // namespace

double rares_to_come(double recent, double size, double count) {
  if (count <= size) return 0;
  return recent * (recent > size / 8 ? (count / size - 1) * 2 : 1);
}

double seconds_by_definition(const HeapGame& game, double known, double count) {
  return for_pair * splitting_digits(game) * (count * count - known * known) / 4;
}

double seconds_of_rares(const HeapGame& game, double known, double more) {
  const double all = known + more;
  return splitting_digits(game) *
         (for_rare_part * more + for_rare_heap_and_part * (all * all - known * known));
}

double estimated_seconds(const HeapGame& game, const Box& closure, std::size_t threads) {
  const auto count = static_cast<std::uint64_t>(closure.extent(0));
  const auto heaps = static_cast<double>(count);
  const FirstHeaps sample(game, count);
  if (sample.periodic()) return to_begin + for_copy * heaps;
  const double by_definition = to_begin + seconds_by_definition(game, 0, heaps);
  if (sample.all_common()) return by_definition;
  const double rares = sample.rares();
  const double parts = splitting_digits(game) * rares;
  const double by_classes =
      to_begin + seconds_of_rares(game, 0, rares) +
      heaps * (for_heap + for_heap_and_rare_part * parts) / static_cast<double>(threads);
  return std::min(by_classes, by_definition);
}

}  // namespace grundy::sparse
