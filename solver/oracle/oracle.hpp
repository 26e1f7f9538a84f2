// oracle/oracle.hpp: outcome, nimber and remoteness by their definitions.
//
// Slow and obviously right: plain recursion over the options, with results remembered. Everything
// fast is tested against it. It reads Rules and nothing else: no bound analysis, no symmetry, no
// termination proof, no kernel.
//
//   outcome     That of the first ending that holds, if any. Without options, P under normal play
//               and N under misère. Else N if some option is P.
//   remoteness  0 if an ending holds or there is no option. At an N-position 1 + the least over the
//               P-options, at a P-position 1 + the greatest over all.
//   nimber      The mex of the options' nimbers, for normal play without `won when` endings.
//
// A sum of positions is one position of a larger game, whose options change one component. All
// three values are computed by these definitions for sums, too. Only nimber_by_xor uses the
// Sprague-Grundy theorem, and so reaches boxes with too many sums for the others.
//
// Errors: Errc::usage for a position outside its range; Errc::unsupported for an option outside
// `within`, which means that the closure was wrong, for nimbers that do not exist, and for sums in
// which endings leave open who has lost (any sum of two or more positions in a game with `won`
// endings, and under misère in a game with any ending); Errc::rules for play that comes back to a
// position. Those of options() too. Not thread-safe: an Oracle keeps its results.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "oracle/options.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

// Recursion over options with an explicit stack.
//
// Computes Fact(root) = conclude(root, facts of the parts of each option), where the facts of the
// parts are computed in the same way. Every fact is kept in `known`. The parts of an option are the
// sums that determine its fact: the option itself, or its components.
//   expand(sum)          -> Result<std::vector<Parts>>, one Parts for each option
//   conclude(sum, facts) -> Result<Fact>, where facts[i][j] is that of part j of option i
// A sum that depends on its own fact is Errc::rules: such play would never end.

using Parts = std::vector<Sum>;

// A sum without a fact is on the stack.
template <class Fact>
using Known = std::map<Sum, std::optional<Fact>>;

template <class Fact, class Expand, class Conclude>
class DepthFirst {
 public:
  DepthFirst(Known<Fact>& known, Expand expand, Conclude conclude)
      : known_(known), expand_(std::move(expand)), conclude_(std::move(conclude)) {}

  Result<Fact> fact(const Sum& root) {
    Status status = known_.contains(root) ? Status() : enter(root);
    while (status && !frames_.empty()) status = step();
    for (const Frame& unfinished : frames_) known_.erase(unfinished.sum);
    frames_.clear();
    if (!status) return status.error();
    return *known_.at(root);
  }

 private:
  struct Frame {
    Sum sum;
    std::vector<Parts> options;
    std::size_t option = 0;  // options before this one are known
  };

  Status enter(const Sum& sum) {
    auto options = expand_(sum);
    if (!options) return options.error();
    known_.emplace(sum, std::nullopt);
    frames_.push_back({sum, *std::move(options)});
    return {};
  }

  Status step() {
    const Sum* needed = next_unknown(frames_.back());
    if (needed == nullptr) return leave();
    if (!known_.contains(*needed)) return enter(Sum(*needed));
    return Error{Errc::rules,
                 fmt::format("play need not end: it can come back to {}", to_string(*needed))};
  }

  const Sum* next_unknown(Frame& frame) const {
    for (; frame.option < frame.options.size(); ++frame.option)
      for (const Sum& part : frame.options[frame.option])
        if (const auto found = known_.find(part); found == known_.end() || !found->second)
          return &part;
    return nullptr;
  }

  Status leave() {
    const Frame& frame = frames_.back();
    std::vector<std::vector<Fact>> facts;
    for (const Parts& parts : frame.options) {
      facts.emplace_back();
      for (const Sum& part : parts) facts.back().push_back(*known_.at(part));
    }
    auto fact = conclude_(frame.sum, facts);
    if (!fact) return fact.error();
    known_.at(frame.sum) = *std::move(fact);
    frames_.pop_back();
    return {};
  }

  Known<Fact>& known_;
  Expand expand_;
  Conclude conclude_;
  std::vector<Frame> frames_;
};

class Oracle {
 public:
  // `within`: a box that the caller claims no play leaves; options outside it are errors.
  Oracle(rules::Rules rules, Convention convention, std::optional<Box> within = std::nullopt);

  Result<Outcome> outcome(const Position& position) { return outcome_of_sum({position}); }
  Result<std::uint32_t> nimber(const Position& position) { return nimber_of_sum({position}); }
  Result<std::uint32_t> remoteness(const Position& position) {
    return remoteness_of_sum({position});
  }
  Result<std::uint32_t> nimber_by_xor(const Position& position);

  // Sets the greatest count of sums that may be expanded; after it functions fail with
  // Errc::memory.
  void limit(std::uint64_t sums) { most_sums_ = sums; }

  // Makes functions fail with Patience::error() once `patience` has ended. Null removes it. It must
  // outlive the calls.
  void wait(Patience* patience) { patience_ = patience; }

  // The options of a position, ascending and without repeats.
  Result<std::vector<Sum>> options(const Position& position) const;

  Result<Outcome> outcome_of_sum(const Sum& sum);
  Result<std::uint32_t> nimber_of_sum(const Sum& sum);
  Result<std::uint32_t> remoteness_of_sum(const Sum& sum);

 private:
  struct Facts {
    Outcome outcome;
    std::uint32_t nimber;
    std::uint32_t remoteness;
  };

  Result<Facts> facts(Sum sum);
  Result<Facts> conclude(const Sum& sum, const std::vector<std::vector<Facts>>& options) const;
  Result<std::vector<Parts>> expand(const Sum& sum);
  Result<std::vector<Parts>> expand_by_component(const Sum& sum) const;
  Result<Sum> without_dead(const Sum& sum);
  Result<bool> is_dead(const Position& position);
  Status check(const Sum& sum) const;
  Status check_nimbers() const;
  bool has_ending(Outcome outcome) const;

  rules::Rules rules_;
  Convention convention_;
  std::optional<Box> within_;
  std::uint64_t most_sums_ = std::numeric_limits<std::uint64_t>::max();
  Patience* patience_ = nullptr;
  Known<Facts> facts_;
  Known<std::uint32_t> nimbers_by_xor_;  // of sums of one position
  std::map<Position, bool> dead_;
};

// The least number that is not among the given ones.
inline std::uint32_t mex(const std::set<std::uint32_t>& values) {
  std::uint32_t least = 0;
  while (values.contains(least)) ++least;
  return least;
}

}  // namespace grundy::oracle
