#include "server/positions.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

namespace grundy::server {
namespace {

static_assert(std::endian::native == std::endian::little, "batches are sent little-endian");

WrongPositions too_many(std::size_t most) {
  return {413, fmt::format("at most {} positions may be asked for at once", most)};
}

// Appends the coordinates of "3,4,1"; false if it is not that many integers.
bool append(std::string_view text, Positions& positions) {
  std::size_t found = 0;
  for (const std::string_view part : http::split(text, ',')) {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (failure != std::errc() || end != part.data() + part.size()) return false;
    positions.coordinates.push_back(value);
    ++found;
  }
  return found == positions.dimensions;
}

// Takes {"positions":[[..],..]} as it is read, and nothing else.
class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Reader(Positions& positions, std::size_t most) : positions_(positions), most_(most) {}

  std::optional<WrongPositions> wrong;

  bool start_object(std::size_t) override { return depth_++ == 0 || refuse(); }
  bool key(string_t& name) override { return (depth_ == 1 && name == "positions") || refuse(); }
  bool end_object() override { return seen_ || refuse(); }
  bool start_array(std::size_t) override {
    if (depth_ == 1 && !seen_)
      seen_ = true;
    else if (depth_ != 2)
      return refuse();
    ++depth_;
    in_row_ = 0;
    return true;
  }
  bool end_array() override {
    if (depth_-- != 3) return true;
    if (in_row_ != positions_.dimensions) return wrong_row();
    return positions_.count() <= most_ || refuse(too_many(most_));
  }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) return other();
    return take(static_cast<std::int64_t>(value));
  }
  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool number_float(number_float_t, const string_t&) override { return other(); }
  bool string(string_t&) override { return other(); }
  bool binary(binary_t&) override { return other(); }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::json::exception& error) override {
    return refuse({400, fmt::format("the body is not JSON: {}", error.what())});
  }

 private:
  bool refuse(WrongPositions what) {
    if (!wrong) wrong = std::move(what);
    return false;
  }
  bool refuse() {
    return refuse({422, "the body is {\"positions\":[[..],..]} and nothing besides"});
  }
  bool wrong_row() {
    const std::size_t row = (positions_.coordinates.size() - in_row_) / positions_.dimensions;
    return refuse(
        {422,
         fmt::format("row {}: a position is a list of {} integers", row, positions_.dimensions),
         row});
  }
  bool other() { return depth_ == 3 ? wrong_row() : refuse(); }
  bool take(std::int64_t value) {
    if (depth_ != 3) return refuse();
    if (in_row_ == positions_.dimensions) return wrong_row();
    positions_.coordinates.push_back(value);
    ++in_row_;
    return true;
  }

  Positions& positions_;
  std::size_t most_;
  std::size_t depth_ = 0;  // 1 in the object, 2 in the list, 3 in a position
  std::size_t in_row_ = 0;
  bool seen_ = false;
};

template <class Integer>
void append_rows(std::string_view bytes, Positions& positions) {
  positions.coordinates.resize(bytes.size() / sizeof(Integer));
  for (std::size_t i = 0; i < positions.coordinates.size(); ++i) {
    Integer value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    positions.coordinates[i] = value;
  }
}

}  // namespace

Read<Positions> positions_of_query(const http::Query& query, std::size_t dimensions,
                                   std::size_t most) {
  Positions positions{dimensions, {}};
  std::size_t row = 0;
  for (const auto& [name, value] : query) {
    if (name != "at") continue;
    if (row == most) return too_many(most);
    if (!append(value, positions))
      return WrongPositions{422,
                            fmt::format("`at={}` is no position of {} coordinates, such as {}",
                                        value, dimensions, dimensions == 1 ? "3" : "3,4,.."),
                            row};
    ++row;
  }
  if (row == 0) return WrongPositions{422, "the parameter `at` is missing: a position", {}};
  return positions;
}

Read<Positions> positions_of_json(std::string_view text, std::size_t dimensions, std::size_t most) {
  Positions positions{dimensions, {}};
  Reader reader(positions, most);
  // The reader of JSON takes a NUL for the end.
  const bool read =
      text.find('\0') == std::string_view::npos && nlohmann::json::sax_parse(text, &reader);
  if (!read) return reader.wrong.value_or(WrongPositions{400, "the body is not JSON", {}});
  return positions;
}

Read<Positions> positions_of_binary(std::string_view bytes, unsigned bytes_each,
                                    std::size_t dimensions, std::size_t most) {
  const std::size_t row_bytes = bytes_each * dimensions;
  if (bytes.size() % row_bytes != 0)
    return WrongPositions{
        422,
        fmt::format("the body has {} bytes, and a position takes {}", bytes.size(), row_bytes),
        {}};
  if (bytes.size() / row_bytes > most) return too_many(most);
  Positions positions{dimensions, {}};
  if (bytes_each == 4)
    append_rows<std::int32_t>(bytes, positions);
  else
    append_rows<std::int64_t>(bytes, positions);
  return positions;
}

}  // namespace grundy::server
