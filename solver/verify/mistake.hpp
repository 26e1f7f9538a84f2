// verify/mistake.hpp: what is said and kept of a value of ours that the rules do not give.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"
#include "verify/known.hpp"

namespace grundy::verify {

struct Mistake {
  const rules::Rules& rules;
  Quantity quantity;
  Convention convention;
  Position position;
  std::string found;  // the value that would have been told
  std::string but;    // what speaks against it: "by the rules it is 1"
  std::vector<std::pair<std::string_view, std::string>> how;  // it was found: name and text
};

// Writes all of it to the file, for a report, and names position, both values and the file. What
// cannot be written is said in the message.
Error report(const Mistake& mistake, const std::filesystem::path& file);

// A file for mistakes without a table, in the directory for temporary ones.
std::filesystem::path mistake_file();

}  // namespace grundy::verify
