// methods/offsets/cell_rows.hpp: rules of which nimbers or remoteness can be solved by rows of
// cells.
//
// Offsets as in methods/offsets/bit_rows.hpp, without rays. Positions have cells instead of bits
// (kernels/offset/cell_rows.hpp), so a row takes longer and is worth another layout.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/box.hpp"
#include "base/value.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::offset {

struct CellRows {
  BitRows rows;
  Quantity quantity;  // nimber or remoteness
  unsigned width;     // bytes of a cell
  Box box;            // whose values are kept

  // Chooses a window by the tiles of `rows`, as cell_rows does (methods/offsets/board.hpp).
  void use_window();
};

// Nothing, with the reason, for rules of another kind.
std::optional<CellRows> cell_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                                  const RowAxes& axes, Quantity quantity, const Box& closure,
                                  const rules::Descent& descent, const Box& box,
                                  std::string& why_not);

// The rules in the layout that promises to be fastest.
std::optional<CellRows> recognise_cell_rows(const rules::Rules& rules, Quantity quantity,
                                            const Box& closure, const rules::Descent& descent,
                                            const Box& box, std::string& why_not);

}  // namespace grundy::offset
