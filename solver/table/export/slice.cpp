#include "table/export/slice.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <optional>
#include <string>

namespace grundy::exports {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + 1)) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
  }
  return parts;
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The whole text as an integer, `otherwise` if it is empty; nothing if it is neither.
std::optional<std::int64_t> integer(std::string_view text,
                                    std::optional<std::int64_t> otherwise = {}) {
  text = without_blanks(text);
  if (text.empty()) return otherwise;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// What is wanted along one axis, and whether the axis remains.
struct Entry {
  std::int64_t low;
  std::int64_t high;
  bool remains;
};

std::optional<Entry> parse_entry(std::string_view text, std::int64_t low, std::int64_t high) {
  const auto ends = split(text, ':');
  if (ends.size() > 2) return {};
  const bool range = ends.size() == 2;
  const auto from = range ? integer(ends[0], low) : integer(text);
  const auto to = range ? integer(ends[1], high) : from;
  if (!from || !to) return {};
  return Entry{*from, *to, range};
}

Error wrong_entry(std::string_view entry, const table::TableSpec& spec, std::size_t axis) {
  const std::int64_t low = spec.box.low[axis];
  const std::int64_t high = spec.box.high[axis];
  return Error{Errc::usage,
               fmt::format("slice: '{}' is no slice of {}, which runs from {} to {}; write a "
                           "coordinate such as {}, a range such as {}:{}, or : for all",
                           entry, spec.coordinates[axis], low, high, low, low, high)};
}

Error wrong_count(std::string_view text, std::size_t found, const table::TableSpec& spec) {
  std::string example = ":";
  for (std::size_t axis = 1; axis < spec.box.dimensions(); ++axis)
    example += fmt::format(",{}", spec.box.low[axis]);
  return Error{Errc::usage, fmt::format("slice: '{}' has {} entries, the table {} coordinates; "
                                        "write one entry for each, such as '{}'",
                                        text, found, spec.box.dimensions(), example)};
}

}  // namespace

Box Slice::remaining() const {
  Box box;
  for (const std::size_t axis : axes) {
    box.low.push_back(region.low[axis]);
    box.high.push_back(region.high[axis]);
  }
  return box;
}

Box Slice::in_table(const Box& part) const {
  Box whole = region;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    whole.low[axes[i]] = part.low[i];
    whole.high[axes[i]] = part.high[i];
  }
  return whole;
}

Slice everything(const Box& box) {
  Slice slice{box, std::vector<std::size_t>(box.dimensions())};
  std::iota(slice.axes.begin(), slice.axes.end(), std::size_t{0});
  return slice;
}

Result<Slice> parse_slice(std::string_view text, const table::TableSpec& spec) {
  const auto entries = split(text, ',');
  if (entries.size() != spec.box.dimensions()) return wrong_count(text, entries.size(), spec);
  Slice slice;
  for (std::size_t axis = 0; axis < entries.size(); ++axis) {
    const std::int64_t low = spec.box.low[axis];
    const std::int64_t high = spec.box.high[axis];
    const auto entry = parse_entry(entries[axis], low, high);
    if (!entry || entry->low < low || entry->high > high || entry->low > entry->high)
      return wrong_entry(entries[axis], spec, axis);
    slice.region.low.push_back(entry->low);
    slice.region.high.push_back(entry->high);
    if (entry->remains) slice.axes.push_back(axis);
  }
  if (slice.axes.empty())
    return Error{Errc::usage, fmt::format("slice: '{}' is a single position; 'grundy probe' gives "
                                          "its value, a slice has a range such as ':'",
                                          text)};
  return slice;
}

}  // namespace grundy::exports
