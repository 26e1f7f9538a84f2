#include "ranks/meeting.hpp"

#include <chrono>

namespace grundy::cluster {
namespace {

// Failures and the stop flag send no message, so waiting threads poll for them.
constexpr std::chrono::milliseconds poll_interval{1};

}  // namespace

Meeting::Meeting(Transport& transport, const std::atomic<bool>* stop)
    : transport_(transport), stop_(stop) {
  transport_.listen(Topic::table, [this](Message message) {
    const std::lock_guard lock(guard_);
    received_[{message.subject.number, message.from}] = std::move(message.bytes);
    changed_.notify_all();
  });
}

Meeting::~Meeting() {
  transport_.listen(Topic::table, {});
}

void Meeting::send(std::size_t to, Bytes bytes) {
  transport_.send(to, {0, 0, turn_, Topic::table}, std::move(bytes));
}

bool Meeting::has_ended() const {
  return (stop_ && stop_->load(std::memory_order_relaxed)) || transport_.failure();
}

Result<Bytes> Meeting::from(std::size_t rank) {
  std::unique_lock lock(guard_);
  for (;;) {
    if (const auto found = received_.find({turn_, rank}); found != received_.end())
      return std::move(received_.extract(found).mapped());
    if (const auto failed = transport_.failure()) return *failed;
    if (stop_ && stop_->load(std::memory_order_relaxed))
      return Error{Errc::interrupted, "interrupted"};
    changed_.wait_for(lock, poll_interval);
  }
}

Result<std::vector<Bytes>> Meeting::gather(Bytes own) {
  std::vector<Bytes> all;
  if (rank() > 0) {
    send(0, std::move(own));
  } else {
    all.push_back(std::move(own));
    for (std::size_t rank = 1; rank < ranks(); ++rank) {
      auto bytes = from(rank);
      if (!bytes) return bytes.error();
      all.push_back(*std::move(bytes));
    }
  }
  ++turn_;
  return all;
}

Result<Bytes> Meeting::share(Bytes own) {
  Result<Bytes> shared = std::move(own);
  if (rank() > 0)
    shared = from(0);
  else
    for (std::size_t rank = 1; rank < ranks(); ++rank) send(rank, *shared);
  ++turn_;
  return shared;
}

}  // namespace grundy::cluster
