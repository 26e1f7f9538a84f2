#include "relation/images.hpp"

#include "relation/points.hpp"

namespace grundy::relation {
namespace {

// Boxes of images that are larger are not counted.
constexpr double most_in_box = 512;

// Whether the images of each point lie in a small box.
bool are_close(const Map& map) {
  for (const Map& piece : pieces(map)) {
    const Map pairs(isl_map_apply_range(isl_map_reverse(piece.copy()), piece.copy()));
    const Set differences(
        isl_set_remove_divs(of_all_parameters(isl_map_deltas(pairs.copy())).take()));
    if (!is_bounded(differences)) return false;
    double volume = 1;
    const int dimensions = isl_set_dim(differences.get(), isl_dim_set);
    for (int axis = 0; axis < dimensions; ++axis) {
      isl_val* most = isl_set_dim_max_val(differences.copy(), axis);
      volume *= isl_val_get_d(most) + 1;
      isl_val_free(most);
    }
    if (!(volume <= most_in_box)) return false;
  }
  return true;
}

}  // namespace

Set of_all_parameters(isl_set* set) {
  const auto parameters = static_cast<unsigned>(isl_set_dim(set, isl_dim_param));
  return Set(isl_set_project_out(set, isl_dim_param, 0, parameters));
}

bool have_few_images(const Map& map, std::size_t most) {
  if (map.get() == nullptr || !are_close(map)) return false;
  Map open = map;
  for (std::size_t count = 0; !is_empty(open); ++count) {
    if (open.get() == nullptr || count == most) return false;
    open = coalesced(open - Map(isl_map_lexmin(open.copy())));
  }
  return true;
}

}  // namespace grundy::relation
