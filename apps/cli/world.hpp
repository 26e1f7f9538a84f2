// cli/world.hpp: the rank that this process is of a job of several.
#pragma once
#include <cstdint>

#include "ranks/transport.hpp"

namespace grundy::cli {

// Set once by the main function of grundy-mpi, before run(); null for `grundy`.
cluster::Transport*& world() noexcept;

// What each rank may take, equal on all of them, for they must plan alike; set with world().
std::uint64_t& memory_of_rank() noexcept;

}  // namespace grundy::cli
