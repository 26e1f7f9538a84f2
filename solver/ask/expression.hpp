// ask/expression.hpp: sums of positions, and how they are written.
//
//   sum      := `0` | term (`+` term)*                `0` is the sum of nothing
//   term     := [COUNT `*`] GAME `(` INTEGER, .. [`;` parameter (`,` parameter)*] `)`
//   parameter := NAME `=` (INTEGER | `{` [INTEGER, ..] `}`)
//
// GAME is a name or a code: `three_pile(3,4,5) + 2*nim(7)`, `0.137(40)`,
// `subtraction(9; S={1,3,4})`. Blanks mean nothing. What is printed can be read again.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::query {

// A game as an expression names it. Games with the same rules share them, so that they
// can be told apart by address.
struct Game {
  std::string name;
  rules::Parameters given;  // parameters that were written; the others have their defaults
  std::shared_ptr<const rules::Rules> rules;
};

struct Term {
  std::shared_ptr<const Game> game;
  Position position;
  std::uint64_t count = 1;
};

// Unequal positions, each with its count.
class Sum {
 public:
  Sum() = default;

  // Equal positions become one term, at the place of the first. Errc::usage when more
  // than 2^62 come together.
  static Result<Sum> of(const std::vector<Term>& terms);

  // The sum after a move: one position of term number `term` is replaced by `by`.
  Sum with_one_replaced(std::size_t term, const std::vector<Position>& by) const;

  const std::vector<Term>& terms() const noexcept { return terms_; }

  // Whether it is a single position.
  bool is_single() const noexcept { return terms_.size() == 1 && terms_.front().count == 1; }

  // The convention of its games; nothing if they differ. Normal for the sum of nothing.
  std::optional<Convention> convention() const noexcept;

 private:
  std::vector<Term> terms_;
};

std::string to_string(const Term& term);
std::string to_string(const Sum& sum);

}  // namespace grundy::query
