// quotient/heaps.hpp: the misère quotient of a game of one heap, found heap by heap.
//
// Start reading here. quotient/builder.hpp finds Q(n) for one heap after the other, until classes
// repeat for long enough to prove that they always do, or a limit is met. What is given has been
// judged again from the rules (quotient/judge.hpp).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "quotient/builder.hpp"
#include "quotient/judge.hpp"
#include "rules/rules.hpp"
#include "search/meter.hpp"

namespace grundy::quotient {

struct Limits {
  std::uint64_t heaps = 1000;  // the last one to look at, numbered from the low end of the range
  std::size_t classes = 1000;  // the largest order
};

class HeapSearch {
 public:
  // Errc::unsupported for rules of several coordinates, or with endings. The meter must outlive it.
  static Result<HeapSearch> of(std::shared_ptr<const rules::Rules> rules, Limits limits,
                               lazy::Meter& meter);

  // Goes on up to this heap, or that of the limits, or until a period is proved. Errors: those of
  // Builder::add, and Errc::unsupported for rules in which heaps become larger. Heaps before are
  // kept, and it can go on after Errc::interrupted.
  Status extend(std::uint64_t heap);

  // Of the heaps so far; judged, which takes about as long as it took to find. Requires one heap.
  // Errors: Errc::wrong for a mistake of this program, and those of judge().
  Result<HeapQuotient> quotient();

  std::size_t heaps() const noexcept { return builder_.size(); }
  std::size_t order() const noexcept { return builder_.monoid().order(); }
  bool is_whole() const noexcept { return period_.has_value(); }

 private:
  HeapSearch(std::shared_ptr<const rules::Rules> rules, Limits limits, lazy::Meter& meter)
      : rules_(std::move(rules)),
        limits_(limits),
        meter_(&meter),
        builder_(limits.classes, meter),
        bound_(PeriodBound::of(*rules_)) {}

  Result<Options> options_of(std::uint64_t heap) const;
  std::optional<Period> period() const;

  std::shared_ptr<const rules::Rules> rules_;
  Limits limits_;
  lazy::Meter* meter_;
  Builder builder_;
  std::optional<PeriodBound> bound_;
  std::optional<Period> period_;
};

}  // namespace grundy::quotient
