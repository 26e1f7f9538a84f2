// cli/main.cpp: the program `grundy`. Start reading here, then run.cpp and commands.hpp.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "run.hpp"
#include "streams.hpp"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of write() then, told as such
  grundy::cli::hold_places_of_streams();
  try {
    return grundy::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("grundy: out of memory; ask for less, or for fewer threads\n", stderr);
  } catch (const std::system_error& error) {
    // fmt::print throws one when standard output takes no more.
    if (const auto written = grundy::cli::flush_results(); !written)
      return grundy::cli::fail(written.error());
    if (error.code() == std::errc::resource_unavailable_try_again)
      std::fputs("grundy: the system allows no more threads; ask for fewer\n", stderr);
    else
      std::fprintf(stderr, "grundy: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "grundy: a mistake of this program, please report it: %s\n", error.what());
  }
  return grundy::cli::system_status;
}
