#include "cli/measure/bench_score.hpp"

#include <array>
#include <cmath>

namespace grundy::cli {
namespace {

constexpr std::string_view reference =
    "virtual Intel Xeon (model 207), 2 cores, commit c0614fd, 2026-11-27";
constexpr std::size_t reference_threads = 2;

// Medians of undisturbed turns by oneTBB, in the order of the small works().
struct Seconds {
  double one_thread;
  double all_threads;
};

constexpr std::array<Seconds, 9> seconds{{{0.0659, 0.0391},
                                          {0.179, 0.0909},
                                          {0.0530, 0.0392},
                                          {0.00649, 0.00479},
                                          {0.0725, 0.0394},
                                          {0.348, 0.297},
                                          {0.191, 0.110},
                                          {0.0147, 0.0123},
                                          {0.0125, 0.00749}}};
std::optional<double> mean(std::size_t threads, double Seconds::*time,
                           const std::vector<measure::Run>& runs) {
  const auto all = works(Size::small);
  double logarithms = 0;
  std::size_t found = 0;
  for (const measure::Run& run : runs)
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (run.work != &all[i] || run.way.executor != "tbb" || run.way.threads != threads) continue;
      logarithms += std::log(seconds[i].*time / run.median());
      ++found;
    }
  if (found < all.size()) return std::nullopt;
  return std::exp(logarithms / static_cast<double>(found));
}

}  // namespace

Score score(std::size_t cores, const std::vector<measure::Run>& runs) {
  return {mean(1, &Seconds::one_thread, runs), mean(cores, &Seconds::all_threads, runs), reference,
          reference_threads};
}

}  // namespace grundy::cli
