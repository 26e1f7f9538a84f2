#include "base/tasks.hpp"

#include <atomic>
#include <system_error>
#include <utility>

namespace grundy::parallel {
namespace {

// About some microseconds. After that the core is left to others, as the awaited task may need it.
constexpr int spins = 256;

// Leaves a core that is shared by two hardware threads to the other one for a moment.
void pause() noexcept {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

}  // namespace

OrderedTasks::OrderedTasks(std::vector<std::uint32_t> order)
    : order_(std::move(order)), done_(order_.size()) {}

bool OrderedTasks::all_done() const noexcept {
  return std::ranges::all_of(done_, [](std::uint8_t one) { return one != 0; });
}

bool OrderedTasks::is_done(std::size_t task) const noexcept {
  return std::atomic_ref(done_[task]).load(std::memory_order_acquire) != 0;
}

void OrderedTasks::run(Executor& executor, const std::function<bool()>& go_on,
                       const std::function<bool(std::size_t)>& is_ready,
                       const std::function<bool(std::size_t, std::size_t)>& body,
                       const std::function<bool(bool)>& aside) {
  std::atomic<std::size_t> head{0};     // the first place in the order that is not taken yet
  std::atomic<std::uint32_t> ended{0};  // the count of tasks; waiting workers watch it
  executor.for_each(executor.threads(), [&](std::size_t, std::size_t worker) {
    int idle = 0;
    std::size_t place = head.load(std::memory_order_relaxed);
    while (place < order_.size()) {
      const std::uint32_t seen = ended.load(std::memory_order_acquire);
      const std::size_t task = order_[place];
      if (is_done(task)) {  // in an earlier run
        if (head.compare_exchange_strong(place, place + 1, std::memory_order_relaxed)) ++place;
        continue;
      }
      if (!go_on()) break;
      if (is_ready(task)) {
        if (!head.compare_exchange_strong(place, place + 1, std::memory_order_relaxed)) continue;
        if (body(task, worker)) std::atomic_ref(done_[task]).store(1, std::memory_order_release);
        ended.fetch_add(1, std::memory_order_release);
        ended.notify_all();
        aside(/*idle=*/false);
        idle = 0;
      } else if (aside(/*idle=*/true)) {
        idle = 0;
      } else if (++idle < spins) {
        pause();
      } else {
        ended.wait(seen, std::memory_order_acquire);
      }
      place = head.load(std::memory_order_relaxed);
    }
  });
}

Background::~Background() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  changed_.notify_all();
}

void Background::add(Job job) {
  {
    const std::lock_guard lock(guard_);
    if (started_.size() < threads_ && started_.size() <= running_ + waiting_.size()) start();
    if (!started_.empty()) waiting_.push_back(std::exchange(job, nullptr));
  }
  changed_.notify_all();
  if (job) job();
}

void Background::start() {
  try {
    started_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    // The threads that run already are enough.
  }
}

bool Background::idle() const {
  const std::lock_guard lock(guard_);
  return waiting_.empty() && running_ == 0;
}

void Background::wait() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [&] { return waiting_.empty() && running_ == 0; });
}

void Background::run() {
  std::unique_lock lock(guard_);
  while (true) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    {
      const Job job = std::move(waiting_.front());
      waiting_.pop_front();
      ++running_;
      lock.unlock();
      job();
    }
    lock.lock();
    --running_;
    changed_.notify_all();
  }
}

}  // namespace grundy::parallel
