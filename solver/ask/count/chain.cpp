#include "ask/count/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "ask/count/xor_convolution.hpp"

namespace grundy::count {
namespace {

constexpr double most_work = 1e11;
constexpr std::int64_t values_a_row = 4096;

// The only term that mentions the variable, if it mentions no other.
const TermValues* term_of_its_own(const Group& group, std::size_t variable) {
  const TermValues* found = nullptr;
  for (const TermValues* term : group.terms)
    if (term->mentions(variable)) {
      if (found) return nullptr;
      found = term;
    }
  const bool alone = found && std::ranges::count_if(group.variables, [&](std::size_t other) {
                                return found->mentions(other);
                              }) == 1;
  return alone ? found : nullptr;
}

// The first of the orderings that begin at `from`, unless others lead elsewhere.
std::optional<Ordering> next_of(const Group& group, std::size_t from) {
  std::optional<Ordering> next;
  for (const Ordering& ordering : group.orderings) {
    if (ordering.left != from) continue;
    if (next && next->right != ordering.right) return std::nullopt;
    next = Ordering{from, ordering.right, ordering.strict || (next && next->strict)};
  }
  return next;
}

bool is_first(const Group& group, std::size_t variable) {
  return std::ranges::none_of(group.orderings,
                              [&](const Ordering& ordering) { return ordering.right == variable; });
}

// Counts assignments by how many links have their values, as the coordinate x ascends.
class Placing {
 public:
  Placing(const Chain& chain, Arithmetic& arithmetic)
      : chain_(chain),
        arithmetic_(arithmetic),
        placed_(chain.links.size() + 1, Histogram(nimbers(chain))),
        before_(chain.links.size()) {
    placed_[0] = {arithmetic.one()};  // no link has a value: the xor is 0
  }

  static std::size_t nimbers(const Chain& chain) {
    std::uint32_t bound = 1;
    for (const Link& link : chain.links) bound = std::max(bound, link.term->bound());
    return std::bit_ceil(std::size_t{bound});
  }

  // The links whose range holds x may take it; nimber[i] is that of link i.
  void place(std::int64_t x, const std::vector<std::uint32_t>& nimber) {
    for (std::size_t i = 0; i < chain_.links.size(); ++i)
      if (chain_.links[i].after_strict) before_[i] = placed_[i];
    for (std::size_t i = 0; i < chain_.links.size(); ++i) {
      const Link& link = chain_.links[i];
      if (x < link.range.low || x > link.range.high) continue;
      const Histogram& from = link.after_strict ? before_[i] : placed_[i];
      for (std::size_t v = 0; v < from.size(); ++v)
        if (from[v].count != 0 || from[v].sum != 0)
          arithmetic_.add(arithmetic_.with(from[v], x), placed_[i + 1][v ^ nimber[i]]);
    }
  }

  Histogram& all_placed() { return placed_.back(); }

 private:
  const Chain& chain_;
  Arithmetic& arithmetic_;
  std::vector<Histogram> placed_;  // [i]: the first i links, with values up to x
  std::vector<Histogram> before_;  // [i]: the same before x, where link i must exceed link i - 1
};

// Of one variable.
Result<Histogram> histogram_alone(const Chain& chain, const Options& options,
                                  Arithmetic& arithmetic) {
  const Link& link = chain.links.front();
  const double work = static_cast<double>(link.range.high) - static_cast<double>(link.range.low);
  if (!link.term->repeats() && work > most_work)
    return Error{Errc::usage, fmt::format("counting takes {:.0e} steps, at most {:.0e} are done",
                                          work, most_work)};
  auto exact = histogram_of_values(link, link.range, chain.variables, options);
  if (!exact) return exact;
  Histogram reduced(exact->size());
  for (std::size_t v = 0; v < reduced.size(); ++v) arithmetic.add((*exact)[v], reduced[v]);
  return reduced;
}

}  // namespace

std::optional<Chain> chain_of(const Group& group, const Question& question) {
  if (group.variables.empty() || !group.general.empty() ||
      group.terms.size() != group.variables.size())
    return std::nullopt;
  const auto first =
      std::ranges::find_if(group.variables, [&](std::size_t v) { return is_first(group, v); });
  if (first == group.variables.end()) return std::nullopt;
  Chain chain{{}, question.ranges.size()};
  std::optional<Ordering> step = Ordering{*first, *first, false};
  for (; step && chain.links.size() < group.variables.size(); step = next_of(group, step->right)) {
    const TermValues* term = term_of_its_own(group, step->right);
    if (!term) return std::nullopt;
    chain.links.push_back({step->right, question.ranges[step->right], term, step->strict});
  }
  // As many terms as links, and one for each: no term is left out.
  if (step || chain.links.size() != group.variables.size()) return std::nullopt;
  return chain;
}

Result<Histogram> histogram(const Chain& chain, const Options& options, Arithmetic& arithmetic) {
  auto multisets = histogram_of_multisets(chain, options, arithmetic);
  if (!multisets) return multisets.error();
  if (*multisets) return **std::move(multisets);
  if (chain.links.size() == 1) return histogram_alone(chain, options, arithmetic);
  std::int64_t low = chain.links.front().range.low;
  std::int64_t high = chain.links.front().range.high;
  for (const Link& link : chain.links) {
    low = std::min(low, link.range.low);
    high = std::max(high, link.range.high);
  }
  const double work = static_cast<double>(high - low + 1) *
                      static_cast<double>((chain.links.size() - 1) * Placing::nimbers(chain) + 1);
  if (work > most_work)
    return Error{Errc::usage, fmt::format("counting takes {:.0e} steps ({} variables in a chain, "
                                          "{} values, nimbers below {}), at most {:.0e} are done",
                                          work, chain.links.size(), high - low + 1,
                                          Placing::nimbers(chain), most_work)};
  std::atomic<std::uint64_t>* done =
      options.begin("counting", static_cast<std::uint64_t>(high - low + 1));
  Placing placing(chain, arithmetic);
  std::vector<std::int64_t> assignment(chain.variables, 0);
  std::vector<std::vector<std::uint32_t>> rows(chain.links.size());
  std::vector<std::uint32_t> nimber(chain.links.size());
  for (std::int64_t first = low; first <= high; first += values_a_row) {
    if (options.stop && options.stop->load()) return Error{Errc::interrupted, "interrupted"};
    const std::int64_t last = std::min(high, first + values_a_row - 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Link& link = chain.links[i];
      rows[i].assign(values_a_row, 0);
      const std::int64_t from = std::max(first, link.range.low);
      const std::int64_t to = std::min(last, link.range.high);
      if (from <= to)
        link.term->add_row(assignment, link.variable, from,
                           std::span(rows[i]).subspan(static_cast<std::size_t>(from - first),
                                                      static_cast<std::size_t>(to - from + 1)));
    }
    for (std::int64_t x = first; x <= last; ++x) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        nimber[i] = rows[i][static_cast<std::size_t>(x - first)];
      placing.place(x, nimber);
    }
    if (done) *done += static_cast<std::uint64_t>(last - first + 1);
  }
  return std::move(placing.all_placed());
}

namespace {

constexpr std::size_t steps_of_product = 60;  // of dynamic programming

// For at most this many nimbers, which members have which is chosen nimber by nimber.
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

// The complete homogeneous (or elementary) symmetric polynomial of degree
// inverses.size() - 1, of members whose characters are 1 or -1: `odd` is the sum of their odd
// powers, `even` that of the even ones. By Newton's identities, into `h` by degree; a power of
// 1 + x e, where x is a coordinate and e^2 = 0, is 1 + r x e.
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

// Chooses `size` of these members: each of them is in as many choices as any other.
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

namespace {

constexpr std::int64_t values_at_once = 1 << 16;

class Counting {
 public:
  Counting(const Link& link, std::size_t variables, const Options& options)
      : link_(link),
        options_(options),
        arithmetic_(std::nullopt, options.sum_coordinates),
        assignment_(variables, 0),
        found_(std::bit_ceil(std::size_t{link.term->bound()})) {}

  // Calls use(x, nimber) for each value of the variable.
  template <class Use>
  Status for_each(std::int64_t low, std::int64_t high, const Use& use) {
    for (std::int64_t x = low; x <= high; x += values_at_once) {
      if (options_.stop && options_.stop->load()) return Error{Errc::interrupted, "interrupted"};
      const std::int64_t length = std::min(values_at_once, high - x + 1);
      nimbers_.assign(static_cast<std::size_t>(length), 0);
      link_.term->add_row(assignment_, link_.variable, x, nimbers_);
      for (std::int64_t i = 0; i < length; ++i) use(x + i, nimbers_[static_cast<std::size_t>(i)]);
    }
    return {};
  }

  Status one_by_one(std::int64_t low, std::int64_t high) {
    return for_each(low, high, [&](std::int64_t x, std::uint32_t nimber) {
      arithmetic_.add(arithmetic_.with(arithmetic_.one(), x), found_[nimber]);
    });
  }

  // x, x + length, x + 2 length, .. up to high have the same nimber.
  Status by_period(std::int64_t low, std::int64_t high, std::int64_t length) {
    return for_each(low, low + length - 1, [&](std::int64_t x, std::uint32_t nimber) {
      const Number count = (high - x) / length + 1;
      const Number sum = count * x + Number{length} * (count * (count - 1) / 2);
      arithmetic_.add({count, arithmetic_.has_sums() ? sum : 0}, found_[nimber]);
    });
  }

  Histogram& found() { return found_; }

 private:
  const Link& link_;
  const Options& options_;
  Arithmetic arithmetic_;
  std::vector<std::int64_t> assignment_;
  std::vector<std::uint32_t> nimbers_;
  Histogram found_;
};

}  // namespace

Result<Histogram> histogram_of_values(const Link& link, const Range& range, std::size_t variables,
                                      const Options& options) {
  Counting counting(link, variables, options);
  const auto repeats = link.term->repeats();
  const std::int64_t first = repeats ? std::max(range.low, repeats->first) : range.high;
  const bool is_long = repeats && first < range.high && (range.high - first) / 2 >= repeats->length;
  if (Status done = counting.one_by_one(range.low, is_long ? first - 1 : range.high); !done)
    return done.error();
  if (is_long)
    if (Status done = counting.by_period(first, range.high, repeats->length); !done)
      return done.error();
  return std::move(counting.found());
}

}  // namespace grundy::count
