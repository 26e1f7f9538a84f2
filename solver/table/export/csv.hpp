// table/export/csv.hpp: one position a line, for spreadsheets, data frames and grep.
//
//   a,b,nimber
//   0,0,0
//   0,1,1
//
// Positions in C order; outcomes are the letters P and N. Axes that a slice drops have no column.
#pragma once
#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

Status write_csv(const Source& source, Output& output);

}  // namespace grundy::exports
