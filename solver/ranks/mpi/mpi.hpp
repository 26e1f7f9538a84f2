// ranks/mpi/mpi.hpp: ranks that are processes of an MPI job. The only folder that sees MPI.
//
// One thread at a time calls MPI, and no call blocks: a thread that solves, between two tiles
// (poll), or the thread of the pump. The pump sleeps if nothing arrives or leaves. It sleeps longer
// while others poll, because each time it wakes up it takes a core from a thread that solves.
#pragma once
#include <cstdint>
#include <memory>

#include "ranks/transport.hpp"

namespace grundy::cluster::mpi {

class World final : public Transport {
 public:
  // Starts MPI. To be called before anything else, once in a process. Errc::unsupported if a
  // scheduler has started several jobs of one rank each instead of one job. `silence`: seconds
  // after which a silent rank is given up and the job ends. `free_memory`: bytes of this machine.
  static Result<std::unique_ptr<World>> begin(int* argc, char*** argv, double silence,
                                              std::uint64_t free_memory);

  // The equal share of a rank in the free memory of its machine; the least over all ranks.
  std::uint64_t memory_of_rank() const noexcept { return memory_of_rank_; }

  // Ends MPI, once all ranks do.
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
