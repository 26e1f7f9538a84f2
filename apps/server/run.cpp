#include "server/run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <csignal>
#include <ctime>
#include <optional>

#include "server/service.hpp"

namespace grundy::server {
namespace {

using Clock = std::chrono::steady_clock;
using Tell = std::function<void(const std::string& message)>;

// Blocked in all threads, and waited for.
sigset_t taken_signals() {
  std::signal(SIGPIPE, SIG_IGN);  // sendfile has no flag for it
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Each table takes a descriptor, and each connection. What a process may have at first is little:
// programs that use select(2) must be safe.
void allow_descriptors() {
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return;
  most.rlim_cur = most.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &most);
}

Access with_own_names(const Settings& settings) {
  Access access = settings.access;
  const std::string& host = settings.http.address.host;
  access.hosts.emplace_back("localhost");
  if (!host.empty()) access.hosts.push_back(http::small_letters(host));
  if (const auto base = host_of_url(settings.base_url)) access.hosts.push_back(*base);
  return access;
}

Result<std::shared_ptr<const Tables>> open_tables(const Settings& settings, const Tables* before,
                                                  const Tell& tell) {
  const auto opened = Tables::open(settings.places, settings.limits.cache, before);
  if (!opened) return opened.error();
  for (const std::string& message : opened->passed_over) tell(message);
  return opened->tables;
}

// What was served stays where what is there now cannot be opened.
void reload(const Settings& settings, Service& service, const Tell& tell) {
  const auto tables = open_tables(settings, service.tables().get(), tell);
  if (!tables)
    return tell(fmt::format("still serving what was opened before: {}", tables.error().message));
  service.set_tables(*tables);
  tell(fmt::format("serving {} tables", (*tables)->all().size()));
}

// Lets requests in hand come to their end. Quiet is believed when it lasts: a request may be on its
// way from the system to a loop.
void drain(const Settings& settings, Service& service, http::Server& server,
           const sigset_t& signals) {
  service.drain();
  server.drain();
  const auto end = Clock::now() + settings.drain;
  constexpr timespec poll{0, 50'000'000};
  for (int quiet = 0; quiet < 2 && Clock::now() < end; quiet = server.is_quiet() ? quiet + 1 : 0) {
    const int signal = ::sigtimedwait(&signals, nullptr, &poll);
    if (signal == SIGINT || signal == SIGTERM) return;
  }
}

}  // namespace

Status run(const Settings& settings, const std::function<void(const std::string& url)>& listening,
           const Tell& tell) {
  const sigset_t signals = taken_signals();
  allow_descriptors();
  auto tables = open_tables(settings, nullptr, tell);
  if (!tables) return tables.error();
  Service service(*std::move(tables), with_own_names(settings), settings.limits, settings.log,
                  settings.base_url);
  auto server = http::Server::start(settings.http, service);
  if (!server) return server.error();
  service.count_connections_by([&] { return (*server)->connections(); });
  listening(http::url_of((*server)->address()));
  for (int signal = 0; signal != SIGINT && signal != SIGTERM;) {
    if (::sigwait(&signals, &signal) == 0 && signal == SIGHUP) reload(settings, service, tell);
  }
  drain(settings, service, **server, signals);
  return {};
}

}  // namespace grundy::server
