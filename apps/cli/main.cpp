// cli/main.cpp: the program `grundy`. Start reading here, then run.cpp and commands.hpp.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "base/machine.hpp"
#include "cli/failure.hpp"
#include "cli/heap.hpp"
#include "cli/interrupt.hpp"
#include "cli/run.hpp"
#include "cli/streams.hpp"

namespace {

// Libraries, dozens of them, take longer to begin than all else before main. Sanitizers are
// libraries that must begin first.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const before_libraries)() = grundy::cli::end_on_signals;
#endif

constexpr auto no_more_threads = "grundy: the system allows no more threads; ask for fewer\n";

}  // namespace

int main(int argc, char** argv) {
  grundy::cli::end_on_signals();
  grundy::cli::use_heap_that_tells_sizes();
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of write() then, reported as such
  grundy::cli::hold_places_of_streams();
  try {
    return grundy::cli::run(argc, argv);
  } catch (const grundy::OutOfMemory& error) {
    std::fprintf(stderr, "grundy: out of memory: %s; ask for less, or for fewer threads\n",
                 error.what());
  } catch (const std::bad_alloc&) {
    std::fputs("grundy: out of memory; ask for less, or for fewer threads\n", stderr);
  } catch (const std::system_error& error) {
    // fmt::print throws one when standard output takes no more.
    if (const auto written = grundy::cli::flush_results(); !written)
      return grundy::cli::fail(written.error());
    if (error.code() == std::errc::resource_unavailable_try_again)
      std::fputs(no_more_threads, stderr);
    else
      std::fprintf(stderr, "grundy: %s\n", error.what());
  } catch (const std::exception& error) {
    // TBB throws a std::runtime_error with this text.
    if (std::string_view(error.what()).starts_with("pthread_create"))
      std::fputs(no_more_threads, stderr);
    else
      std::fprintf(stderr, "grundy: a mistake of this program, please report it: %s\n",
                   error.what());
  }
  return grundy::cli::system_status;
}
