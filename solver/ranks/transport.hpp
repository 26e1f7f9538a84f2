// ranks/transport.hpp: messages between ranks, which share no memory.
//
// A rank is one of several processes, or parts of one, that solve a box together by the same plan.
// There are two transports: that of run_local() for ranks in one process, and that of MPI
// (ranks/mpi/mpi.hpp).
//
// Sending never blocks. So senders must bound the bytes in flight, by waiting for answers or for
// waiting() to fall. Messages of one thread to one rank arrive in the order in which they were
// sent.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"

namespace grundy::cluster {

// Elements are uninitialized unless a value is given.
using Bytes = std::vector<std::byte, memory::Unset<std::byte>>;

// The tasks of a job, one after the other. Ranks may start each at different times.
enum class Topic : std::uint32_t { solving, table, cells };
inline constexpr std::size_t topics = 3;

// What a message is about. Sender and receiver define the numbers.
struct Subject {
  std::uint32_t kind = 0;
  std::uint32_t stage = 0;
  std::uint64_t number = 0;
  Topic topic = Topic::solving;
};

struct Message {
  std::size_t from;
  Subject subject;
  Bytes bytes;
};

// The messages that a rank has sent, including those to itself, and their bytes without subjects.
struct Traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

class Transport {
 public:
  using Handler = std::function<void(Message)>;

  virtual ~Transport() = default;

  virtual std::size_t rank() const noexcept = 0;
  virtual std::size_t ranks() const noexcept = 0;

  // Passes each message on a topic to `handler`, first those that have arrived already. Calls come
  // on any thread, and from different ranks several at the same time. The handler must neither send
  // nor wait. An empty handler ends this; after that no call is in progress.
  virtual void listen(Topic topic, Handler handler) = 0;

  // Sends a message. Any thread.
  virtual void send(std::size_t to, const Subject& subject, Bytes bytes) = 0;

  // Reports to all ranks that the work has failed, and why. The first failure counts. Any thread.
  virtual void fail(const Error& error) = 0;
  // The first failure of any rank. Called many times a second, on any thread.
  virtual std::optional<Error> failure() const = 0;

  // Moves messages in and out on the caller's thread; returns whether there were any. This is never
  // necessary, but calling it between two pieces of work saves other threads from waking up.
  virtual bool poll() = 0;

  virtual Traffic sent() const noexcept = 0;

  // Bytes that were sent but have not left this rank. Those who send much should wait while there
  // are many.
  virtual std::uint64_t waiting() const noexcept = 0;
};

// Runs work(transport) for each of `ranks` >= 1 ranks in this process at the same time, rank 0 on
// the calling thread, and returns when all are done. An exception of one fails all and is rethrown
// at the end.
void run_local(std::size_t ranks, const std::function<void(Transport&)>& work);

}  // namespace grundy::cluster
