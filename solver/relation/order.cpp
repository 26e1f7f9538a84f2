#include "relation/order.hpp"

#include <algorithm>

namespace grundy::relation {

bool Order::is(const std::vector<rules::ScanAxis>& axes) const {
  return std::ranges::equal(axes_, axes, [](const auto& a, const auto& b) {
    return a.axis == b.axis && a.ascending == b.ascending;
  });
}

bool Order::leads_back(const Vector& direction) const {
  for (const rules::ScanAxis& one : axes_)
    if (const std::int64_t step = direction[one.axis]; step != 0)
      return (step > 0) == one.ascending;
  return false;
}

Map Order::before(isl_ctx* context) const {
  const auto size = static_cast<unsigned>(axes_.size());
  isl_multi_aff* places =
      isl_multi_aff_identity(isl_space_map_from_set(isl_space_set_alloc(context, 0, size)));
  isl_multi_aff* ordered = isl_multi_aff_copy(places);
  for (unsigned i = 0; i < size; ++i) {
    isl_aff* place = isl_multi_aff_get_at(places, static_cast<int>(axes_[i].axis));
    if (!axes_[i].ascending) place = isl_aff_neg(place);
    ordered = isl_multi_aff_set_at(ordered, static_cast<int>(i), place);
  }
  isl_multi_aff_free(places);
  isl_map* before = isl_map_lex_gt(isl_space_set_alloc(context, 0, size));
  before = isl_map_preimage_domain_multi_aff(before, isl_multi_aff_copy(ordered));
  return Map(isl_map_preimage_range_multi_aff(before, ordered));
}

}  // namespace grundy::relation
