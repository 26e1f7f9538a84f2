#include "graph/statistics.hpp"

#include <algorithm>

namespace grundy::graph {
namespace {

constexpr std::uint32_t histogram_end = 1 << 16;
constexpr std::uint32_t drawn_outcome = 2;

// Folds one vertex in, as tables of the same quantity do.
void add_to_digest(Statistics& found, const Values& values, Vertex v) {
  if (values.question.quantity != Quantity::outcome)
    found.digest.add(v, values.cells[v]);
  else if (values.is_draw(v))
    found.digest.add(v, drawn_outcome);
  else if (values.outcome(v) == Outcome::P)
    found.digest.add(v, 0);
}

void add_to_histogram(Statistics& found, std::uint32_t nimber) {
  if (nimber >= histogram_end) return;
  if (nimber >= found.histogram.size()) found.histogram.resize(nimber + 1, 0);
  ++found.histogram[nimber];
}

void add(Statistics& found, const Values& values, Vertex v) {
  add_to_digest(found, values, v);
  if (values.is_draw(v)) {
    ++found.draws;
    return;
  }
  ++(values.outcome(v) == Outcome::P ? found.p_positions : found.n_positions);
  found.max_value = std::max(found.max_value, values.cells[v]);
  if (values.question.quantity == Quantity::nimber) add_to_histogram(found, values.cells[v]);
}

}  // namespace

Statistics statistics(const Values& values) {
  Statistics found;
  for (std::size_t v = 0; v < values.cells.size(); ++v) add(found, values, static_cast<Vertex>(v));
  return found;
}

}  // namespace grundy::graph
