#include "relation/recent.hpp"

#include <algorithm>

namespace grundy::relation {
namespace {

bool is_same(const rules::Coordinate& a, const rules::Coordinate& b) {
  return a.low == b.low && a.high == b.high;
}

bool is_same(const rules::Binder& a, const rules::Binder& b) {
  return a.low == b.low && a.high == b.high && a.set == b.set;
}

bool is_same(const rules::OptionRule& a, const rules::OptionRule& b) {
  const auto same = [](const rules::Binder& x, const rules::Binder& y) { return is_same(x, y); };
  return a.place.line == b.place.line && std::ranges::equal(a.binders, b.binders, same) &&
         a.when == b.when && a.summands == b.summands;
}

}  // namespace

bool have_same_options(const rules::Rules& a, const rules::Rules& b) {
  const auto same = [](const auto& x, const auto& y) { return is_same(x, y); };
  return std::ranges::equal(a.coordinates, b.coordinates, same) &&
         std::ranges::equal(a.options, b.options, same);
}

}  // namespace grundy::relation
