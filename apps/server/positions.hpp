// server/positions.hpp: positions as clients write them.
//
//   ?at=3,4,1&at=0,0,0                 in a query
//   {"positions":[[3,4,1],[0,0,0]]}    as JSON
//   application/x-grundy-positions;type=int32 (or int64): rows of little-endian integers
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/http/message.hpp"

namespace grundy::server {

inline constexpr std::string_view positions_type = "application/x-grundy-positions";

// Rows of coordinates, one after another.
struct Positions {
  std::size_t dimensions = 1;
  std::vector<std::int64_t> coordinates;

  std::size_t count() const noexcept { return coordinates.size() / dimensions; }
};

// What is wrong with a list of positions, and with which of them, if it is one.
struct WrongPositions {
  int status = 422;
  std::string detail;
  std::optional<std::size_t> row{};
};

template <class Value>
using Read = std::variant<Value, WrongPositions>;

Read<Positions> positions_of_query(const http::Query& query, std::size_t dimensions,
                                   std::size_t most);
// No tree of the text is made.
Read<Positions> positions_of_json(std::string_view text, std::size_t dimensions, std::size_t most);
// `bytes_each` of a coordinate: 4 or 8.
Read<Positions> positions_of_binary(std::string_view bytes, unsigned bytes_each,
                                    std::size_t dimensions, std::size_t most);

}  // namespace grundy::server
