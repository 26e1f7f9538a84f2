// rules/proofs/moves.hpp: how moves change coordinates, and what weights do not rise with them.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/proofs/bounds.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

using Weights = std::vector<std::int64_t>;  // by coordinate

// Limit of linear programs in a search for weights. After it no weights are found.
inline constexpr std::size_t most_programs = 2000;

// How one summand of one rule changes the coordinates.
struct Change {
  const OptionRule* rule;
  Facts* facts;
  std::vector<Polynomial> delta;
  std::vector<Interval> range;
  bool fixed = true;  // the same vector at every option

  Change(const OptionRule& of, const std::vector<Expression>& summand, Facts& known);

  bool never_rises(std::size_t axis, bool ascending) const {
    return ascending ? range[axis].high && *range[axis].high <= 0
                     : range[axis].low && *range[axis].low >= 0;
  }
  bool always_falls(std::size_t axis, bool ascending) const {
    return ascending ? range[axis].high && *range[axis].high < 0
                     : range[axis].low && *range[axis].low > 0;
  }

  // Whether weights . delta <= limit at every option. Takes one of the linear programs that are
  // left, where it needs one.
  bool at_most(const Weights& weights, std::int64_t limit, std::size_t& programs) const;
};

// Every rule that can apply in a region, with its facts and changes.
class Moves {
 public:
  Moves(const Rules& rules, const Region& region) {
    facts_.reserve(rules.options.size());
    for (const OptionRule& rule : rules.options) {
      facts_.emplace_back(rules, rule, region);
      if (facts_.back().impossible()) continue;
      for (const auto& summand : rule.summands) changes_.emplace_back(rule, summand, facts_.back());
    }
  }
  const std::vector<Change>& changes() const { return changes_; }

  bool all_at_most(const Weights& weights, std::int64_t limit) const {
    // Fixed changes first: they cost a few multiplications, the others a linear program.
    for (const bool fixed : {true, false})
      for (const Change& change : changes_)
        if (change.fixed == fixed && !change.at_most(weights, limit, programs_)) return false;
    return true;
  }

 private:
  std::vector<Facts> facts_;
  std::vector<Change> changes_;
  mutable std::size_t programs_ = most_programs;
};

// Pointers to all of them.
inline std::vector<const Change*> pointers(const std::vector<Change>& changes) {
  std::vector<const Change*> all;
  for (const Change& change : changes) all.push_back(&change);
  return all;
}

// The largest weight in the vectors that are tried one after the other.
inline constexpr std::int64_t largest_weight = 6;

// Calls visit(weights) for every vector of `size` weights of the given total, until
// one call returns true.
template <class Visit>
bool for_each_composition(std::size_t size, std::int64_t total, Weights& prefix,
                          const Visit& visit) {
  if (prefix.size() + 1 == size) {
    if (total > largest_weight) return false;
    prefix.push_back(total);
    const bool done = visit(prefix);
    prefix.pop_back();
    return done;
  }
  for (std::int64_t weight = std::min(total, largest_weight); weight >= 0; --weight) {
    prefix.push_back(weight);
    const bool done = for_each_composition(size, total - weight, prefix, visit);
    prefix.pop_back();
    if (done) return true;
  }
  return false;
}

}  // namespace grundy::rules
