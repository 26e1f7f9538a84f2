#include "cli/streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "cli/interrupt.hpp"

namespace grundy::cli {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{16} << 20;
constexpr std::size_t most_bytes_ahead = std::size_t{1} << 20;
// Who has written so much does not wait for each answer.
constexpr std::size_t bytes_of_many = 4096;
constexpr int patience_ms = 10;

Error system_error(std::string_view what) {
  return {Errc::io, fmt::format("{}: {}", what, std::generic_category().message(errno))};
}

// Standard input by lines, with what has been read but not yet taken.
class Input {
 public:
  // A whole line that is there.
  std::optional<std::string> take() {
    const std::size_t end = text_.find('\n', searched_);
    searched_ = end == std::string::npos ? text_.size() : end + 1;
    if (end == std::string::npos || end - begin_ > most_line_bytes) return std::nullopt;
    std::string line = text_.substr(begin_, end - begin_);
    begin_ = end + 1;
    return line;
  }

  // What follows the last end of a line, if anything.
  std::optional<std::string> rest() {
    if (held() == 0) return std::nullopt;
    std::string line = text_.substr(begin_);
    text_.clear();
    begin_ = searched_ = 0;
    return line;
  }

  std::size_t held() const noexcept { return text_.size() - begin_; }
  bool holds_too_much() const noexcept { return searched_ - begin_ > most_line_bytes; }
  bool ended() const noexcept { return ended_; }

  // Whether read_some() would not wait, or not for longer than that.
  bool is_ready(int milliseconds) const noexcept {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return !ended_ && ::poll(&input, 1, milliseconds) > 0;
  }

  Status read_some() {
    text_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    const std::size_t held = text_.size();
    text_.resize(held + bytes_at_once);
    ssize_t count = -1;
    do count = ::read(STDIN_FILENO, text_.data() + held, bytes_at_once);
    while (count < 0 && errno == EINTR);
    text_.resize(held + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0) return system_error("standard input cannot be read");
    ended_ = count == 0;
    return {};
  }

 private:
  static constexpr std::size_t bytes_at_once = std::size_t{1} << 16;

  std::string text_;
  std::size_t begin_ = 0;     // of what is not yet taken
  std::size_t searched_ = 0;  // no line ends between begin_ and here
  bool ended_ = false;
};

Input& standard_input() {
  static Input input;
  return input;
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
  Input& input = standard_input();
  while (true) {
    if (auto line = input.take()) return line;
    if (input.holds_too_much())
      return Error{Errc::usage,
                   fmt::format("standard input: a line of more than {} bytes", most_line_bytes)};
    if (input.ended()) return input.rest();
    if (const Status written = flush_results(); !written) return written.error();
    const SignalsEndTheProgram waiting;
    if (Status read = input.read_some(); !read) return read.error();
  }
}

Result<std::vector<std::string>> read_lines() {
  auto first = read_line();
  if (!first) return first.error();
  std::vector<std::string> lines;
  if (!*first) return lines;
  lines.push_back(**std::move(first));
  Input& input = standard_input();
  for (std::size_t bytes = 0; bytes < most_bytes_ahead;) {
    if (auto line = input.take()) {
      bytes += line->size();
      lines.push_back(*std::move(line));
      continue;
    }
    // What cannot be read is reported by read_line, when these have been answered.
    const int patience = bytes < bytes_of_many ? 0 : patience_ms;
    if (input.held() > most_bytes_ahead || !input.is_ready(patience) || !input.read_some()) break;
  }
  return lines;
}

bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

Status for_each_line(const std::function<Status(const std::string&, std::size_t)>& answer) {
  for (std::size_t number = 1;; ++number) {
    const auto line = read_line();
    if (!line) return line.error();
    if (!*line) return {};
    if (is_blank(**line)) continue;
    if (Status answered = answer(**line, number); !answered) return answered;
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
