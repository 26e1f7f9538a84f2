// ask/parse.hpp: from the text of an expression to the sum it means.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ask/expression.hpp"
#include "ask/games.hpp"
#include "base/error.hpp"

namespace grundy::query {

// For the grammar see ask/expression.hpp. The first mistake is the Error, in one line:
//   `nim(3) + nimm(4)`, column 10: there is no game `nimm`; did you mean `nim`?
// Linear in the text and takes no recursion, so that any text may be given.
Result<Sum> parse(std::string_view text, Games& games);

// A coordinate that is written down, or the number of the variable that stands for it.
struct FreeVariable {
  std::size_t number;
};
using FreeCoordinate = std::variant<std::int64_t, FreeVariable>;

struct FreeTerm {
  std::shared_ptr<const Game> game;
  std::vector<FreeCoordinate> coordinates;
  std::uint64_t count = 1;
};

// A sum some of whose coordinates are names: `nim(a) + 2*nim(b) + lasker(5)`.
struct FreeSum {
  std::vector<FreeTerm> terms;
  std::vector<std::string> variables;  // by number, in the order of their first occurrence
};

// The same grammar, where a coordinate may also be a name.
Result<FreeSum> parse_free(std::string_view text, Games& games);

}  // namespace grundy::query
