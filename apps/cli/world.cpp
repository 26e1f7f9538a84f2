#include "cli/world.hpp"

namespace grundy::cli {

cluster::Transport*& world() noexcept {
  static cluster::Transport* transport = nullptr;
  return transport;
}

std::uint64_t& memory_of_rank() noexcept {
  static std::uint64_t bytes = 0;
  return bytes;
}

}  // namespace grundy::cli
