// base/machine.hpp: how much memory there is, and how amounts of it are written.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace grundy::memory {

// Bytes this process could take now without swapping: what Linux says is available,
// or what is left of the control group's limit if that is less.
std::uint64_t available_memory();

// Bytes this process holds in memory now.
std::uint64_t resident_memory();

// Those of them that are no pages of files, which the system can take back.
std::uint64_t anonymous_memory();

// The most that it ever held.
std::uint64_t peak_memory();

// "512", "64K", "1.5G", "2GiB": bytes, with binary units.
Result<std::uint64_t> parse_bytes(std::string_view text);

// For people, in binary units: "26 MiB".
std::string format_bytes(std::uint64_t bytes);

// The least amount from `bytes` on that format_bytes writes without rounding it down.
std::uint64_t rounded_up(std::uint64_t bytes);

}  // namespace grundy::memory
