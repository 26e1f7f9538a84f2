#include "ranks/meeting.hpp"

#include <chrono>

namespace grundy::cluster {
namespace {

// Failures and the wish to stop come without a message.
constexpr std::chrono::milliseconds between_looks{1};

}  // namespace

Meeting::Meeting(Transport& transport, const std::atomic<bool>* stop)
    : transport_(transport), stop_(stop) {
  transport_.listen(Topic::table, [this](Message message) {
    const std::lock_guard lock(guard_);
    told_[{message.subject.number, message.from}] = std::move(message.bytes);
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
    if (const auto found = told_.find({turn_, rank}); found != told_.end())
      return std::move(told_.extract(found).mapped());
    if (const auto failed = transport_.failure()) return *failed;
    if (stop_ && stop_->load(std::memory_order_relaxed))
      return Error{Errc::interrupted, "interrupted"};
    changed_.wait_for(lock, between_looks);
  }
}

Result<std::vector<Bytes>> Meeting::gather(Bytes own) {
  std::vector<Bytes> all;
  if (rank() > 0) {
    send(0, std::move(own));
  } else {
    all.push_back(std::move(own));
    for (std::size_t rank = 1; rank < ranks(); ++rank) {
      auto told = from(rank);
      if (!told) return told.error();
      all.push_back(*std::move(told));
    }
  }
  ++turn_;
  return all;
}

Result<Bytes> Meeting::share(Bytes own) {
  Result<Bytes> told = std::move(own);
  if (rank() > 0)
    told = from(0);
  else
    for (std::size_t rank = 1; rank < ranks(); ++rank) send(rank, *told);
  ++turn_;
  return told;
}

}  // namespace grundy::cluster
