// cli/failure.hpp: what is said on stderr when something fails, and the exit status.
#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace grundy::cli {

constexpr int system_status = 4;
constexpr int interrupted_status = 130;

// Reports the error on stderr, unless its message is empty: then it was reported before. Returns
// the exit status.
int fail(const Error& error);

// Questions that cannot be answered, while those after them can.
class Refusals {
 public:
  // Keys of `json` name the question: "expression" or "position".
  Refusals(std::string key, bool as_json) : key_(std::move(key)), as_json_(as_json) {}

  // Tells why the question has no answer, with the number of its line, from 1; 0 for an argument.
  // An error that the next question would meet too is given back.
  Status add(const Error& error, const std::string& question, std::size_t line);

  // Errc::usage without a message, if there was any.
  Status end() const { return any_ ? Status(Error{Errc::usage, ""}) : Status(); }

 private:
  std::string key_;
  bool as_json_;
  bool any_ = false;
};

}  // namespace grundy::cli
