// ranks/transport.hpp: messages between ranks, which share no memory.
//
// A rank is one of several processes, or parts of one, that solve a box together; all of them carry
// out the same plan. Two transports exist: `local` for ranks in one process (ranks/local.hpp) and
// that of MPI (ranks/mpi/mpi.hpp).
//
// Nobody waits when it sends; whoever sends must bound what is on its way, by waiting for answers.
// Messages of one thread to one rank arrive in the order in which they were sent.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/unset.hpp"

namespace grundy::cluster {

// Unset where no value is given.
using Bytes = std::vector<std::byte, memory::Unset<std::byte>>;

// What is done together, one thing after the other. Ranks need not come to it at the same time.
enum class Topic : std::uint32_t { solving, table, cells };
inline constexpr std::size_t topics = 3;

// What a message is about: the numbers are the affair of those who talk.
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

// What a rank has sent, to itself too. Bytes are those of the messages, without subjects.
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

  // From now on, and for what came before, each message on a topic goes to `handler`: on any
  // thread, several at once if they come from different ranks. The handler must neither send nor
  // wait. An empty one ends it; then no call is in progress any more.
  virtual void listen(Topic topic, Handler handler) = 0;

  // Any thread.
  virtual void send(std::size_t to, const Subject& subject, Bytes bytes) = 0;

  // Tells all ranks that the work has failed, and why. The first failure counts.
  virtual void fail(const Error& error) = 0;
  // That of any rank. Asked many times a second.
  virtual std::optional<Error> failure() const = 0;

  // Passes on what came or is to go, on the caller's thread, and says whether there was any. Nobody
  // needs to ask for it, but who does between two pieces of work spares other threads waking up.
  virtual bool poll() = 0;

  virtual Traffic sent() const noexcept = 0;

  // Bytes that were sent and are still here. Whoever sends much waits while there are many.
  virtual std::uint64_t waiting() const noexcept = 0;
};

}  // namespace grundy::cluster
