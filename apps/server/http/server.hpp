// http/server.hpp: start reading here: a service on a port.
//
// Threads: loops, which read and write and answer what is quick; workers and searchers, which
// answer the rest, each pool with a queue of its own. What searches gets a moment of one of as many
// triers before it waits for a searcher. A request that finds its queue full, or half of the places
// of searchers taken by its client, is answered with 503 and Retry-After. No thread is started for
// a connection.
#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "server/http/address.hpp"
#include "server/http/loop.hpp"
#include "server/http/pool.hpp"
#include "server/http/service.hpp"

namespace grundy::http {

struct Settings {
  Address address;
  ConnectionLimits limits;
  std::size_t connections = 1024;
  std::size_t loops = 2;
  std::size_t workers = 2;
  std::size_t searchers = 2;
  std::size_t queue = 64;  // requests that wait for workers; as many for triers, and for searchers
};

class Server {
 public:
  // Listens and answers from now on. The service must outlive the server. Errors are those of
  // listen_at, and Errc::io if the system has no threads or descriptors left.
  static Result<std::unique_ptr<Server>> start(const Settings& settings, Service& service);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  // Breaks off what is not done.
  ~Server();

  // With the port that was taken.
  const Address& address() const noexcept { return address_; }

  // From now on every answer ends its connection.
  void drain() noexcept { shared_.draining = true; }
  // Whether no request is in hand.
  bool is_quiet() const noexcept { return shared_.busy == 0; }

  std::size_t connections() const noexcept { return shared_.connections; }

 private:
  Server(const Settings& settings, Service& service, Listener listener);

  Address address_;
  std::unique_ptr<Pool> workers_;
  std::unique_ptr<Pool> triers_;
  std::unique_ptr<Pool> searchers_;
  Shared shared_;
  std::vector<std::unique_ptr<Loop>> loops_;
};

}  // namespace grundy::http
