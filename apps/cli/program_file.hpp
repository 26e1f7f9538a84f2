// cli/program_file.hpp: `grundy value --program FILE`: games that are functions of a shared object.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "ask/evaluator.hpp"
#include "base/error.hpp"
#include "cli/expressions.hpp"

namespace grundy::cli {

// Answers each text that the program's `start` takes, where `-` stands for the lines of standard
// input; prints what `print` prints. Wrong texts are reported, and those after them answered.
// Errc::io or Errc::usage if the file is no such program. Then, if `reached` is not empty, writes
// all positions that were met to that file.
Status answer_by_program(
    const std::string& file, const ExpressionChoice& choice, const std::vector<std::string>& texts,
    const std::string& reached,
    const std::function<void(const std::string& text, const query::Value& value)>& print);

}  // namespace grundy::cli
