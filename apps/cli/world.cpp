#include "world.hpp"

namespace grundy::cli {

cluster::Transport*& world() noexcept {
  static cluster::Transport* transport = nullptr;
  return transport;
}

}  // namespace grundy::cli
