#include "streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "interrupt.hpp"

namespace grundy::cli {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{16} << 20;

Error system_error(std::string_view what) {
  return {Errc::io, fmt::format("{}: {}", what, std::generic_category().message(errno))};
}

}  // namespace

// What is held there is of the wrong kind, so that reading and writing go on to fail.
void hold_places_of_streams() {
  constexpr std::array streams{std::pair{STDIN_FILENO, O_WRONLY},
                               std::pair{STDOUT_FILENO, O_RDONLY},
                               std::pair{STDERR_FILENO, O_RDONLY}};
  for (const auto& [stream, wrong] : streams)
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", wrong));
}

Result<std::optional<std::string>> read_line() {
  const SignalsEndTheProgram waiting;
  std::string line;
  int next = std::getc(stdin);
  if (next == EOF && std::ferror(stdin) == 0) return std::optional<std::string>();
  for (; next != EOF && next != '\n'; next = std::getc(stdin)) {
    if (line.size() == most_line_bytes)
      return Error{Errc::usage,
                   fmt::format("standard input: a line of more than {} bytes", most_line_bytes)};
    line += static_cast<char>(next);
  }
  if (std::ferror(stdin) != 0) return system_error("standard input cannot be read");
  return std::optional(std::move(line));
}

Status for_each_line(const std::function<Status(const std::string&)>& answer) {
  while (true) {
    const auto line = read_line();
    if (!line) return line.error();
    if (!*line) return {};
    if ((*line)->find_first_not_of(" \t\r") == std::string::npos) continue;
    if (Status answered = answer(**line); !answered) return answered;
  }
}

void tell(const std::string& text) noexcept {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

Status flush_results() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return system_error("the results could not be written to standard output");
}

}  // namespace grundy::cli
