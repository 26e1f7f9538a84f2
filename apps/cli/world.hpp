// cli/world.hpp: the rank that this process is of a job of several.
#pragma once
#include "cluster/transport.hpp"

namespace grundy::cli {

// Set once by the main function of grundy-mpi, before run(); null for `grundy`.
cluster::Transport*& world() noexcept;

}  // namespace grundy::cli
