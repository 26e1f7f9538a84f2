// cli/verify_law.hpp: `grundy verify --law`, a law judged anew.
#pragma once
#include <string>

#include "core/error.hpp"

namespace grundy::cli {

// `answer_is_no`: a law of the file does not hold as it says.
Status verify_law(const std::string& file, double seconds, bool as_json, bool& answer_is_no);

}  // namespace grundy::cli
