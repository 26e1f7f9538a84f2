// oracle/oracle.hpp: outcome, nimber and remoteness by their definitions.
//
// Slow and obviously right: plain recursion over the options, remembering what was
// found. Everything fast is tested against it. It reads Rules and nothing else: no bound
// analysis, no symmetry, no termination proof, no kernel.
//
//   outcome     where an ending holds, what the ending says. Without options, P under
//               normal play and N under misère. Else N if some option is P.
//   remoteness  0 where the game is over or there is no option; at an N-position 1 + the
//               least over the P-options, at a P-position 1 + the greatest over all.
//   nimber      mex of the options' nimbers; normal play, and no `won when` ending.
//
// A sum of positions is one position of a larger game, whose options change one
// component; all three are computed on it as they stand. nimber_by_xor alone uses the
// Sprague-Grundy theorem, and so reaches boxes where whole sums are too many.
//
// Errors: a position outside its range; an option outside `within` (whoever computed
// that closure was wrong); play that comes back to a position; nimbers where there are
// none; and sums where endings leave open who has lost: any sum of two or more in a game
// with `won` endings, and under misère in a game with any ending.
// Not thread-safe: an Oracle keeps what it found.
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "oracle/depth_first.hpp"
#include "oracle/options.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

class Oracle {
 public:
  // `within`: the box that no play may leave, if the caller claims to know one.
  Oracle(rules::Rules rules, Convention convention, std::optional<Box> within = std::nullopt);

  Result<Outcome> outcome(const Position& position) { return outcome_of_sum({position}); }
  Result<std::uint32_t> nimber(const Position& position) { return nimber_of_sum({position}); }
  Result<std::uint32_t> remoteness(const Position& position) {
    return remoteness_of_sum({position});
  }
  Result<std::uint32_t> nimber_by_xor(const Position& position);

  // From now on it gives up, with Errc::memory, rather than look at more sums than this.
  void limit(std::uint64_t sums) { most_sums_ = sums; }

  // From now on it gives up, with Patience::error(), when this has ended. May be null.
  void wait(Patience* patience) { patience_ = patience; }

  // Ascending and without repeats.
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

}  // namespace grundy::oracle
