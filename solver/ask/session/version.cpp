#include "ask/session/version.hpp"

namespace grundy::session {

std::string_view version() noexcept {
  return GRUNDY_VERSION;
}

}  // namespace grundy::session
