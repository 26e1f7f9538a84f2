#include "methods/period.hpp"

#include <algorithm>
#include <vector>

namespace grundy::family {
namespace {

// Terms that one task writes, and the least number of terms that are copied in one go.
constexpr std::uint64_t terms_per_task = 1 << 20;
constexpr std::uint64_t terms_per_copy = 1 << 15;

// Knuth, Morris and Pratt, "Fast pattern matching in strings", SIAM J. Comput. 6 (1977):
// borders_[j] is the length of the longest proper prefix of pattern[0 .. j] that ends it.
template <class Cell>
class Search {
 public:
  explicit Search(std::span<const Cell> pattern) : pattern_(pattern), borders_(pattern.size()) {
    for (std::size_t j = 1; j < pattern.size(); ++j)
      borders_[j] = longer(borders_[j - 1], pattern[j]);
  }

  // The prefix that ends with `term` after a prefix of length `matched`.
  std::uint32_t longer(std::uint32_t matched, Cell term) const {
    if (matched == pattern_.size()) matched = borders_[matched - 1];
    while (matched > 0 && pattern_[matched] != term) matched = borders_[matched - 1];
    return pattern_[matched] == term ? matched + 1 : 0;
  }

 private:
  std::span<const Cell> pattern_;
  std::vector<std::uint32_t> borders_;
};

}  // namespace

template <class Cell>
std::optional<Period> find_period(std::span<const Cell> terms, std::uint64_t window) {
  if (terms.size() <= window) return std::nullopt;
  const Search<Cell> search(terms.last(window));
  std::optional<std::uint64_t> first;
  std::uint64_t second = 0;
  std::uint32_t matched = 0;
  for (std::uint64_t n = 0; second == 0; ++n) {
    matched = search.longer(matched, terms[n]);
    if (matched < window) continue;
    if (n + 1 == terms.size() && !first) return std::nullopt;  // it occurs only at the end
    if (!first)
      first = n;
    else
      second = n;
  }
  Period period{*first + 1 - window, second - *first};
  while (period.preperiod > 0 &&
         terms[period.preperiod - 1] == terms[period.preperiod - 1 + period.length])
    --period.preperiod;
  return period;
}

template <class Cell>
void repeat(std::span<Cell> terms, std::uint64_t known, const Period& period,
            parallel::Executor& executor, const std::function<bool(std::uint64_t)>& goes_on) {
  // Several periods in a row, so that copies are long: by doubling.
  std::uint64_t model = period.length;
  while (model < terms_per_copy && known + model <= terms.size()) {
    std::copy_n(terms.begin() + static_cast<std::ptrdiff_t>(known - model), model,
                terms.begin() + static_cast<std::ptrdiff_t>(known));
    known += model;
    model *= 2;
    if (!goes_on(model / 2)) return;
  }
  const std::uint64_t rest = terms.size() - known;
  executor.for_each((rest + terms_per_task - 1) / terms_per_task,
                    [&](std::size_t task, std::size_t) {
                      const std::uint64_t first = task * terms_per_task;
                      const std::uint64_t last = std::min(first + terms_per_task, rest);
                      if (!goes_on(last - first)) return;
                      const Cell* const from = terms.data() + known - model;
                      for (std::uint64_t at = first; at < last;) {
                        const std::uint64_t count = std::min(model - at % model, last - at);
                        std::copy_n(from + at % model, count, terms.data() + known + at);
                        at += count;
                      }
                    });
}

template std::optional<Period> find_period(std::span<const std::uint8_t>, std::uint64_t);
template std::optional<Period> find_period(std::span<const std::uint16_t>, std::uint64_t);
template std::optional<Period> find_period(std::span<const std::uint32_t>, std::uint64_t);
template void repeat(std::span<std::uint8_t>, std::uint64_t, const Period&, parallel::Executor&,
                     const std::function<bool(std::uint64_t)>&);
template void repeat(std::span<std::uint16_t>, std::uint64_t, const Period&, parallel::Executor&,
                     const std::function<bool(std::uint64_t)>&);
template void repeat(std::span<std::uint32_t>, std::uint64_t, const Period&, parallel::Executor&,
                     const std::function<bool(std::uint64_t)>&);

}  // namespace grundy::family
