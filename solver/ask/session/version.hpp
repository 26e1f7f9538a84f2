// ask/session/version.hpp: which Grundy this is.
#pragma once
#include <string_view>

namespace grundy::session {

// "0.2.0"
std::string_view version() noexcept;

}  // namespace grundy::session
