// law/emit/emit.hpp: a law as a function that computes it, in C or Python, or as a formula of TeX.
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

// The values of one heap, low to first + length - 1. Later ones repeat, and grow by `saltus` with
// each period. Outcomes are their numbers.
struct Listing {
  std::int64_t low = 0;
  std::int64_t first = 0;
  std::int64_t length = 1;
  std::int64_t saltus = 0;
  std::vector<std::int64_t> values = {};  // none: the law is no such listing
};

struct Emitted {
  const rules::Rules& rules;  // of the section, where there is one
  rules::Claim claim;         // only its quantity counts where there is a listing
  Listing listing;
  std::vector<std::string> remarks;  // printed as a comment, a line each
};

// More values than this are not printed.
inline constexpr std::size_t most_listed = 100'000;
inline constexpr std::size_t most_listed_in_tex = 1'000;

// The function takes the coordinates. In C it is `int64_t GAME_nimber(..)` or `int GAME_is_p(..)`,
// and returns -1 where the law says nothing or 64 bits are too few; in Python it raises ValueError
// where the law says nothing. Errc::unsupported for too many values, and in C for divisors that may
// be 0 and numbers that may leave 64 bits everywhere.
Result<std::string> emit(const Emitted& law, Form form);

// How many comparisons the formula of a claim makes.
std::size_t comparisons(const rules::Claim& claim);

}  // namespace grundy::law
