// rules/language/diagnostics.hpp: the mistakes found in a text, and how they are shown.
//
//   wythoff.game:4:32: there is no set `fibonaci`
//       (a, b) -> (a - k, b) for k in fibonaci
//                                     ^
//     did you mean `fibonacci`?
//
// In the line shown, characters that a terminal could misread are escaped. Of a long line only
// the part around the caret is shown.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

class Diagnostics {
 public:
  static constexpr std::size_t limit = 20;  // mistakes kept

  // A second mistake at the same place is a consequence of the first and is dropped.
  void report(Place place, std::string message, std::string hint = {});

  bool none() const noexcept { return found_.empty(); }
  std::size_t count() const noexcept { return found_.size(); }
  // Further reports would be dropped, so the caller may stop reading.
  bool full() const noexcept { return more_; }

  // All mistakes, sorted by place, as one Errc::rules. Requires !none(). Lines are counted without
  // the first `lines_before`, which the user has not written.
  Error error(std::string_view text, std::string_view source, std::size_t lines_before = 0) const;

 private:
  struct Diagnostic {
    Place place;
    std::string message;
    std::string hint;
  };
  std::vector<Diagnostic> found_;
  bool more_ = false;
};

}  // namespace grundy::rules
