// What clients may send to `grundy serve`, as fuzz targets.
//
// request  the head of a request: its target, and the fields that are read one by one
// json     a batch of positions as JSON; the first byte chooses how many coordinates they have
// binary   a batch of integers; the first byte chooses coordinates, and whether they have 4 or 8
// bytes slice    the part of a table that is asked for
#include "fuzz/targets.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "server/conditions.hpp"
#include "server/http/head.hpp"
#include "server/negotiation.hpp"
#include "server/positions.hpp"
#include "server/ranges.hpp"
#include "table/export/source.hpp"

namespace grundy::fuzz {
namespace {

constexpr std::size_t most_positions = 100;

void demand_sound(const server::Read<server::Positions>& read) {
  if (const auto* wrong = std::get_if<server::WrongPositions>(&read)) {
    demand(wrong->status >= 400 && wrong->status < 500, "a refusal is the client's mistake");
    demand(!wrong->detail.empty(), "a refusal says why");
    return;
  }
  const auto& positions = std::get<server::Positions>(read);
  demand(positions.count() <= most_positions, "there are no more positions than may be");
  demand(positions.coordinates.size() == positions.count() * positions.dimensions,
         "every position is whole");
}

void read_fields(const http::Request& request) {
  constexpr std::uint64_t size = 1000;
  const server::Range range = server::range_of(request, size, "1-2-3", 784111777);
  demand(!range.can_be || (range.first <= size && range.size <= size - range.first),
         "a range lies in the file");
  const int status = server::judge_conditions(request, "1-2-3", 784111777);
  demand(status == 200 || status == 304 || status == 412, "conditions hold, or do not");
  constexpr std::array<std::string_view, 2> offers{"application/json", "image/png"};
  const auto chosen = server::choose(request.field("accept"), offers);
  demand(!chosen || std::ranges::count(offers, *chosen) == 1, "what is chosen was offered");
  static_cast<void>(server::takes_gzip(request.field("accept-encoding")));
  static_cast<void>(server::media_type_of(request.field("content-type").value_or("")));
  demand_sound(server::positions_of_query(request.query, 2, most_positions));
}

void request(Input input) {
  const std::string_view text = text_of(input);
  const http::Head head = http::read_head(text, {});
  demand(head.bytes <= text.size(), "a head lies in what was sent");
  if (head.refusal) {
    demand(head.refusal->status >= 400 && head.refusal->status < 600, "a refusal has a status");
    return;
  }
  if (head.bytes == 0) return;
  const http::Head again = http::read_head(text.substr(0, head.bytes), {});
  demand(again.bytes == head.bytes && again.request.target == head.request.target,
         "what follows a head does not change it");
  for (const std::string& segment : head.request.path)
    demand(
        segment != ".." && segment.find_first_of(std::string("/\\\0\r\n", 5)) == std::string::npos,
        "no segment of a path leads elsewhere");
  read_fields(head.request);
}

void json(Input input) {
  if (input.empty()) return;
  const std::size_t dimensions = 1 + input[0] % 4;
  const std::string_view text = text_of(input.subspan(1));
  const auto read = server::positions_of_json(text, dimensions, most_positions);
  demand_sound(read);
  const auto* const positions = std::get_if<server::Positions>(&read);
  if (positions == nullptr) return;
  std::vector<std::int64_t> expected;
  const auto tree = nlohmann::json::parse(text);
  for (const auto& row : tree.at("positions"))
    for (const auto& coordinate : row) expected.push_back(coordinate.get<std::int64_t>());
  demand(positions->coordinates == expected, "positions are those of the text");
}

void binary(Input input) {
  if (input.empty()) return;
  const std::size_t dimensions = 1 + input[0] % 4;
  const unsigned bytes_each = (input[0] & 0x80) != 0 ? 8 : 4;
  demand_sound(server::positions_of_binary(text_of(input.subspan(1)), bytes_each, dimensions,
                                           most_positions));
}

void slice(Input input) {
  table::TableSpec spec;
  spec.game = "game";
  spec.coordinates = {"a", "b", "c"};
  spec.box = {{0, 1, -5}, {20, 15, 5}};
  const auto slice = exports::parse_slice(text_of(input), spec);
  if (!slice) return;
  demand(!slice->axes.empty() && std::ranges::is_sorted(slice->axes), "some axes remain, in order");
  demand(slice->region.dimensions() == 3 && spec.box.contains(slice->region.low) &&
             spec.box.contains(slice->region.high) && slice->region.volume() > 0,
         "a slice is a part of the box");
  demand(slice->remaining().volume() == slice->region.volume(), "no position is lost");
}

constexpr Target all[] = {
    {"request", request}, {"json", json}, {"binary", binary}, {"slice", slice}};

}  // namespace

std::span<const Target> targets() {
  return all;
}

}  // namespace grundy::fuzz
