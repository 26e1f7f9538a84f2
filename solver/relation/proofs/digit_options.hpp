// relation/proofs/digit_options.hpp: heaps whose options are near them, or near a fraction of them.
//
// Such as Mark: from n to n - 1 or floor(n / 2). For all n from some heap on, each part of each
// option is n + offset with offset < 0, or floor(n / base) + offset, and which options there are
// follows from n mod modulus. Linear arithmetic proves it, however the rules are written. This
// header needs no isl.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::relation {

struct DigitOptions {
  struct Part {
    bool is_far;  // near floor(n / base), else near n
    std::int64_t offset;
  };
  using Option = std::vector<Part>;  // a sum

  std::int64_t base = 2;
  std::int64_t modulus = 2;                     // a multiple of the base
  std::vector<std::vector<Option>> by_residue;  // [n mod modulus]
  std::int64_t from = 0;                        // for all heaps n >= from
};

// For a base of at least 2. Nothing if the options are not so, or have other distances than up to
// 64. May take any time and memory, like prove().
std::optional<DigitOptions> digit_options(const rules::Rules& rules, std::int64_t base);

// What the base may be: about how many times a heap is as large as an option that is not near it.
// Nothing if there is no such number, or if it is not evident.
std::optional<std::int64_t> base_of_options(const rules::Rules& rules);

}  // namespace grundy::relation
