#include "law/child/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

namespace grundy::law {
namespace {

using Clock = std::chrono::steady_clock;

// The bytes of this process's address space; 0 if the system does not report them.
std::uint64_t address_space() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::uint64_t most) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource>(resource), &now);
  const rlimit lower{std::min<rlim_t>(most, now.rlim_max), now.rlim_max};
  setrlimit(static_cast<__rlimit_resource>(resource), &lower);
}

// SIGPROF ends the process once it has worked so long.
void limit_processor(double seconds) {
  if (seconds <= 0) return;
  const double whole = std::floor(seconds);
  const itimerval timer{
      {}, {static_cast<time_t>(whole), static_cast<suseconds_t>((seconds - whole) * 1e6)}};
  std::signal(SIGPROF, SIG_DFL);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

// Else a connection that this process closes stays open for the other side while the child lives.
void close_all_but(int pipe) {
  if (pipe > STDERR_FILENO + 1) close_range(STDERR_FILENO + 1, static_cast<unsigned>(pipe) - 1, 0);
  close_range(static_cast<unsigned>(pipe) + 1, ~0U, 0);
}

// Libraries that run out of memory may print that and abort; their output is discarded.
void be_a_quiet_child(const Limits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, address_space() + limits.bytes);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.seconds) + 2);
  limit_processor(limits.processor_seconds);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
}

void write_all(int to, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t bytes = write(to, text.data() + written, text.size() - written);
    if (bytes <= 0) _exit(1);
    written += static_cast<std::size_t>(bytes);
  }
}

[[noreturn]] void live_as_child(const Limits& limits, int pipe,
                                const std::function<std::string()>& work) {
  be_a_quiet_child(limits);
  close_all_but(pipe);
  try {
    write_all(pipe, work());
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

Result<std::optional<std::string>> Child::text_of(const Limits& limits,
                                                  const std::function<std::string()>& work,
                                                  const std::atomic<bool>* stop) {
  auto child = start(limits, work);
  if (!child) return child.error();
  return child->text(stop);
}

Result<Child> Child::start(const Limits& limits, const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{Errc::io, std::string("no pipe: ") + std::strerror(errno)};
  const pid_t process = fork();
  if (process == 0) live_as_child(limits, ends[1], work);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return Error{Errc::io, std::string("no child process: ") + std::strerror(errno)};
  }
  return Child(process, ends[0], limits.seconds);
}

Child::Child(pid_t process, int pipe, double seconds)
    : process_(process),
      pipe_(pipe),
      end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      pipe_(std::exchange(other.pipe_, -1)),
      end_(other.end_) {}

Child::~Child() {
  if (pipe_ >= 0) close(pipe_);
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  reap();
}

// How the child ended, as of waitpid(2).
int Child::reap() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

// False when the time is over.
bool Child::wait_for_more(const std::atomic<bool>* stop) const {
  constexpr int milliseconds = 50;
  while (Clock::now() < end_ && !(stop != nullptr && *stop)) {
    pollfd waiting{pipe_, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds) > 0) return true;
  }
  return false;
}

Result<std::optional<std::string>> Child::text(const std::atomic<bool>* stop) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (wait_for_more(stop)) {
    const ssize_t bytes = read(pipe_, buffer.data(), buffer.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes > 0) text.append(buffer.data(), static_cast<std::size_t>(bytes));
    if (bytes == 0) {
      const int status = reap();
      ran_out_of_time_ =
          WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGXCPU);
      return text.empty() ? std::nullopt : std::optional(std::move(text));
    }
    if (bytes < 0) return std::optional<std::string>();
  }
  if (stop != nullptr && *stop) return Error{Errc::interrupted, "stopped"};
  ran_out_of_time_ = true;
  return std::optional<std::string>();
}

}  // namespace grundy::law
