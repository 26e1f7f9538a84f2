// cli/text.hpp: numbers and boxes as people read them, and JSON as programs do.
#pragma once
#include <nlohmann/json.hpp>

#include "session/text.hpp"

namespace grundy::cli {

using Json = nlohmann::ordered_json;

using session::counted;
using session::duration;
using session::grouped;
using session::rate;
using session::size_of;

// One line on stdout.
void print(const Json& json);

}  // namespace grundy::cli
