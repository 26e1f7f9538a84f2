#include "methods/sparse/estimate.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/sparse/heaps.hpp"
#include "methods/sparse/period.hpp"

namespace grundy::sparse {
namespace {

constexpr std::uint64_t first_sample = 2048;
constexpr std::uint64_t last_sample = 8192;

// Seconds on one thread. What is done while rare heaps come gains nothing by others, nor do pairs
// of parts where no classes are good. A rare heap ends the block in which it is met, and the next
// one is marked anew by all rare parts so far: half as many pairs of rare heaps as there could be.
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

// The first heaps of so many, and what they tell.
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
