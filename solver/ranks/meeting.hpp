// ranks/meeting.hpp: what all ranks settle together, when they have solved their parts.
//
// A meeting goes in turns, the same on all ranks: rank 0 hears all others, or all hear rank 0. Who
// comes early waits. Nobody waits for a rank that has failed.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "ranks/transport.hpp"

namespace grundy::cluster {

// Of one thread of each rank.
class Meeting {
 public:
  // When *stop becomes true, waiting ends with Errc::interrupted. It may be null.
  Meeting(Transport& transport, const std::atomic<bool>* stop);
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  std::size_t rank() const noexcept { return transport_.rank(); }
  std::size_t ranks() const noexcept { return transport_.ranks(); }

  // Whether waiting would be in vain: some rank has failed, or *stop is true. Any thread.
  bool has_ended() const;
  std::optional<Error> failure() const { return transport_.failure(); }

  // What each rank tells, by rank, on rank 0; nothing on others. Errors: those of any rank.
  Result<std::vector<Bytes>> gather(Bytes own);

  // What rank 0 tells; what others give does not count.
  Result<Bytes> share(Bytes own);

 private:
  using Place = std::pair<std::uint64_t, std::size_t>;  // turn, rank

  Result<Bytes> from(std::size_t rank);
  void send(std::size_t to, Bytes bytes);

  Transport& transport_;
  const std::atomic<bool>* stop_;
  std::uint64_t turn_ = 0;
  std::mutex guard_;
  std::condition_variable changed_;
  std::map<Place, Bytes> told_;
};

}  // namespace grundy::cluster
