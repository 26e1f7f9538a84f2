// cli/text.hpp: numbers and boxes as people read them, and JSON as programs do.
#pragma once
#include <nlohmann/json.hpp>

#include "ask/session/text.hpp"

namespace grundy::cli {

using Json = nlohmann::ordered_json;

using session::counted;
using session::duration;
using session::grouped;
using session::period_text;
using session::rate;
using session::size_of;

// As one line, with its end. Names of files and rules may hold any bytes: what is no UTF-8 becomes
// U+FFFD.
std::string line_of(const Json& json);

// That line on stdout.
void print(const Json& json);

}  // namespace grundy::cli
