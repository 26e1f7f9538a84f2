// server/asked.hpp: a question about what is served, and how it is answered.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "server/answers.hpp"
#include "server/budget.hpp"
#include "server/http/message.hpp"
#include "server/limits.hpp"
#include "server/tables.hpp"

namespace grundy::server {

// What a handler sees. Lives as long as it works.
struct Asked {
  const http::Request& request;
  std::vector<std::string_view> parts;  // what stood in the places of the route's {..}
  std::shared_ptr<const Tables> tables;
  const ServedTable* table;  // where the route names one
  const Limits& limits;
  Budget& budget;
  std::atomic<std::uint64_t>& probed;  // positions, by all requests
  const std::atomic<bool>& stop;
  std::atomic<bool>* takes_long = nullptr;  // a search may take a moment only; set if that is over
};

using Handler = std::function<http::Answer(const Asked&)>;

// An error about a table, in which the table is called by its name and not by its place.
http::Answer problem(const Error& error, const ServedTable& table);

// The answer where the memory for requests in hand has no such room: too large, or try again.
http::Answer no_room(std::uint64_t bytes, const Budget& budget);

}  // namespace grundy::server
