#include "ask/count/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ask/count/multisets.hpp"
#include "ask/count/values.hpp"

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

}  // namespace grundy::count
