// search/meter.hpp: limits of a search: memory, a stop flag and a deadline; and its progress.
//
// One Meter serves all searches of a query, so that they share one limit. It counts the bytes of
// tables and stacks before they are allocated; while a vector grows it counts both its old and its
// new storage. Not thread-safe, apart from the stop flag, which any thread or signal handler may
// set.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace grundy::lazy {

struct SearchProgress {
  std::uint64_t positions = 0;   // known so far, sums of several components included
  std::uint64_t expansions = 0;  // each visits the options of a position
  std::uint64_t bytes = 0;
};

struct SearchLimits {
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* stop = nullptr;                        // true: stop soon
  std::function<void(const SearchProgress&)> progress = nullptr;  // every 2^16 expansions
};

class Meter {
 public:
  explicit Meter(SearchLimits limits = {}) : limits_(std::move(limits)) {}
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  const SearchProgress& progress() const noexcept { return progress_; }

  // Counts bytes to be allocated next; Errc::memory, and no change, if they exceed the limit.
  Status take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) noexcept { progress_.bytes -= bytes; }
  // The bytes that may still be taken.
  std::uint64_t left() const noexcept {
    return limits_.bytes - std::min(limits_.bytes, progress_.bytes);
  }
  // Counts bytes allocated elsewhere, even beyond the limit.
  void hold(std::uint64_t bytes) noexcept { progress_.bytes += bytes; }
  Error out_of_memory(std::uint64_t bytes) const;

  void add_position() noexcept { ++progress_.positions; }
  // Resets bytes and positions, after all searches of the meter have been destroyed.
  void forget_all() noexcept { progress_.bytes = progress_.positions = 0; }
  void forget_positions(std::uint64_t count) noexcept { progress_.positions -= count; }

  // To be called before every expansion. Errc::interrupted if the search must stop.
  Status expand();
  bool must_stop() noexcept {
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) return true;
    return deadline_ && is_late();
  }

  void set_stop(const std::atomic<bool>* stop) noexcept { limits_.stop = stop; }

  // Until clear_deadline(), searches also stop soon after this moment.
  void set_deadline(std::chrono::steady_clock::time_point deadline) noexcept {
    deadline_ = deadline;
    late_ = false;
  }
  // Whether the deadline has stopped a search.
  bool clear_deadline() noexcept {
    deadline_.reset();
    return late_;
  }

 private:
  // Reading the clock takes as long as several options, so only every 1024th call does.
  bool is_late() noexcept {
    if (!late_ && ++calls_ % 1024 == 0) late_ = std::chrono::steady_clock::now() > *deadline_;
    return late_;
  }

  SearchLimits limits_;
  SearchProgress progress_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::uint32_t calls_ = 0;
  bool late_ = false;
};

// Reserves storage so that `room` more items can be added without allocation. Errc::memory if the
// meter or the system has too little.
template <class T>
Status make_room(std::vector<T>& items, std::size_t room, Meter& meter) {
  const std::size_t before = items.capacity();
  if (before - items.size() >= room) return {};
  const std::size_t after = std::max(items.size() + room, before + before / 2 + 64);
  if (Status status = meter.take(after * sizeof(T)); !status) return status;
  try {
    items.reserve(after);
  } catch (const std::bad_alloc&) {
    meter.give_back(after * sizeof(T));
    return meter.out_of_memory(after * sizeof(T));
  }
  meter.give_back(before * sizeof(T));
  return {};
}

// Frees the vector's storage.
template <class T>
void release(std::vector<T>& items, Meter& meter) noexcept {
  meter.give_back(items.capacity() * sizeof(T));
  std::vector<T>().swap(items);
}

template <class T>
bool has_room(const std::vector<T>& items) noexcept {
  return items.size() < items.capacity();
}

}  // namespace grundy::lazy
