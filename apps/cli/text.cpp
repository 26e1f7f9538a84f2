#include "text.hpp"

#include <fmt/format.h>

namespace grundy::cli {

void print(const Json& json) {
  fmt::print("{}\n", json.dump());
}

}  // namespace grundy::cli
