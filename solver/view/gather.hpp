// view/gather.hpp: the values that are drawn.
#pragma once
#include <atomic>
#include <optional>

#include "law/certificate/certificate.hpp"
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

}  // namespace grundy::plot
