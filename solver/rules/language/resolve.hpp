// rules/language/resolve.hpp: from the syntax of a game to its Rules.
#pragma once
#include <optional>
#include <string_view>

#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Coordinates and parameters lie within -coordinate_limit .. coordinate_limit, so that
// no difference of two coordinates overflows.
inline constexpr std::int64_t coordinate_limit = 1'000'000'000'000'000'000;

// The games that a game names in its options, and those that they name, by number.
class OtherGames {
 public:
  struct Given {
    Name name;
    ParameterValue value;
  };

  // The number of the game that is resolved.
  virtual std::size_t own() const = 0;
  // That of a game that it names.
  virtual std::size_t number(const Name& game, const std::vector<Given>& given,
                             Diagnostics& diagnostics) = 0;
  // The count of its coordinates.
  virtual std::size_t coordinates(std::size_t number) const = 0;

 protected:
  ~OtherGames() = default;
};

// The rules of `game` with the overrides that it has parameters for. Names are resolved, constants
// are evaluated, take-and-break codes and symmetries are written out. The rules are not yet checked
// (rules/proofs/check.hpp). Nothing if a mistake was reported.
//
// If `others` are given, the rules are those of one game among several (language/joint.hpp):
// positions have its number in front, the low end of which is all of its range; those of others
// have as many coordinates as these. `where` is not yet part of the rules.
std::optional<Rules> resolve(const GameSyntax& game, const Parameters& overrides,
                             Diagnostics& diagnostics, OtherGames* others = nullptr);

}  // namespace grundy::rules
