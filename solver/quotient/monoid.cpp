#include "quotient/monoid.hpp"

#include <cassert>
#include <map>
#include <utility>

namespace grundy::quotient {

Monoid::Monoid(std::vector<Element> product, std::vector<bool> is_lost)
    : product_(std::move(product)), is_lost_(std::move(is_lost)) {
  assert(!is_lost_.empty() && product_.size() == is_lost_.size() * is_lost_.size());
}

Element Monoid::power(Element a, std::uint64_t exponent) const noexcept {
  Element result = identity;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = product(result, a);
    a = product(a, a);
  }
  return result;
}

bool is_reduced(const Monoid& monoid) {
  const auto order = static_cast<Element>(monoid.order());
  std::map<std::vector<bool>, Element> rows;
  for (Element a = 0; a < order; ++a) {
    std::vector<bool> row(order);
    for (Element b = 0; b < order; ++b) row[b] = monoid.is_lost(monoid.product(a, b));
    if (!rows.emplace(std::move(row), a).second) return false;
  }
  return true;
}

bool is_generated_by(const Monoid& monoid, const std::vector<Element>& generators) {
  const auto order = static_cast<Element>(monoid.order());
  for (Element a = 0; a < order; ++a) {
    if (monoid.product(a, identity) != a) return false;
    for (Element b = 0; b < order; ++b) {
      if (monoid.product(a, b) >= order || monoid.product(a, b) != monoid.product(b, a))
        return false;
    }
  }
  std::vector<bool> reached(order);
  std::vector<Element> queue{identity};
  reached[identity] = true;
  for (std::size_t at = 0; at < queue.size(); ++at)
    for (const Element generator : generators) {
      const Element next = monoid.product(queue[at], generator);
      if (!reached[next]) queue.push_back(next);
      reached[next] = true;
    }
  if (queue.size() < order) return false;
  for (const Element g : generators)
    for (Element a = 0; a < order; ++a)
      for (Element b = 0; b < order; ++b)
        if (monoid.product(monoid.product(a, g), b) != monoid.product(a, monoid.product(g, b)))
          return false;
  return true;
}

}  // namespace grundy::quotient
