#include "cli/measure/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace grundy::cli {
namespace {

// Of the (n + m)! / n! m! orders of n and m things those in which at most `most` of the n m pairs
// stand the other way round, over all. Their numbers are the coefficients of a Gaussian binomial,
// the product over i = 1 .. n of (1 - q^(m + i)) / (1 - q^i). All terms below the middle come from
// lower ones, so the small ones are exact.
double share_of_orders(std::size_t n, std::size_t m, std::size_t most) {
  std::vector<double> orders(most + 1, 0);
  orders[0] = 1;
  double all = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t k = most; k >= m + i; --k) orders[k] -= orders[k - m - i];
    for (std::size_t k = i; k <= most; ++k) orders[k] += orders[k - i];
    all *= static_cast<double>(m + i) / static_cast<double>(i);
  }
  double few = 0;
  for (const double number : orders) few += number;
  return few / all;
}

}  // namespace

double rank_test(const std::vector<double>& early, const std::vector<double>& late) {
  double other_way = 0;
  for (const double one : early)
    for (const double other : late) other_way += one > other ? 1 : one == other ? 0.5 : 0;
  const std::size_t pairs = early.size() * late.size();
  if (2 * other_way >= static_cast<double>(pairs)) return 1;
  const auto most = static_cast<std::size_t>(std::ceil(other_way));
  return std::min(1.0, 2 * share_of_orders(early.size(), late.size(), most));
}

std::vector<bool> discoveries(const std::vector<double>& chances, double rate) {
  std::vector<double> ascending = chances;
  std::ranges::sort(ascending);
  double limit = -1;
  for (std::size_t i = 0; i < ascending.size(); ++i)
    if (ascending[i] <= rate * static_cast<double>(i + 1) / static_cast<double>(ascending.size()))
      limit = ascending[i];
  std::vector<bool> found;
  for (const double chance : chances) found.push_back(chance <= limit);
  return found;
}

}  // namespace grundy::cli
