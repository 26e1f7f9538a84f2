// verify/mistake.hpp: reporting a value that Grundy found but that does not follow from the rules.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "rules/rules.hpp"

namespace grundy::verify {

struct Mistake {
  const rules::Rules& rules;
  Quantity quantity;
  Convention convention;
  Position position;
  std::string found;  // the value that would have been reported
  std::string but;    // the contradiction: "by the rules it is 1"
  std::vector<std::pair<std::string_view, std::string>> how;  // how it was found: names and texts
};

// Writes all of it to the file, which the user is asked to send. Returns Errc::wrong with a message
// that names the position, both values and the file, if that could be written.
Error report(const Mistake& mistake, const std::filesystem::path& file);

// Where to write mistakes that concern no table: in the directory for temporary files.
std::filesystem::path mistake_file();

}  // namespace grundy::verify
