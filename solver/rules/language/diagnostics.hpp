// rules/language/diagnostics.hpp: the mistakes found in one text, and how they are shown.
//
//   wythoff.game:4:32: there is no set `fibonaci`
//       (a, b) -> (a - k, b) for k in fibonaci
//                                     ^
//     did you mean `fibonacci`?
//
// The line is shown with whatever a terminal could misread escaped, and a long line
// only around the caret.
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
  // Further reports change nothing: time to stop reading.
  bool full() const noexcept { return more_; }

  // All of them by place, as one Errc::rules. Requires that there are some. Lines are told without
  // the first `lines_before`, which the reader has not written.
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
