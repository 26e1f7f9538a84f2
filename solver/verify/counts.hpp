// verify/counts.hpp: what a table tells of its values in all, counted anew.
#pragma once
#include <cstdint>
#include <vector>

#include "core/digest.hpp"
#include "core/value.hpp"
#include "table/findings.hpp"
#include "table/info.hpp"

namespace grundy::verify {

// Of any part of the box; sums of parts are in any order the same.
struct Counts {
  std::uint64_t p_positions = 0;
  std::uint32_t max_value = 0;
  std::vector<std::uint64_t> histogram;  // as table::TableResult has it
  Digest digest;

  // One position, by its number in the box.
  void add(Quantity quantity, std::uint64_t rank, std::uint32_t value, bool is_p);
  void add(const Counts& part);
};

// Whether the table tells these counts of itself; where not, what differs.
bool compare(const table::TableResult& told, const Counts& found, table::Findings& findings);

}  // namespace grundy::verify
