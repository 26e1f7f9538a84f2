#include "base/rank_digest.hpp"

#include <fmt/format.h>

namespace grundy {

std::string RankDigest::hex() const {
  return fmt::format("{:016x}{:016x}", high_, low_);
}

}  // namespace grundy
