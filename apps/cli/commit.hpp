// cli/commit.hpp: the commit that this program was built from.
#pragma once
#include <string_view>

namespace grundy::cli {

// "d45fa61-dirty"; empty where the sources were no git checkout.
std::string_view commit() noexcept;

}  // namespace grundy::cli
