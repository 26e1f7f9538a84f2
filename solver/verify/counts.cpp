#include "verify/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "table/table_directory.hpp"

namespace grundy::verify {
namespace {

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

void AllCounts::add(const AllCounts& part) {
  counts.add(part.counts);
  rank_digest.add(part.rank_digest);
}

bool compare(const table::TableResult& told, const AllCounts& found, table::Findings& findings) {
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
  expect("p_positions", told.p_positions, found.counts.p_positions);
  expect("max_value", told.max_value, found.counts.max_value);
  expect("digest", told.digest,
         told.digest_version == 1 ? found.rank_digest.hex() : found.counts.digest.hex());
  if (told.histogram != found.counts.histogram) {
    const std::size_t nimber = first_difference(told.histogram, found.counts.histogram);
    expect(fmt::format("histogram: the count of nimber {}", nimber),
           count_of(told.histogram, nimber), count_of(found.counts.histogram, nimber));
  }
  return all;
}

}  // namespace grundy::verify
