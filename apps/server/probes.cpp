#include "server/probes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/cell_window.hpp"
#include "server/negotiation.hpp"
#include "server/positions.hpp"

namespace grundy::server {
namespace {

// What was read, or the answer that says why not.
template <class Value>
using Or = std::variant<Value, http::Answer>;

struct Values {
  Quantity quantity;
  std::vector<std::uint32_t> values;
};

http::Answer wrong(const WrongPositions& what) {
  return problem(what.status, what.detail, what.row ? Json{{"row", *what.row}} : Json::object());
}

Or<Quantity> quantity_of(const Asked& asked) {
  const Quantity own = asked.table->spec().quantity;
  const auto name = asked.request.parameter("value");
  if (!name) return own;
  const auto quantity = quantity_from(*name);
  if (!quantity)
    return problem(422, fmt::format("`value={}`: there are outcome, nimber and remoteness", *name));
  return *quantity;
}

Or<Values> look_up(const Asked& asked, const Positions& positions) {
  const auto quantity = quantity_of(asked);
  if (const auto* failed = std::get_if<http::Answer>(&quantity)) return *failed;
  Values found{std::get<Quantity>(quantity), std::vector<std::uint32_t>(positions.count())};
  constexpr auto coordinate = static_cast<std::ptrdiff_t>(sizeof(std::int64_t));
  const table::Batch batch{positions.count(),
                           reinterpret_cast<const std::byte*>(positions.coordinates.data()),
                           coordinate * static_cast<std::ptrdiff_t>(positions.dimensions),
                           coordinate,
                           reinterpret_cast<std::byte*>(found.values.data()),
                           sizeof(std::uint32_t)};
  std::size_t answered = 0;
  const Status status = asked.table->values->at_many(found.quantity, batch, answered);
  asked.probed += answered;
  if (status) return found;
  http::Answer answer = problem(status.error(), *asked.table);
  Json json = Json::parse(answer.body);
  json["row"] = answered;
  answer.body = to_text(json);
  return answer;
}

void append_value(Quantity quantity, std::uint32_t value, fmt::memory_buffer& text) {
  if (quantity == Quantity::outcome)
    fmt::format_to(std::back_inserter(text), "\"{}\"", to_string(static_cast<Outcome>(value)));
  else
    fmt::format_to(std::back_inserter(text), "{}", value);
}

std::string with_positions(const Positions& positions, const Values& found) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{{\"probes\":[");
  for (std::size_t row = 0; row < found.values.size(); ++row) {
    const auto at =
        std::span(positions.coordinates).subspan(row * positions.dimensions, positions.dimensions);
    fmt::format_to(out, "{}{{\"position\":[{}],\"{}\":", row == 0 ? "" : ",", fmt::join(at, ","),
                   to_string(found.quantity));
    append_value(found.quantity, found.values[row], text);
    text.push_back('}');
  }
  fmt::format_to(out, "]}}");
  return fmt::to_string(text);
}

std::string alone(const Values& found) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{{\"{}\":[", to_string(found.quantity));
  for (std::size_t row = 0; row < found.values.size(); ++row) {
    if (row != 0) text.push_back(',');
    append_value(found.quantity, found.values[row], text);
  }
  fmt::format_to(std::back_inserter(text), "]}}");
  return fmt::to_string(text);
}

http::Answer in_binary(const Asked& asked, const Values& found) {
  const auto width = asked.table->values->width(found.quantity);
  if (!width) return problem(width.error(), *asked.table);
  std::string bytes(found.values.size() * *width, '\0');
  with_cell_type(*width, [&]<class Cell>(Cell) {
    std::ranges::transform(found.values, reinterpret_cast<Cell*>(bytes.data()),
                           [](std::uint32_t value) { return static_cast<Cell>(value); });
  });
  return text_answer(std::move(bytes), fmt::format("{};type=uint{}", values_type, 8 * *width));
}

Read<Positions> read_body(const Asked& asked, const MediaType& type) {
  const std::size_t dimensions = asked.table->spec().box.dimensions();
  if (type.name != positions_type)
    return positions_of_json(asked.request.body, dimensions, asked.limits.batch);
  const auto integers = type.parameter("type");
  if (integers != "int32" && integers != "int64")
    return WrongPositions{415, "positions are of type=int32 or type=int64", {}};
  return positions_of_binary(asked.request.body, integers == "int32" ? 4 : 8, dimensions,
                             asked.limits.batch);
}

}  // namespace

http::Answer get_probes(const Asked& asked) {
  const auto positions = positions_of_query(
      asked.request.query, asked.table->spec().box.dimensions(), asked.limits.batch);
  if (const auto* failed = std::get_if<WrongPositions>(&positions)) return wrong(*failed);
  const auto found = look_up(asked, std::get<Positions>(positions));
  if (const auto* failed = std::get_if<http::Answer>(&found)) return *failed;
  return text_answer(with_positions(std::get<Positions>(positions), std::get<Values>(found)),
                     json_type);
}

http::Answer post_probes(const Asked& asked) {
  const MediaType type = media_type_of(asked.request.field("content-type").value_or(""));
  const bool sent_binary = type.name == positions_type;
  const auto offers =
      sent_binary ? std::vector{values_type, json_type} : std::vector{json_type, values_type};
  const auto accepted = choose(asked.request.field("accept"), offers);
  if (!accepted) return not_acceptable(offers);
  const auto positions = read_body(asked, type);
  if (const auto* failed = std::get_if<WrongPositions>(&positions)) return wrong(*failed);
  const auto found = look_up(asked, std::get<Positions>(positions));
  if (const auto* failed = std::get_if<http::Answer>(&found)) return *failed;
  if (*accepted == values_type) return in_binary(asked, std::get<Values>(found));
  return text_answer(alone(std::get<Values>(found)), json_type);
}

}  // namespace grundy::server
