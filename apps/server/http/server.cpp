#include "server/http/server.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

namespace grundy::http {
namespace {

constexpr int of_searchers = 19;  // niceness: they may take long, and others are quick

}  // namespace

Server::Server(const Settings& settings, Service& service, Listener listener)
    : address_{settings.address.host, listener.port},
      workers_(std::make_unique<Pool>(settings.workers, settings.queue, 0)),
      triers_(std::make_unique<Pool>(settings.searchers, settings.queue, 0)),
      searchers_(std::make_unique<Pool>(settings.searchers, settings.queue, of_searchers)),
      shared_{service,   settings.limits, settings.connections, listener.socket,
              *workers_, *triers_,        *searchers_} {}

Result<std::unique_ptr<Server>> Server::start(const Settings& settings, Service& service) {
  const auto listener = listen_at(settings.address);
  if (!listener) return listener.error();
  try {
    std::unique_ptr<Server> server(new Server(settings, service, *listener));
    for (std::size_t i = 0; i < settings.loops; ++i) {
      server->loops_.push_back(std::make_unique<Loop>(server->shared_));
      server->shared_.loops.push_back(server->loops_.back().get());
    }
    for (const auto& loop : server->loops_) loop->start();
    return server;
  } catch (const std::system_error& error) {
    return Error{Errc::io, fmt::format("cannot serve: {}", error.what())};
  }
}

Server::~Server() {
  shared_.ends = true;
  for (const auto& loop : loops_) loop->break_off();
  workers_.reset();
  triers_.reset();
  searchers_.reset();
  loops_.clear();
  ::close(shared_.listener);
}

}  // namespace grundy::http
