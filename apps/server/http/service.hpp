// http/service.hpp: what a server asks of that which it serves.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "server/http/message.hpp"

namespace grundy::http {

// Which threads carry a request out: those of the connections, for what takes microseconds; those
// that work; or those that search, which may take long, where a moment was not enough.
enum class Runs : std::uint8_t { here, working, searching };

// What is to be done about a request whose head is there and whose body is not.
struct Admission {
  std::optional<Refusal> refusal{};
  Runs runs = Runs::here;
  std::shared_ptr<void> holding{};  // whatever must live until the request has been answered
};

// How a request went, when its answer is sent or the connection broke.
struct Exchange {
  const Request& request;  // without method where the head was refused
  int status;
  std::uint64_t bytes;  // of the answer's body, as announced
  double seconds;       // since its head was whole
  bool whole;           // whether all of the answer went out
};

// Any number of threads call the methods at once.
class Service {
 public:
  virtual ~Service() = default;

  virtual Admission admit(const Request& request) = 0;

  // The answer to what would go to another thread, if it is there already.
  virtual std::optional<Answer> answer_at_once(const Request& request) = 0;

  // Soon after `stop` is set nobody waits for the answer any more. Throws nothing but
  // std::bad_alloc.
  virtual Answer answer(const Request& request, const std::atomic<bool>& stop) = 0;

  // The answer to what searches, if a moment is enough; nothing, and it goes to threads that
  // search.
  virtual std::optional<Answer> answer_briefly(const Request& request,
                                               const std::atomic<bool>& stop) = 0;

  // The answer to what is not carried out. The request may be without anything but a client.
  virtual Answer refuse(const Request& request, const Refusal& refusal) = 0;

  virtual void finished(const Exchange& exchange) = 0;
};

}  // namespace grundy::http
