// server/openapi.hpp: what can be asked, as OpenAPI 3.1 has it.
#pragma once
#include <string_view>

namespace grundy::server {

// The text of openapi.json in this folder.
std::string_view openapi() noexcept;

}  // namespace grundy::server
