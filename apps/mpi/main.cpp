// mpi/main.cpp: the program `grundy-mpi`: `grundy` as the ranks of an MPI job. All of them solve,
// rank 0 says what there is to say. Other subcommands than `solve` are the affair of rank 0 alone.
#include <fmt/format.h>
#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "cli/failure.hpp"
#include "cli/run.hpp"
#include "cli/streams.hpp"
#include "cli/world.hpp"
#include "ranks/mpi/mpi.hpp"

namespace {

using namespace grundy;

constexpr double default_silence = 60;
constexpr double longest_silence = 1e9;

// Of GRUNDY_MPI_SILENCE.
Result<double> seconds_of_silence() {
  const char* const text = std::getenv("GRUNDY_MPI_SILENCE");
  if (!text) return default_silence;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end != text && *end == '\0' && seconds > 0 && seconds <= longest_silence) return seconds;
  return Error{Errc::usage, fmt::format("GRUNDY_MPI_SILENCE={}: expected seconds, more than 0 and "
                                        "at most {}",
                                        text, longest_silence)};
}

// Memory of messages is used again. What goes back to the system has to be cleared when it comes.
void keep_freed_memory() {
  constexpr int mebibyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
  mallopt(M_TRIM_THRESHOLD, 512 * mebibyte);
  mallopt(M_TOP_PAD, 16 * mebibyte);
}

// mpirun binds ranks to cores, small jobs to one each.
void tell_of_bound_cores(const cluster::Transport& world) {
  if (world.rank() == 0 && parallel::available_cores() == 1 &&
      std::thread::hardware_concurrency() > world.ranks())
    std::fputs(
        "grundy-mpi: each rank is bound to one core; mpirun --bind-to none leaves them all\n",
        stderr);
}

int run_rank(int argc, char** argv, cluster::Transport& world) {
  if (world.rank() == 0) {
    tell_of_bound_cores(world);
    return cli::run(argc, argv);
  }
  if (argc < 2 || std::string_view(argv[1]) != "solve") return 0;
  // Rank 0 reads the same words and says what is wrong with them.
  (void)std::freopen("/dev/null", "w", stdout);
  (void)std::freopen("/dev/null", "w", stderr);
  return cli::run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);
  keep_freed_memory();
  const auto silence = seconds_of_silence();
  if (!silence) return cli::fail(silence.error());
  const auto world = cluster::mpi::World::begin(&argc, &argv, *silence, memory::available_memory());
  if (!world) return cli::fail(world.error());
  cli::world() = world->get();
  cli::memory_of_rank() = (*world)->memory_of_rank();
  try {
    const int status = run_rank(argc, argv, **world);
    if (status != 0)
      (*world)->fail({Errc::interrupted,
                      fmt::format("rank {} has ended with status {}", (*world)->rank(), status)});
    return (*world)->rank() == 0 ? status : 0;  // mpirun's status is that of the first rank to end
  } catch (const std::exception& error) {
    (*world)->fail({Errc::io, fmt::format("rank {}: {}", (*world)->rank(), error.what())});
    std::fprintf(stderr, "grundy-mpi: %s\n", error.what());
  }
  return cli::system_status;
}
