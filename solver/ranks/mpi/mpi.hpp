// ranks/mpi/mpi.hpp: ranks that are processes of an MPI job. The only folder that sees MPI.
//
// One thread at a time makes calls of MPI, none of which blocks: those that solve, between two
// tiles (poll), or the pump. That thread sleeps where nothing comes or goes, and for longer while
// others poll, for each time it wakes up it takes a core from one that solves.
#pragma once
#include <cstdint>
#include <memory>

#include "ranks/transport.hpp"

namespace grundy::cluster::mpi {

class World final : public Transport {
 public:
  // Begins MPI: to be called first of all, once in a process. Errc::unsupported if a scheduler has
  // begun several jobs of one rank each where one job of several was meant. `silence`: seconds
  // after which a rank that nothing is heard of is given up, and the job ends. `free_memory`: bytes
  // of this machine.
  static Result<std::unique_ptr<World>> begin(int* argc, char*** argv, double silence,
                                              std::uint64_t free_memory);

  // Of what is free on its machine, a rank's equal part; the least of all ranks.
  std::uint64_t memory_of_rank() const noexcept { return memory_of_rank_; }

  // Ends MPI, when all ranks do.
  ~World() override;

  std::size_t rank() const noexcept override;
  std::size_t ranks() const noexcept override;
  void listen(Topic topic, Handler handler) override;
  void send(std::size_t to, const Subject& subject, Bytes bytes) override;
  void fail(const Error& error) override;
  std::optional<Error> failure() const override;
  bool poll() override;
  Traffic sent() const noexcept override;
  std::uint64_t waiting() const noexcept override;

 private:
  class Pump;
  World(std::unique_ptr<Pump> pump, std::uint64_t memory_of_rank);
  std::unique_ptr<Pump> pump_;
  std::uint64_t memory_of_rank_;
};

}  // namespace grundy::cluster::mpi
