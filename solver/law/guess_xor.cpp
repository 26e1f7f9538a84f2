// G(x) as the xor of functions of single coordinates (C. L. Bouton 1901, for Nim).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "law/sample.hpp"
#include "law/sequence.hpp"

namespace grundy::law {
namespace {

// What the coordinate alone does, the others being low.
std::vector<std::int64_t> along(const Sample& sample, std::size_t axis) {
  std::vector<std::int64_t> values;
  Position at = sample.box.low;
  for (; at[axis] <= sample.box.high[axis]; ++at[axis]) values.push_back(sample.at(at));
  return values;
}

bool is_xor(const Sample& sample, const std::vector<std::vector<std::int64_t>>& functions) {
  for (std::uint64_t rank = 0; rank < sample.values.size(); ++rank) {
    const Position at = sample.box.position(rank);
    std::int64_t all = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      all ^= functions[axis][static_cast<std::size_t>(at[axis] - sample.box.low[axis])];
    if (all != sample.values[static_cast<std::size_t>(rank)]) return false;
  }
  return true;
}

}  // namespace

Guess guess_xor(const Sample& sample) {
  if (sample.quantity != Quantity::nimber || sample.box.dimensions() < 2) return {};
  if (sample.values[0] != 0) return {};
  std::vector<std::vector<std::int64_t>> functions;
  std::vector<std::string> terms;
  for (std::size_t axis = 0; axis < sample.box.dimensions(); ++axis) {
    functions.push_back(along(sample, axis));
    const auto sequence = find_sequence(functions.back(), sample.box.low[axis]);
    if (!sequence || !sequence->exceptions.empty()) return {};
    const auto term = single_formula(*sequence, sample.names[axis]);
    if (!term) return {};
    if (*term != "0") terms.push_back(*term);
  }
  if (terms.empty() || !is_xor(sample, functions)) return {};
  return {fmt::format("nimber = {}", fmt::join(terms, " bxor "))};
}

}  // namespace grundy::law
