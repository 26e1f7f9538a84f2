#include "rules/language/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace grundy::rules {
namespace {

constexpr std::size_t longest_word = 64;  // nothing longer is worth a quadratic comparison

// The optimal string alignment distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > longest_word) return {};
  std::string_view best;
  std::size_t least = 1 + word.size() / 3;
  for (const std::string_view candidate : candidates) {
    const std::size_t far =
        candidate.size() > longest_word ? longest_word : distance(word, candidate);
    if (far >= least && !(best.empty() && far == least && word.size() >= 3)) continue;
    least = far;
    best = candidate;
  }
  return best.empty() ? std::string() : fmt::format("did you mean `{}`?", best);
}

}  // namespace grundy::rules
