// quotient/judge.hpp: misère quotients of heaps, judged by the rules and the definition alone.
//
// Nothing of how a quotient was found is used here. The options of every heap are listed again,
// from the rules, and all sums are judged as quotient/definition.hpp says.
//
// A claim may be about all heaps: their classes repeat from some heap on. It follows from finitely
// many of them where every move leaves parts of one total, n - t. Let no move take more than T, nor
// leave more than k parts; let classes have period p from heap n0 on; and let no part that a move
// asks for be larger than n0. Then for every heap
//
//   m > B = T + k (n0 + p - 1)
//
// an option of m has a part of n0 + p or more, which can be less by p: this is an option of m - p,
// of the same class. In the same way an option of m - p has a part of n0 or more, which can be more
// by p. So m has options of the same classes as m - p, and behaves like it if they have one class.
// By induction the heaps up to B judge all. (Moves that begin or end at some heap must have done so
// by m - p.) With k = 2 this is the theorem of Plambeck and Siegel (2008) for octal
// games, which is that of R. K. Guy and C. A. B. Smith (1956) for nimbers.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "quotient/monoid.hpp"
#include "rules/rules.hpp"
#include "search/meter.hpp"

namespace grundy::quotient {

struct Period {
  std::size_t length = 1;
  std::size_t before = 0;  // this many heaps come before those that repeat
  friend bool operator==(const Period&, const Period&) = default;
};

// Heaps are numbered from the low end of their range.
struct HeapQuotient {
  std::shared_ptr<const Monoid> monoid;
  std::vector<Element> classes;  // the pretending function; with a period, as far as its first end
  std::optional<Period> period;  // then it is the quotient of all heaps, however large

  // Nothing beyond the heaps that it is about.
  std::optional<Element> class_of(std::uint64_t heap) const;
};

// The last heap that must be judged for this period, B above; nothing for rules of another form.
class PeriodBound {
 public:
  static std::optional<PeriodBound> of(const rules::Rules& rules);
  std::uint64_t operator()(Period period) const noexcept;
  // The least heap from which a period may begin.
  std::size_t least() const noexcept { return least_; }

 private:
  std::uint64_t taken_ = 0, parts_ = 1, changes_ = 0;
  std::size_t least_ = 0;
};

// Whether (Q, P) and the classes are the misère quotient of the heaps that it is about. Requires
// rules of one coordinate without endings, in which heaps become smaller. Errors: Errc::wrong,
// which says what is not as it should be; Errc::unsupported if a period was claimed of rules of
// another form; those of the oracle, and Errc::memory and Errc::interrupted by the meter.
Status judge(const rules::Rules& rules, const HeapQuotient& quotient, lazy::Meter& meter);

}  // namespace grundy::quotient
