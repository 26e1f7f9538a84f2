#include "quotient/presentation.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <set>

namespace grundy::quotient {
namespace {

using Exponents = std::vector<int>;

std::vector<std::size_t> generating_heaps(const HeapQuotient& quotient) {
  const Monoid& monoid = *quotient.monoid;
  std::vector<std::size_t> heaps;
  std::vector<bool> reached(monoid.order());
  std::vector<Element> products{identity};
  reached[identity] = true;
  for (std::size_t heap = 0; heap < quotient.classes.size(); ++heap) {
    if (reached[quotient.classes[heap]]) continue;
    heaps.push_back(heap);
    for (std::size_t at = 0; at < products.size(); ++at)
      for (const std::size_t generator : heaps) {
        const Element next = monoid.product(products[at], quotient.classes[generator]);
        if (!reached[next]) products.push_back(next);
        reached[next] = true;
      }
  }
  return heaps;
}

std::string name_of(std::size_t generator, std::size_t count) {
  if (count <= 26) return std::string(1, static_cast<char>('a' + generator));
  return fmt::format("x{}", generator + 1);
}

std::string written(const Exponents& monomial, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < monomial.size(); ++i) {
    if (monomial[i] == 0) continue;
    if (!text.empty()) text += ' ';
    text += monomial[i] == 1 ? names[i] : fmt::format("{}^{}", names[i], monomial[i]);
  }
  return text.empty() ? "1" : text;
}

bool divisors_are_least(Exponents monomial, const std::set<Exponents>& least) {
  for (int& exponent : monomial) {
    if (exponent == 0) continue;
    --exponent;
    const bool is_least = least.contains(monomial);
    ++exponent;
    if (!is_least) return false;
  }
  return true;
}

}  // namespace

Presentation present(const HeapQuotient& quotient) {
  const Monoid& monoid = *quotient.monoid;
  Presentation result;
  result.heaps = generating_heaps(quotient);
  const std::size_t count = result.heaps.size();
  for (std::size_t i = 0; i < count; ++i) result.names.push_back(name_of(i, count));
  const Exponents one(count);
  std::vector<std::optional<Exponents>> least_of(monoid.order());
  least_of[identity] = one;
  std::set<Exponents> least{one};
  std::vector<std::pair<Exponents, Exponents>> equations;
  using Degree = std::vector<std::pair<Exponents, Element>>;
  for (Degree last{{one, identity}}; !last.empty();) {
    // Earlier letters first: larger exponents in front.
    std::set<std::pair<Exponents, Element>, std::greater<>> candidates;
    for (const auto& [monomial, value] : last)
      for (std::size_t i = 0; i < count; ++i) {
        Exponents more = monomial;
        ++more[i];
        candidates.emplace(std::move(more),
                           monoid.product(value, quotient.classes[result.heaps[i]]));
      }
    last.clear();
    for (const auto& [monomial, value] : candidates) {
      if (!divisors_are_least(monomial, least)) continue;
      if (least_of[value]) {
        equations.emplace_back(monomial, *least_of[value]);
        continue;
      }
      least_of[value] = monomial;
      last.emplace_back(monomial, value);
    }
    for (const auto& [monomial, value] : last) least.insert(monomial);
  }
  for (const auto& monomial : least_of) result.classes.push_back(written(*monomial, result.names));
  for (const auto& [left, right] : equations)
    result.relations.emplace_back(written(left, result.names), written(right, result.names));
  return result;
}

}  // namespace grundy::quotient
