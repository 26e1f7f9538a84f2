#include "view/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;

namespace grundy::plot {
namespace {

constexpr std::chrono::milliseconds between_looks{5};

// A file in memory, for one of the child's standard streams.
class Stream {
 public:
  Stream() : file_(memfd_create("grundy-plot", MFD_CLOEXEC)) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (file_ >= 0) close(file_);
  }

  int number() const noexcept { return file_; }

  bool write(const std::string& text) const {
    for (std::size_t written = 0; written < text.size();) {
      const ssize_t bytes = ::write(file_, text.data() + written, text.size() - written);
      if (bytes <= 0) return false;
      written += static_cast<std::size_t>(bytes);
    }
    return lseek(file_, 0, SEEK_SET) == 0;
  }

  std::string text() const {
    std::string all;
    std::array<char, 1 << 16> buffer{};
    lseek(file_, 0, SEEK_SET);
    for (ssize_t bytes = 0; (bytes = ::read(file_, buffer.data(), buffer.size())) > 0;)
      all.append(buffer.data(), static_cast<std::size_t>(bytes));
    return all;
  }

 private:
  int file_;
};

Error system_error(const char* what, int number) {
  return {Errc::io, fmt::format("{}: {}", what, std::strerror(number))};
}

Result<pid_t> start(const Stream& in, const Stream& out, const Stream& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.number(), STDERR_FILENO);
  std::string name = "gnuplot", defaults = "--default-settings", from_input = "-";
  const std::array words{name.data(), defaults.data(), from_input.data(),
                         static_cast<char*>(nullptr)};
  pid_t process = 0;
  const int failed = posix_spawnp(&process, name.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT)
    return Error{Errc::io,
                 "gnuplot, which draws the pictures, is not installed: on Debian, install the "
                 "package gnuplot-nox"};
  if (failed != 0) return system_error("gnuplot does not start", failed);
  return process;
}

// Its exit status.
Result<int> wait_for(pid_t process, const std::atomic<bool>* stop) {
  bool stopped = false;
  while (true) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return system_error("gnuplot is lost", errno);
    if (ended == process) {
      if (stopped) return Error{Errc::interrupted, "stopped"};
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (!stopped && stop != nullptr && *stop) {
      kill(process, SIGKILL);
      stopped = true;
    }
    std::this_thread::sleep_for(between_looks);
  }
}

}  // namespace

Result<std::string> run_gnuplot(const std::string& script, const std::atomic<bool>* stop) {
  const Stream in, out, err;
  if (in.number() < 0 || out.number() < 0 || err.number() < 0 || !in.write(script))
    return system_error("no file in memory", errno);
  const auto process = start(in, out, err);
  if (!process) return process.error();
  const auto status = wait_for(*process, stop);
  if (!status) return status.error();
  std::string drawn = out.text();
  if (*status != 0 || drawn.empty()) {
    std::string message = err.text();
    while (message.ends_with('\n')) message.pop_back();
    return Error{Errc::io, fmt::format("gnuplot failed with status {}: {}", *status, message)};
  }
  return drawn;
}

}  // namespace grundy::plot
