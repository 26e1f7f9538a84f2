// law/report.hpp: laws as JSON for programs, whose keys stay, and as code.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "law/emit/emit.hpp"
#include "law/find.hpp"

namespace grundy::law {

using Json = nlohmann::ordered_json;

// What `--json` prints for a law that was claimed, and for one that was searched for. `certificate`
// names the file that it was written to, or is empty.
Json report(const Task& task, const Checked& checked);
Json report(const Question& question, const Found& found, const std::string& certificate);

// The certificate of what was found. It has no laws if nothing was.
Certificate certificate_of(const Question& question, const Found& found);

// The values up to the end of the first period, of a law with a period that no short formula tells;
// else none.
Result<Listing> listing_of(const Question& question, const Law& law);

// A law as code (law/emit/emit.hpp): one that was found, or one that was claimed.

// Errc::unsupported as of emit().
Result<std::string> function_of(const Question& question, const Law& law, Form form);

// The same, and for a claim that was refuted.
Result<std::string> function_of(const Task& task, const Checked& checked, Form form);

// A statement and a proof for Coq (law/coq.hpp).
Result<std::string> proof_of(const Question& question, const Found& found);

}  // namespace grundy::law
