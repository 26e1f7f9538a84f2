#include "compile/totals.hpp"

#include <algorithm>

namespace grundy::compile {

using rules::Polynomial;

namespace {

// Cells of totals for each position, and directions.
constexpr std::uint64_t most_cells_per_position = 4;
constexpr std::size_t most_directions = 4;

std::vector<Polynomial> polynomials(const std::vector<rules::Expression>& position) {
  std::vector<Polynomial> all;
  for (const rules::Expression& coordinate : position) all.emplace_back(coordinate);
  return all;
}

}  // namespace

Polynomial Totals::Along::cell(const std::vector<Polynomial>& position) const {
  const std::vector<std::int64_t> strides = box.strides();
  Polynomial cell(offset);
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    cell = cell + Polynomial(strides[axis]) * (position[axis] - Polynomial(box.low[axis]));
  return cell;
}

std::int64_t Totals::Along::cell_step() const {
  const std::vector<std::int64_t> strides = box.strides();
  std::int64_t all = 0;
  for (std::size_t axis = 0; axis < step.size(); ++axis) all += strides[axis] * step[axis];
  return all;
}

std::optional<Totals::Ends> Totals::ends(const std::vector<rules::Expression>& first,
                                         const std::vector<rules::Expression>& last,
                                         std::vector<std::int64_t> step) {
  auto from = polynomials(first);
  auto to = polynomials(last);
  if (!is_in_order(step)) {
    for (std::int64_t& s : step) s = -s;
    std::swap(from, to);
    if (!is_in_order(step)) return std::nullopt;
  }
  const Along* const totals = along(step);
  if (totals == nullptr) return std::nullopt;
  for (std::size_t axis = 0; axis < step.size(); ++axis)
    to[axis] = to[axis] + Polynomial(step[axis]);
  return Ends{totals->cell(from), totals->cell(to)};
}

bool Totals::is_in_order(const std::vector<std::int64_t>& step) const {
  return !order_.empty() && std::ranges::all_of(order_, [&](const rules::ScanAxis& scan) {
    return scan.ascending ? step[scan.axis] >= 0 : step[scan.axis] <= 0;
  });
}

const Totals::Along* Totals::along(const std::vector<std::int64_t>& step) {
  const auto known = std::ranges::find(all_, step, &Along::step);
  if (known != all_.end()) return &*known;
  if (all_.size() == most_directions) return nullptr;
  Along made{step, box_, 0};
  for (std::size_t axis = 0; axis < step.size(); ++axis) {
    std::int64_t& end = step[axis] < 0 ? made.box.low[axis] : made.box.high[axis];
    if (__builtin_add_overflow(end, step[axis], &end)) return nullptr;
  }
  const auto positions = box_.volume();
  const auto more = made.box.volume();
  if (!positions || !more || *more / most_cells_per_position > *positions) return nullptr;
  made.offset = static_cast<std::int64_t>(*positions + cells_);
  cells_ += *more;
  all_.push_back(std::move(made));
  return &all_.back();
}

}  // namespace grundy::compile
