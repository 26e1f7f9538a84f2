// verify/counts.hpp: what a table tells of its values in all, compared with what was counted anew.
#pragma once
#include "base/counts.hpp"
#include "base/digest.hpp"
#include "table/findings.hpp"
#include "table/info.hpp"

namespace grundy::verify {

// With the digest of either version (docs/table-format.md), of which a table has one.
struct AllCounts {
  Counts counts;
  RankDigest rank_digest;

  void add(const AllCounts& part);
};

// Whether the table tells these counts of itself; where not, what differs.
bool compare(const table::TableResult& told, const AllCounts& found, table::Findings& findings);

}  // namespace grundy::verify
