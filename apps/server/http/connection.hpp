// http/connection.hpp: one connection: requests in, answers out, one at a time.
//
// It owns its socket, which does not block, and is driven by a loop: every method does what can be
// done at once and says what must happen next. Requests that are sent ahead wait in its buffer.
// Not thread-safe.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/http/head.hpp"
#include "server/http/message.hpp"
#include "server/http/service.hpp"

namespace grundy::http {

using Clock = std::chrono::steady_clock;

struct ConnectionLimits {
  HeadLimits head;
  std::chrono::milliseconds idle{60'000};     // between two requests
  std::chrono::milliseconds request{20'000};  // from the first byte of a request to its last
  std::chrono::milliseconds stall{20'000};    // without a byte of an answer being taken
};

class Connection {
 public:
  enum class Next : std::uint8_t { read, write, answer, make, close };

  Connection(int socket, std::string client, Service& service, const ConnectionLimits& limits);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  int socket() const noexcept { return socket_; }

  // There are bytes to read, or the end of them.
  Next on_readable();
  // The socket takes bytes again.
  Next on_writable();
  // After Next::answer: the answer to request(), or to why it is refused.
  Next on_answer(Answer answer);
  // After Next::make: what to_make() gave, empty if it failed.
  Next on_piece(std::string piece);

  // Valid from Next::answer until on_answer. The request may be kept for longer.
  const std::shared_ptr<const Request>& request() const noexcept { return request_; }
  const Admission& admission() const noexcept { return admission_; }
  // Valid from Next::make until on_piece: makes the next piece, in any thread.
  std::function<std::string()> to_make();
  // For the thread that answers; set when the connection breaks.
  const std::shared_ptr<std::atomic<bool>>& stop() const noexcept { return stop_; }

  // Whether it waits for a request of which no byte is there.
  bool is_idle() const noexcept { return phase_ == Phase::head && unread().empty(); }
  bool is_busy() const noexcept { return phase_ != Phase::head && phase_ != Phase::lingering; }
  // Since when it is in the state that it is in, or has last moved on.
  Clock::time_point since() const noexcept { return since_; }
  // Whether its time is over: then on_late() ends it, or says so to the client first.
  bool is_late(Clock::time_point now) const noexcept;
  Next on_late();

 private:
  enum class Phase : std::uint8_t { head, body, answering, writing, making, lingering };

  std::string_view unread() const noexcept { return std::string_view(in_).substr(used_); }
  void enter(Phase phase);
  Next begin_request();
  Next read_head();
  Next read_body();
  void wake_at(std::uint64_t bytes);
  Next take_body();
  Next refuse(Refusal refusal, bool ends);
  std::shared_ptr<Request> nameless() const;
  Next after_answer();
  bool write_some();
  ssize_t send_text();
  ssize_t send_file();
  Next linger();
  void report(bool whole);

  int socket_;
  std::string client_;
  Service& service_;
  const ConnectionLimits& limits_;
  Phase phase_ = Phase::head;
  Clock::time_point since_ = Clock::now();
  Clock::time_point begun_;  // when the head was whole
  std::string in_;
  std::size_t used_ = 0;                    // bytes of in_ that are done with
  std::shared_ptr<const Request> request_;  // never null
  std::string body_;                        // of the request, as far as it is there
  int wakes_at_ = 1;                        // bytes
  Admission admission_;
  std::shared_ptr<std::atomic<bool>> stop_;
  Answer answer_;
  bool ends_ = false;            // whatever the answer says
  bool goes_on_ = true;          // after this answer
  std::string head_;             // of the answer
  std::uint64_t announced_ = 0;  // bytes of the answer's body
  std::uint64_t sent_ = 0;       // of head and body together
  std::uint64_t to_send_ = 0;    // likewise
  std::uint64_t until_ = 0;      // likewise, as far as it is there
  std::uint64_t discarded_ = 0;  // bytes read while lingering
};

}  // namespace grundy::http
