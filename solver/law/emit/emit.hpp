// law/emit/emit.hpp: a law as a function in C or Python, or as a formula in TeX.
// Start reading here.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

enum class Form : std::uint8_t { c, python, tex };

// The values of one heap, from low to first + length - 1. Later ones repeat, and grow by `saltus`
// with each period. Outcomes are given as numbers.
struct Listing {
  std::int64_t low = 0;
  std::int64_t first = 0;
  std::int64_t length = 1;
  std::int64_t saltus = 0;
  std::vector<std::int64_t> values = {};  // empty: the law is a claim
};

struct Emitted {
  const rules::Rules& rules;  // of the section, if there is one
  rules::Claim claim;         // with a listing only its quantity is used
  Listing listing;
  std::vector<std::string> remarks;  // printed as a comment, a line each
};

// More values than this are not printed.
inline constexpr std::size_t most_listed = 100'000;
inline constexpr std::size_t most_listed_in_tex = 1'000;

// The function takes the coordinates. In C it is `int64_t GAME_nimber(..)` or `int GAME_is_p(..)`,
// and returns -1 if the law says nothing or 64 bits do not suffice. In Python it raises ValueError
// if the law says nothing. Errc::unsupported for too many values, and in C for divisors that may be
// 0 and for numbers that leave 64 bits at every position.
Result<std::string> emit(const Emitted& law, Form form);

// The number of comparisons in the formula of a claim.
std::size_t comparisons(const rules::Claim& claim);

}  // namespace grundy::law
