// cli/law/verify_law.hpp: `grundy verify --law`, a law of a file judged again.
#pragma once
#include <string>

#include "base/error.hpp"

namespace grundy::cli {

// `answer_is_no`: a law of the file does not hold as it says. Errc::unsupported in a program
// without laws (GRUNDY_LAW).
Status verify_law(const std::string& file, double seconds, bool as_json, bool& answer_is_no);

// Prints the law of the file for Coq, which judges it (law/coq.hpp). Errc::unsupported as there and
// above, and for a file of several laws.
Status print_law_for_coq(const std::string& file, double seconds);

}  // namespace grundy::cli
