#include "ask/count/multisets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "ask/count/transform.hpp"
#include "ask/count/values.hpp"

namespace grundy::count {
namespace {

constexpr std::size_t steps_of_product = 60;  // of dynamic programming

// Of at most so many nimbers, which members have which is chosen nimber by nimber.
constexpr std::size_t few_nimbers = 64;

// What the links have in common.
struct Alike {
  Range range;       // of the first link, as if it stood alone
  std::size_t size;  // of a multiset
  bool sets;         // no member twice

  std::int64_t members() const { return range.high - range.low + 1; }
};

// Ranges as narrow as the orderings make them.
std::vector<Range> tightened(const Chain& chain) {
  std::vector<Range> ranges;
  for (const Link& link : chain.links) ranges.push_back(link.range);
  const auto step = [&](std::size_t i) { return chain.links[i].after_strict ? 1 : 0; };
  for (std::size_t i = 1; i < ranges.size(); ++i)
    ranges[i].low = std::max(ranges[i].low, ranges[i - 1].low + step(i));
  for (std::size_t i = ranges.size() - 1; i > 0; --i)
    ranges[i - 1].high = std::min(ranges[i - 1].high, ranges[i].high - step(i));
  return ranges;
}

// log2 of the number of multisets, and of one coordinate more where there are sums: an upper bound.
double bits(const Alike& alike, bool has_sums) {
  const auto members = static_cast<double>(alike.members());
  const auto size = static_cast<double>(alike.size);
  const double places = alike.sets ? members : members + size - 1;
  const double choices = size * std::log(places) - std::lgamma(size + 1);
  const double largest = std::max({std::abs(static_cast<double>(alike.range.low)),
                                   std::abs(static_cast<double>(alike.range.high)), 1.0});
  return choices / std::numbers::ln2 + (has_sums ? std::log2(size * largest) : 0) + 1;
}

// The complete homogeneous (or elementary) symmetric polynomial of so many degrees, of members
// whose characters are 1 or -1: `odd` is the sum of their odd powers, `even` that of the even ones.
// By Newton's identities, into `h` by degree; a power of 1 + x e, where x is a coordinate and e^2 =
// 0, is 1 + r x e.
template <class R>
AmountModulo<R> polynomial(const AmountModulo<R>& odd, const AmountModulo<R>& even,
                           const std::vector<R>& inverses, bool elementary,
                           std::vector<AmountModulo<R>>& h) {
  h.assign(1, {R(1), R(0)});
  for (std::size_t degree = 1; degree < inverses.size(); ++degree) {
    AmountModulo<R> next{R(0), R(0)};
    for (std::size_t r = 1; r <= degree; ++r) {
      const AmountModulo<R>& powers = r % 2 == 1 ? odd : even;
      const AmountModulo<R> product =
          AmountModulo<R>{powers.count, powers.sum * R(static_cast<Number>(r))} * h[degree - r];
      next = elementary && r % 2 == 0 ? next - product : next + product;
    }
    h.push_back({next.count * inverses[degree], next.sum * inverses[degree]});
  }
  return h.back();
}

std::optional<Alike> links_alike(const Chain& chain) {
  const std::size_t size = chain.links.size();
  const std::vector<Range> ranges = tightened(chain);
  const bool strict = size > 1 && chain.links[1].after_strict;
  const std::int64_t step = strict ? 1 : 0;
  const Range range{ranges[0].low, ranges[0].high + step * (static_cast<std::int64_t>(size) - 1)};
  for (std::size_t i = 1; i < size; ++i) {
    const auto before = static_cast<std::int64_t>(i);
    const auto after = static_cast<std::int64_t>(size - 1 - i);
    if (chain.links[i].after_strict != strict || ranges[i].low != range.low + step * before ||
        ranges[i].high != range.high - step * after ||
        !chain.links[i].term->is_like(*chain.links[0].term))
      return std::nullopt;
  }
  if (ranges[0].empty()) return std::nullopt;
  return Alike{range, size, strict};
}

// top (top - 1) .. (top - size + 1) / size!
Number binomial(Number top, std::size_t size, Arithmetic& arithmetic) {
  if (top < static_cast<Number>(size)) return 0;
  std::vector<std::int64_t> factors(size);
  for (std::size_t i = 0; i < size; ++i)
    factors[i] = static_cast<std::int64_t>(top - static_cast<Number>(i));
  for (std::size_t i = 2; i <= size; ++i) {
    auto left = static_cast<std::int64_t>(i);
    for (std::int64_t& factor : factors) {
      const std::int64_t common = std::gcd(factor, left);
      factor /= common;
      left /= common;
    }
  }
  Number product = arithmetic.one().count;
  for (const std::int64_t factor : factors) product = arithmetic.times(product, factor);
  return product;
}

// So many of these members are chosen: each of them is in as many choices as any other.
Amount chosen(const Amount& members, std::size_t size, bool sets, Arithmetic& arithmetic) {
  if (size == 0) return arithmetic.one();
  const Number others = sets ? -1 : static_cast<Number>(size) - 1;
  const Number top = members.count + (sets ? 0 : others);
  return {binomial(top, size, arithmetic),
          arithmetic.has_sums()
              ? arithmetic.times(arithmetic.plus(members.sum, 0),
                                 binomial(members.count + others, size - 1, arithmetic))
              : 0};
}

// [j]: of multisets of j members. O(nimbers^2 * size^2) time, for numbers of any size.
Histogram by_nimbers(const Histogram& members, const Alike& alike, Arithmetic& arithmetic) {
  std::vector<Histogram> found(alike.size + 1, Histogram(members.size()));
  found[0][0] = arithmetic.one();
  for (std::size_t v = 0; v < members.size(); ++v)
    for (std::size_t size = alike.size; members[v].count > 0 && size > 0; --size)
      for (std::size_t of_v = 1; of_v <= size; ++of_v) {
        const Amount ways = chosen(members[v], of_v, alike.sets, arithmetic);
        for (std::size_t x = 0; x < members.size(); ++x)
          arithmetic.add(arithmetic.product(found[size - of_v][x], ways),
                         found[size][of_v % 2 == 0 ? x : x ^ v]);
      }
  return std::move(found.back());
}

Histogram by_characters(const Histogram& members, const Alike& alike, Arithmetic& arithmetic) {
  return from_points(arithmetic, [&]<class R>(R) {
    std::vector<R> inverses(1);
    for (std::size_t degree = 1; degree <= alike.size; ++degree)
      inverses.push_back(R(static_cast<Number>(degree)).inverse());
    Points<R> points = transformed<R>(members, members.size(), arithmetic.has_sums());
    std::vector<AmountModulo<R>> h;
    const AmountModulo<R> even = points[0];  // all characters squared are 1
    for (std::size_t m = 0; m < points.size(); ++m)
      points.set(m, polynomial(points[m], even, inverses, alike.sets, h));
    return points;
  });
}

}  // namespace

Result<std::optional<Histogram>> histogram_of_multisets(const Chain& chain, const Options& options,
                                                        Arithmetic& arithmetic) {
  if (chain.links.size() < 2) return std::optional<Histogram>();
  const auto alike = links_alike(chain);
  const std::size_t products = steps_of_product * chain.links.size() * chain.links.size();
  if (!alike || static_cast<std::size_t>(alike->members()) < products)
    return std::optional<Histogram>();
  const bool few = std::bit_ceil(chain.links.front().term->bound()) <= few_nimbers;
  if (!few && bits(*alike, arithmetic.has_sums()) > most_bits) return std::optional<Histogram>();
  const auto members =
      histogram_of_values(chain.links.front(), alike->range, chain.variables, options);
  if (!members) return members.error();
  return std::optional(few ? by_nimbers(*members, *alike, arithmetic)
                           : by_characters(*members, *alike, arithmetic));
}

}  // namespace grundy::count
