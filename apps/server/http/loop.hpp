// http/loop.hpp: a thread that waits for many connections at once.
//
// Loops share the pools. The first of them accepts connections and deals them out; a connection
// stays with its loop. What must not take its time is handed to a pool, and comes back through the
// loop's mailbox.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/http/connection.hpp"
#include "server/http/pool.hpp"
#include "server/http/service.hpp"

namespace grundy::http {

class Loop;

// What loops share. A loop may accept connections when all of them are there.
struct Shared {
  Service& service;
  ConnectionLimits limits;
  std::size_t most_connections;
  int listener;
  Pool& workers;
  Pool& triers;  // give each search a moment, so that it need not wait for others
  Pool& searchers;
  std::atomic<std::size_t> connections{0};
  std::atomic<std::ptrdiff_t> busy{0};      // connections with a request in hand
  std::atomic<std::ptrdiff_t> idle{0};      // connections without any byte of one
  std::atomic<std::ptrdiff_t> to_close{0};  // idle connections that must make room
  std::vector<Loop*> loops{};
  std::atomic<bool> draining{false};  // every answer ends its connection
  std::atomic<bool> ends{false};
};

class Loop {
 public:
  // Throws std::system_error where the system refuses.
  explicit Loop(Shared& shared);
  // Requires break_off, and that no pool works any more.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Begins to accept connections, in a thread of its own. Throws like the constructor.
  void start();

  // Ends the thread and all connections, so that work for them is stopped. Requires
  // shared.ends.
  void break_off();

 private:
  using Id = std::uint64_t;
  struct Kept {
    std::unique_ptr<Connection> connection;
    std::uint32_t interest = 0;
    bool busy = false;
    bool idle = false;
  };
  struct Task {
    Id id;
    std::shared_ptr<const Request> request;
    std::shared_ptr<std::atomic<bool>> stop;
    std::shared_ptr<void> holding;
  };

  void run();
  void ring();
  void listen_to(int descriptor, Id id);
  void hand(int socket, std::string client);
  void count(Kept& kept);
  bool make_room();
  void accept_next();
  void accept_one(int socket, std::string client);
  bool close_longest_idle();
  void close_for_others();
  void refuse(int socket, std::string client);
  void on_event(Id id, std::uint32_t events);
  void carry_on(Id id, Connection::Next next);
  bool hand_over(Id id, Connection& connection);
  void answer(const Task& task);
  void try_to_answer(const Task& task);
  void post(Id id, Answer answer);
  void make_piece(Id id, Connection& connection);
  void wait_for(Id id, Kept& kept, std::uint32_t interest);
  void close(Id id);
  void take_mail();
  void end_late();

  Shared& shared_;
  int epoll_;
  int bell_;  // rung when there is mail
  std::map<Id, Kept> kept_;
  Id next_id_;
  std::mutex guard_;
  std::vector<std::pair<Id, Answer>> mail_;
  std::vector<std::pair<Id, std::string>> pieces_;
  std::vector<std::pair<int, std::string>> arrived_;  // sockets, and whose they are
  std::size_t accepted_ = 0;                          // by the first loop, for all
  std::thread thread_;
};

}  // namespace grundy::http
