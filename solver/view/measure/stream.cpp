#include "view/measure/stream.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <limits>
#include <system_error>
#include <thread>
#include <vector>

#include "base/block.hpp"
#include "base/executor.hpp"

namespace grundy::measure {
namespace {

constexpr int turns = 10;
constexpr double factor = 3;
constexpr std::array<double, 4> bytes_of_element{16, 16, 24, 24};

// A thread's part of the arrays, which do not overlap.
struct Part {
  double* __restrict a;
  double* __restrict b;
  double* __restrict c;
  std::size_t count;

  void begin() const {
    std::fill_n(a, count, 1.0);
    std::fill_n(b, count, 2.0);
    std::fill_n(c, count, 0.0);
  }
  void run(std::size_t loop) const {
    switch (loop) {
      case 0:
        for (std::size_t i = 0; i < count; ++i) c[i] = a[i];
        break;
      case 1:
        for (std::size_t i = 0; i < count; ++i) b[i] = factor * c[i];
        break;
      case 2:
        for (std::size_t i = 0; i < count; ++i) c[i] = a[i] + b[i];
        break;
      default:
        for (std::size_t i = 0; i < count; ++i) a[i] = b[i] + factor * c[i];
    }
  }
  // All numbers are integers that a double holds: a grows by 15 a turn.
  bool is_right() const {
    double expected = 1;
    for (int turn = 0; turn < turns; ++turn) expected *= 15;
    return std::ranges::all_of(a, a + count, [&](double x) { return x == expected; });
  }
};

}  // namespace

Result<Stream> measure_stream(std::size_t threads, std::uint64_t array_bytes) {
  const std::size_t count = std::max<std::size_t>(array_bytes / sizeof(double), threads);
  auto block = memory::Block::zeros(3 * count * sizeof(double));
  if (!block) return block.error();
  double* const first = block->as<double>().data();
  Stream stream{threads, {}, {}};
  std::array<double, 4> best;
  best.fill(std::numeric_limits<double>::infinity());
  std::atomic<bool> right = true;
  std::barrier together(static_cast<std::ptrdiff_t>(threads));
  const auto work = [&](std::size_t thread) {
    const Share share{thread, threads};
    const std::size_t from = share.first(count);
    const Part part{first + from, first + count + from, first + 2 * count + from,
                    share.end(count) - from};
    part.begin();
    for (int turn = 0; turn < turns; ++turn)
      for (std::size_t loop = 0; loop < 4; ++loop) {
        const UsageWatch watch;
        together.arrive_and_wait();
        part.run(loop);
        together.arrive_and_wait();
        if (thread > 0 || turn == 0) continue;
        const Usage used = watch.used();
        best[loop] = std::min(best[loop], used.seconds);
        stream.usage += used;
      }
    if (!part.is_right()) right = false;
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) others.emplace_back(work, others.size() + 1);
    } catch (const std::system_error&) {  // no more threads: those that there are must not wait
      for (std::size_t absent = others.size(); absent < threads; ++absent)
        together.arrive_and_drop();
      throw;
    }
    work(0);
  }
  if (!right) return Error{Errc::wrong, "STREAM: arrays do not hold what they should"};
  for (std::size_t loop = 0; loop < 4; ++loop)
    stream.bytes_per_second[loop] =
        bytes_of_element[loop] * static_cast<double>(count) / best[loop];
  return stream;
}

}  // namespace grundy::measure
