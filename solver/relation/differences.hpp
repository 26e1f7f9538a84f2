// relation/differences.hpp: moves that may take the same from every position.
//
// A rule is invariant if its options are x - z for all z of one set, whatever x is, as long as x -
// z is a position (E. Duchêne and M. Rigo, "Invariant games", Theoretical Computer Science 411,
// 2010). The set is found from the relation that the rule is, so it does not matter how the rule is
// written.
#pragma once
#include <string>
#include <vector>

#include "relation/scheme.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// first + k step for k >= 0. The step is not zero.
struct Ray {
  Vector first;
  Vector step;

  bool lowers() const;  // whether it raises no coordinate

  friend bool operator==(const Ray&, const Ray&) = default;
};

// The differences z. What is looked for comes in one order, so that rules in other words mostly
// have the same description.
struct Differences {
  // Ones and zeros, with two ones or more. Each stands for all vectors that are 1 or more at the
  // ones and 0 elsewhere.
  std::vector<Vector> cones;
  // None begins in a cone. Those that begin with their step come first.
  std::vector<Ray> rays;
  std::vector<Vector> singles;
  // For each option rule why its options are not all among these; empty if they are.
  std::vector<std::string> why_not;

  bool of_all_rules() const;
  // Whether z may be subtracted k times for every k >= 1.
  bool has_ray(const Vector& step) const;
};

// Ends of ranges from above only forbid options that raise a coordinate; they are no part of this,
// and neither are endings. Takes milliseconds, and next to nothing for rules that were read before;
// a count of operations bounds it. Thread-safe.
Differences differences(const rules::Rules& rules);

}  // namespace grundy::relation
