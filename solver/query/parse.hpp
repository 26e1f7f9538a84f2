// query/parse.hpp: from the text of an expression to the sum it means.
#pragma once
#include <string_view>

#include "core/error.hpp"
#include "query/expression.hpp"
#include "query/games.hpp"

namespace grundy::query {

// For the grammar see query/expression.hpp. The first mistake is the Error, in one line:
//   `nim(3) + nimm(4)`, column 10: there is no game `nimm`; did you mean `nim`?
// Linear in the text and takes no recursion, so that any text may be given.
Result<Sum> parse(std::string_view text, Games& games);

}  // namespace grundy::query
