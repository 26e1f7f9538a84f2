// law/report.hpp: laws as objects for programs. Their keys stay.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "law/find.hpp"

namespace grundy::law {

using Json = nlohmann::ordered_json;

// What laws were asked for.
struct About {
  const rules::Rules& rules;
  const presburger::Section& section;  // empty: all positions
  Quantity value;
  Convention convention;
};

About about(const Question& question);
About about(const Task& task);

// What `--json` prints: of somebody's own law, and of a law that was looked for, with the file that
// it was written to, or empty.
Json report(const Task& task, const Checked& checked);
Json report(const Question& question, const Found& found, const std::string& certificate);

// For the file of what was found.
Certificate certificate_of(const Question& question, const Found& found);

}  // namespace grundy::law
