// server/budget.hpp: memory that requests in hand may take together.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

namespace grundy::server {

// Any thread may take. Must outlive what was taken.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : all_(bytes), free_(bytes) {}

  std::uint64_t all() const noexcept { return all_; }

  // Held until the last copy of what is returned is gone; null if so much is not free.
  std::shared_ptr<void> take(std::uint64_t bytes) {
    std::uint64_t free = free_.load();
    do {
      if (free < bytes) return nullptr;
    } while (!free_.compare_exchange_weak(free, free - bytes));
    return {this, [bytes](void* budget) { static_cast<Budget*>(budget)->free_ += bytes; }};
  }

 private:
  const std::uint64_t all_;
  std::atomic<std::uint64_t> free_;
};

}  // namespace grundy::server
