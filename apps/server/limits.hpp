// server/limits.hpp: what clients may make the server do, at most. Each is an option of `serve`.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace grundy::server {

struct Limits {
  std::uint64_t body = std::uint64_t{16} << 20;            // bytes of a request's body
  std::uint64_t answer = std::uint64_t{128} << 20;         // bytes of an answer that is worked out
  std::uint64_t memory = std::uint64_t{1} << 30;           // of both, of all requests in hand
  std::size_t batch = 1'000'000;                           // positions of a request
  std::chrono::milliseconds search{10'000};                // of an expression, of its processor
  std::uint64_t search_memory = std::uint64_t{256} << 20;  // of each core's searches
  double solve = 0.5;                                      // seconds: longest boxes for questions
  bool workbench = true;                                   // whether visitors may write rules
  std::uint64_t cache = std::uint64_t{256} << 20;          // of decoded chunks, of all tables
  std::uint64_t pictures = std::uint64_t{64} << 20;        // of picture tiles that are kept
};

}  // namespace grundy::server
