// generator/draw.hpp: chance, the same everywhere: the engine is fixed by the standard and no
// distribution of the library is used.
#pragma once
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace grundy::generator {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  std::size_t index(std::size_t count) {
    return static_cast<std::size_t>(below(static_cast<std::int64_t>(count)));
  }
  bool chance(std::int64_t percent) { return below(100) < percent; }

  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[index(all.size())];
  }

  // A number, by its share of all shares.
  std::size_t share(const std::vector<std::int64_t>& shares) {
    std::int64_t all = 0;
    for (const std::int64_t s : shares) all += s;
    std::int64_t left = below(all);
    std::size_t chosen = 0;
    while (left >= shares[chosen]) left -= shares[chosen++];
    return chosen;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace grundy::generator
