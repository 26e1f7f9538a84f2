#include "verify/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "table/table_directory.hpp"

namespace grundy::verify {
namespace {

// A histogram counts the values below this (docs/table-format.md).
constexpr std::uint32_t histogram_values = 1 << 16;

std::string count_of(const std::vector<std::uint64_t>& histogram, std::size_t nimber) {
  return nimber < histogram.size() ? fmt::format("{}", histogram[nimber]) : "none";
}

// The first nimber whose counts differ. Requires one.
std::size_t first_difference(const std::vector<std::uint64_t>& a,
                             const std::vector<std::uint64_t>& b) {
  std::size_t nimber = 0;
  while (count_of(a, nimber) == count_of(b, nimber)) ++nimber;
  return nimber;
}

}  // namespace

void Counts::add(Quantity quantity, std::uint64_t rank, std::uint32_t value, bool is_p) {
  p_positions += is_p;
  max_value = std::max(max_value, value);
  if (quantity == Quantity::nimber && value < histogram_values) {
    if (value >= histogram.size()) histogram.resize(value + std::size_t{1});
    ++histogram[value];
  }
  if (quantity != Quantity::outcome || is_p) digest.add(rank, value);
}

void Counts::add(const Counts& part) {
  p_positions += part.p_positions;
  max_value = std::max(max_value, part.max_value);
  histogram.resize(std::max(histogram.size(), part.histogram.size()));
  for (std::size_t v = 0; v < part.histogram.size(); ++v) histogram[v] += part.histogram[v];
  digest.add(part.digest);
}

bool compare(const table::TableResult& told, const Counts& found, table::Findings& findings) {
  bool all = true;
  const auto expect = [&](const std::string& what, const auto& stored, const auto& expected) {
    if (stored == expected) return;
    all = false;
    findings.add({.kind = table::Finding::Kind::difference,
                  .file = table::metadata_name,
                  .what = what + " is not that of the stored values",
                  .stored = fmt::format("{}", stored),
                  .expected = fmt::format("{}", expected)});
  };
  expect("p_positions", told.p_positions, found.p_positions);
  expect("max_value", told.max_value, found.max_value);
  expect("digest", told.digest, found.digest.hex());
  if (told.histogram != found.histogram) {
    const std::size_t nimber = first_difference(told.histogram, found.histogram);
    expect(fmt::format("histogram: the count of nimber {}", nimber),
           count_of(told.histogram, nimber), count_of(found.histogram, nimber));
  }
  return all;
}

}  // namespace grundy::verify
