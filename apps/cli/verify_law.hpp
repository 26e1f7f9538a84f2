// cli/verify_law.hpp: `grundy verify --law`, a law judged anew, and the reader of its file.
#pragma once
#include <string>

#include "base/error.hpp"
#include "law/certificate/certificate.hpp"

namespace grundy::cli {

Result<law::Certificate> read_law(const std::string& path);

// `answer_is_no`: a law of the file does not hold as it says.
Status verify_law(const std::string& file, double seconds, bool as_json, bool& answer_is_no);

}  // namespace grundy::cli
