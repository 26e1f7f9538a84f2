// differential/coverage.hpp: what has occurred together.
//
// Pairs of constructs of one game that was compared; a construct and the kernel that really ran (or
// a way of asking position by position); and a kernel with a quantity and a convention. Pairs that
// cannot occur, or that a family of kernels has nothing to do with, are excepted by the tables in
// coverage.cpp, with the reason.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/value.hpp"
#include "generator/constructs.hpp"

namespace grundy::differential {

using generator::Constructs;

class Coverage {
 public:
  // A game was compared by this kernel.
  void add(const Constructs& constructs, const std::string& kernel, Quantity quantity,
           Convention convention);
  void add(const Coverage& other);

  // Whether constructs of a game would be together for the first time.
  bool promises(const Constructs& constructs) const;

  struct Figures {
    std::uint64_t seen = 0;
    std::uint64_t possible = 0;
  };
  Figures figures() const;

  // Those that were to occur and did not.
  std::vector<std::string> missing() const;

 private:
  using Pair = std::pair<std::string, std::string>;
  std::set<Pair> seen_;
};

}  // namespace grundy::differential
