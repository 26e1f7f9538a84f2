// ask/parse.hpp: from the text of an expression to the sum it means.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ask/expression.hpp"
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

// The words and signs of an expression, one after another.

class Scanner {
 public:
  // `text` must outlive the scanner.
  explicit Scanner(std::string_view text) : text_(text) { skip_blanks(); }

  bool at_end() const noexcept { return at_ == text_.size(); }

  // Where the next token begins, in bytes.
  std::size_t place() const noexcept { return at_; }

  // Takes the sign if it comes next.
  bool accept(char sign) noexcept;

  // Takes letters, digits, `_` and `.`: a name, a code or a number. Empty if there are none.
  std::string_view word() noexcept;

  // Takes an integer, which may have a sign.
  Result<std::int64_t> integer(std::string_view what);

  // Takes a text in double quotes, which has no escapes. Nothing if none comes next; Errc::usage if
  // it does not end.
  std::optional<Result<std::string>> quoted();

  // "expected WHAT, found X" at the next token.
  Error expected(std::string_view what) const;

  // An error at a place of the text.
  Error error(std::size_t place, Errc code, std::string_view message) const;
  Error error(std::size_t place, std::string_view message) const {
    return error(place, Errc::usage, message);
  }

 private:
  void skip_blanks() noexcept;
  std::string next_token() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

// Whether a word is a name, rather than a number, a code or nothing.
bool begins_name(std::string_view word);

// The number that a word of digits writes; Errc::usage if it is not one or too large.
Result<std::uint64_t> number(std::string_view word);

}  // namespace grundy::query
