#include "relation/differences.hpp"

#include <fmt/format.h>
#include <isl/mat.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "relation/isl.hpp"
#include "relation/points.hpp"
#include "relation/recent.hpp"
#include "relation/relation.hpp"

namespace grundy::relation {
namespace {

using rules::OptionRule;
using rules::Rules;

constexpr unsigned long operations_for_differences = 300'000;
// Differences that are written one by one, and rays side by side.
constexpr std::size_t most_points = 4096;
// A ray takes every second, third, .. point of its line, up to this.
constexpr std::int64_t longest_stride = 24;
constexpr std::size_t most_axes_of_cones = 6;
// Where rays cross, the points before the crossing seem single. This far they are looked for.
constexpr int longest_walk = 64;

const char* const too_much = "its options are too much to reason about";

// All points first + k step for k >= 0.
Set points_of(isl_ctx* context, const Ray& ray) {
  std::string names, equations;
  for (std::size_t axis = 0; axis < ray.first.size(); ++axis) {
    names += fmt::format("{}z{}", axis == 0 ? "" : ", ", axis);
    equations += fmt::format(" and z{} = {} + {} k", axis, ray.first[axis], ray.step[axis]);
  }
  const std::string text = fmt::format("{{ [{}] : exists k : k >= 0{} }}", names, equations);
  return Set(isl_set_read_from_str(context, text.c_str()));
}

Set points_of_cone(isl_ctx* context, const Vector& cone) {
  Set points(isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(cone.size()))));
  for (unsigned axis = 0; axis < cone.size(); ++axis)
    points = Set(cone[axis] == 1 ? isl_set_lower_bound_si(points.take(), isl_dim_set, axis, 1)
                                 : isl_set_fix_si(points.take(), isl_dim_set, axis, 0));
  return points;
}

Set point(isl_ctx* context, const Vector& at) {
  return points_of(context, {at, Vector(at.size(), 0)});
}

Set moved(const Set& set, const Vector& by) {
  return Set(isl_set_sum(set.copy(), point(isl_set_get_ctx(set.get()), by).take()));
}

isl_mat* without_constants(isl_mat* rows) {
  for (int row = 0; row < static_cast<int>(isl_mat_rows(rows)); ++row)
    rows = isl_mat_set_element_si(rows, row, 0, 0);
  return rows;
}

// The directions in which a convex set has no end.
Set recession_cone(const BasicSet& set) {
  const BasicSet hull(isl_basic_set_remove_divs(set.copy()));
  const auto rows = [&](auto matrix) {
    return without_constants(
        matrix(hull.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
  };
  return Set(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      isl_basic_set_get_space(hull.get()), rows(isl_basic_set_equalities_matrix),
      rows(isl_basic_set_inequalities_matrix), isl_dim_cst, isl_dim_param, isl_dim_set,
      isl_dim_div)));
}

// Some vector of a cone that is not zero, divided by the divisors of its numbers.
std::optional<Vector> direction_in(const Set& cone) {
  if (cone.get() == nullptr) return std::nullopt;
  const auto size = static_cast<unsigned>(isl_set_dim(cone.get(), isl_dim_set));
  for (unsigned axis = 0; axis < size; ++axis)
    for (const bool positive : {true, false}) {
      const Set half(positive ? isl_set_lower_bound_si(cone.copy(), isl_dim_set, axis, 1)
                              : isl_set_upper_bound_si(cone.copy(), isl_dim_set, axis, -1));
      if (half.get() == nullptr || is_empty(half)) continue;
      auto vector = to_vector(isl_set_sample_point(half.copy()), size);
      if (!vector) return std::nullopt;
      std::int64_t divisor = 0;
      for (const std::int64_t number : *vector) divisor = std::gcd(divisor, number);
      if (divisor == 0) return std::nullopt;
      for (std::int64_t& number : *vector) number /= divisor;
      return vector;
    }
  return std::nullopt;
}

// The least step such that the set has z + step with each z, if it is unbounded in one direction
// alone.
std::optional<Vector> only_step(const BasicSet& piece) {
  const Set set(isl_set_from_basic_set(piece.copy()));
  const Set cone = recession_cone(piece);
  const auto direction = direction_in(cone);
  if (!direction) return std::nullopt;
  const Vector zero(direction->size(), 0);
  if (!is_subset(cone, points_of(isl_set_get_ctx(set.get()), {zero, *direction})))
    return std::nullopt;
  for (std::int64_t stride = 1; stride <= longest_stride; ++stride)
    if (Vector step = times(stride, *direction); is_subset(moved(set, step), set)) return step;
  return std::nullopt;
}

// Rays along few coordinates first, then short steps, then the first coordinates.
bool comes_before(const Ray& a, const Ray& b) {
  const auto key = [](const Ray& ray) {
    const auto moving = std::ranges::count_if(ray.step, [](auto n) { return n != 0; });
    return std::tuple(ray.first != ray.step, moving, length(ray.step), times(-1, ray.step),
                      ray.first);
  };
  return key(a) < key(b);
}

// Describes a set of differences.
class Description {
 public:
  Description(const Set& all, Differences& differences)
      : context_(isl_set_get_ctx(all.get())), all_(coalesced(all)), found_(differences) {
    open_ = all_;
    find_cones();
    find_directions();
    find_rays();
    std::ranges::sort(found_.rays, comes_before);
    std::ranges::sort(found_.singles);
  }

  // Pieces without a description.
  const std::vector<Set>& others() const { return others_; }

 private:
  void find_cones() {
    const auto size = static_cast<std::size_t>(isl_set_dim(all_.get(), isl_dim_set));
    if (size > most_axes_of_cones) return;
    for (std::size_t axes = 1; axes < std::size_t{1} << size; ++axes) {
      Vector cone;
      for (std::size_t axis = 0; axis < size; ++axis) cone.push_back(axes >> axis & 1);
      if (std::ranges::count(cone, 1) < 2) continue;
      const Set points = points_of_cone(context_, cone);
      if (!is_subset(points, open_)) continue;
      open_ = open_ - points;
      found_.cones.push_back(std::move(cone));
    }
    open_ = coalesced(open_);
  }

  // Rays that begin with their step.
  void find_directions() {
    for (const BasicSet& piece : pieces(open_))
      if (const auto step = only_step(piece)) find_direction(*step);
    open_ = coalesced(open_);
  }

  // Several pieces may make up a ray of a shorter step.
  void find_direction(const Vector& step) {
    std::int64_t divisor = 0;
    for (const std::int64_t number : step) divisor = std::gcd(divisor, number);
    for (; divisor >= 1; --divisor) {
      Vector part = step;
      for (std::int64_t& number : part) number /= divisor;
      if (times(divisor, part) != step) continue;
      if (found_.has_ray(part)) return;
      const Ray ray{part, part};
      const Set points = points_of(context_, ray);
      if (!is_subset(points, all_)) continue;
      open_ = open_ - points;
      found_.rays.push_back(ray);
      return;
    }
  }

  // Rays that begin elsewhere, side by side, and single points.
  void find_rays() {
    std::map<Vector, Set> by_step;
    for (const BasicSet& piece : pieces(open_)) {
      const Set set(isl_set_from_basic_set(piece.copy()));
      if (const auto step = only_step(piece)) {
        Set& along = by_step[*step];
        along = along.get() == nullptr ? set : along | set;
      } else if (const auto points = points_of(set, most_points)) {
        found_.singles.insert(found_.singles.end(), points->begin(), points->end());
      } else {
        others_.push_back(set);
      }
    }
    for (const auto& [step, set] : by_step) {
      const auto first = points_of(set - moved(set, step), most_points);
      if (!first) others_.push_back(set);
      for (const Vector& one : first.value_or(std::vector<Vector>()))
        found_.rays.push_back({begin_of({one, step}), step});
    }
    for (const Ray& ray : found_.rays)
      std::erase_if(found_.singles, [&](const Vector& single) { return lies_on(ray, single); });
  }

  // The farthest single point from which the ray could begin.
  Vector begin_of(const Ray& ray) const {
    Vector begin = ray.first;
    Vector at = ray.first;
    const Vector back = times(-1, ray.step);
    for (int i = 0; i < longest_walk; ++i) {
      at = sum(at, back);
      if (std::ranges::find(found_.singles, at) != found_.singles.end())
        begin = at;
      else if (!is_subset(point(context_, at), all_))
        break;
    }
    return begin;
  }

  static bool lies_on(const Ray& ray, Vector point) {
    const Vector back = times(-1, ray.step);
    for (int i = 0; i <= longest_walk; ++i, point = sum(point, back))
      if (point == ray.first) return true;
    return false;
  }

  isl_ctx* context_;
  Set all_;
  Set open_;
  Differences& found_;
  std::vector<Set> others_;
};

class DifferenceFinder {
 public:
  explicit DifferenceFinder(const Rules& rules)
      : rules_(rules), context_(operations_for_differences) {
    frame_.coordinates = rules.coordinates;
    for (rules::Coordinate& coordinate : frame_.coordinates) coordinate.high.reset();
  }

  Differences find() {
    for (const OptionRule& rule : rules_.options) read(rule);
    if (!context_.failed()) {
      see_together();
      context_.forget_failure();
    }
    Set all(isl_set_empty(
        isl_space_set_alloc(context_.get(), 0, static_cast<unsigned>(rules_.dimensions()))));
    for (const Reading& one : readings_)
      if (one.why_not.empty()) all = all | one.differences;
    Differences found;
    describe(all, found);
    for (std::size_t i = 0; i < readings_.size(); ++i)
      found.why_not.push_back(
          readings_[i].why_not.empty()
              ? ""
              : fmt::format("line {}: {}", rules_.options[i].place.line, readings_[i].why_not));
    return found;
  }

 private:
  struct Reading {
    std::string why_not;
    Map moves = {};
    Set differences = {};
  };

  void read(const OptionRule& rule) {
    Reading& reading = readings_.emplace_back();
    const bool is_single = rule.summands.size() == 1 && rule.stretches.empty();
    reading.why_not = is_single ? why_too_large(rule) : "its options are sums";
    if (!reading.why_not.empty()) return;
    Rules alone = frame_;
    alone.options = {rule};
    const auto relation = relation_of(alone, context_.get());
    if (!relation) {
      reading.why_not = "it is outside linear arithmetic";
      return;
    }
    universe_ = relation->universe;
    reading.moves = coalesced(relation->moves);
    reading.differences = differences_of(reading.moves);
    if (!is_invariant(reading.moves, reading.differences))
      reading.why_not = context_.failed() ? too_much : depends;
  }

  static Set differences_of(const Map& moves) {
    return Set(isl_set_neg(isl_map_deltas(moves.copy())));
  }

  bool is_invariant(const Map& moves, const Set& differences) const {
    const Map all(isl_set_translation(isl_set_neg(differences.copy())));
    const Map inside(isl_map_intersect_range(isl_map_intersect_domain(all.copy(), universe_.copy()),
                                             universe_.copy()));
    return is_subset(inside, moves);
  }

  // Rules that are not invariant by themselves may be so together, such as one with `when a < b`
  // and one with `when a >= b`.
  void see_together() {
    Map moves;
    bool some_depend = false;
    for (const Reading& one : readings_) {
      some_depend = some_depend || one.why_not == depends;
      if (one.moves.get() != nullptr)
        moves = moves.get() == nullptr ? one.moves : moves | one.moves;
    }
    if (!some_depend || !is_invariant(coalesced(moves), differences_of(moves))) return;
    for (Reading& one : readings_)
      if (one.why_not == depends) one.why_not.clear();
  }

  void describe(const Set& all, Differences& found) {
    if (all.get() != nullptr) {
      const Description description(all, found);
      for (Reading& one : readings_)
        if (one.why_not.empty() && std::ranges::any_of(description.others(), [&](const Set& other) {
              return !is_empty(one.differences & other);
            }))
          one.why_not = "its options are no rays, and more than a few";
    }
    if (!context_.failed()) return;
    found = {};
    for (Reading& one : readings_) one.why_not = too_much;
  }

  static constexpr const char* depends = "what it takes depends on the position";

  const Rules& rules_;
  Rules frame_;
  Context context_;
  Set universe_;
  std::vector<Reading> readings_;
};

}  // namespace

bool Ray::lowers() const {
  const auto raises = [](std::int64_t number) { return number < 0; };
  return std::ranges::none_of(first, raises) && std::ranges::none_of(step, raises);
}

bool Differences::of_all_rules() const {
  return std::ranges::all_of(why_not, [](const std::string& why) { return why.empty(); });
}

bool Differences::has_ray(const Vector& step) const {
  return std::ranges::find(rays, Ray{step, step}) != rays.end();
}

Differences differences(const Rules& rules) {
  struct Found {
    Rules rules;
    std::once_flag once;
    Differences differences;
  };
  static Recent<Found> recent;
  const auto found =
      recent.find([&](const Found& known) { return have_same_options(known.rules, rules); },
                  [&] { return std::make_shared<Found>(rules); });
  std::call_once(found->once, [&] { found->differences = DifferenceFinder(rules).find(); });
  return found->differences;
}

}  // namespace grundy::relation
