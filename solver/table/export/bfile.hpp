// table/export/bfile.hpp: the b-file of a sequence, as the OEIS takes it: lines "n a(n)", nothing
// else.
//
// https://oeis.org/wiki/B-files. The first n is the low end of the axis; outcomes are 0 = P, 1 = N.
#pragma once
#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// Errc::usage unless exactly one axis remains.
Status write_bfile(const Source& source, Output& output);

}  // namespace grundy::exports
