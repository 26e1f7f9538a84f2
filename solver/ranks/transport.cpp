#include "ranks/transport.hpp"

#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace grundy::cluster {
namespace {

// The first failure, shared by the ranks of one process.
class World {
 public:
  void fail(const Error& error) {
    const std::lock_guard lock(guard_);
    if (!failure_) failure_ = error;
    failed_.store(true, std::memory_order_release);
  }
  std::optional<Error> failure() const {
    if (!failed_.load(std::memory_order_acquire)) return std::nullopt;
    const std::lock_guard lock(guard_);
    return failure_;
  }

 private:
  mutable std::mutex guard_;
  std::optional<Error> failure_;
  std::atomic<bool> failed_{false};
};

class Local final : public Transport {
 public:
  Local(World& world, std::size_t rank, std::size_t ranks)
      : world_(world), rank_(rank), inbox_(ranks) {}
  void connect(std::vector<std::unique_ptr<Local>>& all) { all_ = &all; }

  std::size_t rank() const noexcept override { return rank_; }
  std::size_t ranks() const noexcept override { return inbox_.size(); }

  void listen(Topic topic, Handler handler) override {
    for (Inbox& inbox : inbox_) {
      const std::lock_guard lock(inbox.guard);
      Listening& own = inbox.on(topic);
      own.handler = handler;
      if (!handler) continue;
      for (Message& message : std::exchange(own.waiting, {})) handler(std::move(message));
    }
  }

  // The receiver's handler runs on the sender's thread. A lock for each pair of ranks preserves the
  // order.
  void send(std::size_t to, const Subject& subject, Bytes bytes) override {
    messages_.fetch_add(1, std::memory_order_relaxed);
    bytes_.fetch_add(bytes.size(), std::memory_order_relaxed);
    (*all_)[to]->receive({rank_, subject, std::move(bytes)});
  }

  void fail(const Error& error) override { world_.fail(error); }
  std::optional<Error> failure() const override { return world_.failure(); }
  bool poll() override { return false; }
  Traffic sent() const noexcept override { return {messages_.load(), bytes_.load()}; }
  std::uint64_t waiting() const noexcept override { return 0; }

 private:
  struct Listening {
    Handler handler;
    std::vector<Message> waiting;
  };
  struct Inbox {  // of messages from one rank
    std::mutex guard;
    std::array<Listening, topics> by_topic;

    Listening& on(Topic topic) { return by_topic[static_cast<std::size_t>(topic)]; }
  };

  void receive(Message message) {
    Inbox& inbox = inbox_[message.from];
    const std::lock_guard lock(inbox.guard);
    Listening& own = inbox.on(message.subject.topic);
    if (own.handler)
      own.handler(std::move(message));
    else
      own.waiting.push_back(std::move(message));
  }

  World& world_;
  std::size_t rank_;
  std::vector<Inbox> inbox_;
  std::vector<std::unique_ptr<Local>>* all_ = nullptr;
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace

void run_local(std::size_t ranks, const std::function<void(Transport&)>& work) {
  World world;
  std::vector<std::unique_ptr<Local>> all;
  for (std::size_t rank = 0; rank < ranks; ++rank)
    all.push_back(std::make_unique<Local>(world, rank, ranks));
  for (const auto& one : all) one->connect(all);
  std::mutex guard;
  std::exception_ptr thrown;
  const auto as_rank = [&](const auto& part) {
    try {
      part();
    } catch (const std::exception& error) {
      world.fail({Errc::memory, error.what()});
      const std::lock_guard lock(guard);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  as_rank([&] {
    for (std::size_t rank = 1; rank < ranks; ++rank)
      others.emplace_back([&, rank] { as_rank([&] { work(*all[rank]); }); });
    work(*all[0]);
  });
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace grundy::cluster
