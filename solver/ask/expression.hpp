// ask/expression.hpp: sums of positions, how they are written, and the games that they name.
//
//   sum      := `0` | term (`+` term)*                `0` is the sum of nothing
//   term     := [COUNT `*`] GAME `(` INTEGER, .. [`;` parameter (`,` parameter)*] `)`
//   parameter := NAME `=` (INTEGER | `{` [INTEGER, ..] `}`)
//
// GAME is a name or a code: `three_pile(3,4,5) + 2*nim(7)`, `0.137(40)`,
// `subtraction(9; S={1,3,4})`. Blanks mean nothing. What is printed can be read again.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::query {

// A game as an expression names it. Games with the same rules share them, so that
// addresses distinguish them.
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

// The name of the game that the term is a position of. Games that name each other are one.
std::string name_of(const Term& term);
std::string to_string(const Term& term);
std::string to_string(const Sum& sum);

// The games that expressions may name.

// The rules called `name`, with these parameters.
using Lookup =
    std::function<Result<rules::Rules>(std::string_view name, const rules::Parameters& parameters)>;

// Finds the games of `more` (say, those of a --rules file), then the catalogue, then octal
// and hexadecimal codes.
Lookup catalogue_and(std::vector<rules::Rules> more = {});

// Remembers every game looked up. Not thread-safe.
class Games {
 public:
  explicit Games(Lookup lookup = catalogue_and()) : lookup_(std::move(lookup)) {}

  // Errors are those of the lookup.
  Result<std::shared_ptr<const Game>> find(std::string_view name,
                                           const rules::Parameters& parameters = {});

 private:
  std::shared_ptr<const rules::Rules> share(rules::Rules rules) const;

  Lookup lookup_;
  std::map<std::pair<std::string, rules::Parameters>, std::shared_ptr<const Game>> known_;
};

}  // namespace grundy::query
