// view/gather.hpp: the values that are drawn.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "law/certificate/certificate.hpp"
#include "rules/rules.hpp"
#include "run/asked.hpp"
#include "table/export/source.hpp"
#include "table/values.hpp"
#include "view/plot.hpp"

namespace grundy::plot {

struct Asked {
  exports::Slice slice;
  Quantity quantity;
  std::optional<Kind> kind;                 // none: what the axes of the slice allow
  const law::Certificate* law = nullptr;    // its first law is drawn beside the values
  const std::atomic<bool>* stop = nullptr;  // may be null
};

// Errc::usage for more axes or positions than can be drawn, and for a law of another game.
Result<Picture> gather(const table::Values& values, const Asked& asked);

// The box of a game that is solved to be drawn. `high` is empty where nobody named one.
solve::Asked box_to_draw(const rules::Rules& rules, std::vector<std::int64_t> high,
                         std::optional<Quantity> quantity, std::optional<Convention> convention);

// Whether the winning moves of `from` can be marked: Errc::usage unless it lies in a slice of two
// axes.
Status check_moves(const Position& from, const exports::Slice& slice);

// Marks winning moves, each the positions that it leads to. Requires check_moves().
void mark_moves(const Position& from, std::span<const std::vector<Position>> winning,
                const exports::Slice& slice, Picture& picture);

}  // namespace grundy::plot
