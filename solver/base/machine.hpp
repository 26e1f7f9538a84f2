// base/machine.hpp: memory and time: how much memory there is, amounts as text, and a stopwatch.
#pragma once
#include <array>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace grundy::memory {

// The bytes that this process could allocate now without swapping: what Linux reports as available,
// or what the control groups leave (quota.hpp) if that is less.
std::uint64_t available_memory();

// The bytes that this process holds in memory now.
std::uint64_t resident_memory();

// The same without pages of files, which the system can take back.
std::uint64_t anonymous_memory();

// The most bytes that it ever held.
std::uint64_t peak_memory();

// An amount such as "512", "64K", "1.5G" or "2GiB", with binary units. Errc::usage for other text.
Result<std::uint64_t> parse_bytes(std::string_view text);

// An amount in binary units with three digits: "26 MiB".
std::string format_bytes(std::uint64_t bytes);

// The least amount >= `bytes` that format_bytes does not round down.
std::uint64_t rounded_up(std::uint64_t bytes);

}  // namespace grundy::memory

namespace grundy {

// A std::bad_alloc that knows how many bytes were requested.
class OutOfMemory : public std::bad_alloc {
 public:
  // Allocates nothing.
  explicit OutOfMemory(std::uint64_t bytes) noexcept {
    std::snprintf(what_.data(), what_.size(), "the system refused %" PRIu64 " bytes", bytes);
  }
  const char* what() const noexcept override { return what_.data(); }

 private:
  std::array<char, 64> what_{};
};

// The time since its construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace grundy
