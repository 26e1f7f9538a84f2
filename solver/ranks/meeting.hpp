// ranks/meeting.hpp: collective operations: gathering bytes on rank 0, and broadcasting its own.
//
// All ranks must call the same operations in the same order. Each waits for the messages that it
// needs, until some rank fails.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ranks/transport.hpp"

namespace grundy::cluster {

// Used by one thread of each rank, apart from has_ended().
class Meeting {
 public:
  // When *stop becomes true, waiting ends with Errc::interrupted. `stop` may be null. Only one
  // Meeting at a time may use a transport.
  Meeting(Transport& transport, const std::atomic<bool>* stop);
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  std::size_t rank() const noexcept { return transport_.rank(); }
  std::size_t ranks() const noexcept { return transport_.ranks(); }

  // Whether some rank has failed or *stop is true. Any thread.
  bool has_ended() const;
  std::optional<Error> failure() const { return transport_.failure(); }

  // On rank 0 the bytes of all ranks, by rank; on others an empty list, without waiting. Errors:
  // those of any rank, and Errc::interrupted.
  Result<std::vector<Bytes>> gather(Bytes own);

  // The bytes of rank 0, on all ranks; those of others are ignored. Errors as above.
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
  std::map<Place, Bytes> received_;
};

// Writes numbers and texts as the bytes of a message, one after the other.
class Parcel {
 public:
  void add(std::uint64_t number) { add_bytes(std::as_bytes(std::span(&number, 1))); }
  void add(std::string_view text) {
    add(text.size());
    add_bytes(std::as_bytes(std::span(text)));
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void add_bytes(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  Bytes bytes_;
};

// Reads the contents of a Parcel in the order in which they were added.
class OpenParcel {
 public:
  explicit OpenParcel(std::span<const std::byte> bytes) : left_(bytes) {}

  // If the bytes are too few, these return 0 and "", and fits() is false from then on.
  std::uint64_t number() {
    std::uint64_t number = 0;
    const auto bytes = next(sizeof number);
    if (!bytes.empty()) std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }
  std::string text() {
    const auto bytes = next(number());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  // Whether all reads succeeded and no bytes are left.
  bool fits() const noexcept { return fits_ && left_.empty(); }

 private:
  std::span<const std::byte> next(std::uint64_t size) {
    fits_ = fits_ && size <= left_.size();
    if (!fits_) return {};
    const auto bytes = left_.first(size);
    left_ = left_.subspan(size);
    return bytes;
  }
  std::span<const std::byte> left_;
  bool fits_ = true;
};

}  // namespace grundy::cluster
