#include "relation/reuse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

#include "relation/directions.hpp"
#include "relation/extract.hpp"
#include "relation/images.hpp"
#include "relation/invariant_scheme.hpp"
#include "relation/isl.hpp"
#include "relation/merge.hpp"
#include "relation/order.hpp"
#include "relation/points.hpp"
#include "relation/recent.hpp"
#include "relation/relation.hpp"

namespace grundy::relation {
namespace {

using rules::Rules;

constexpr unsigned long operations_for_scheme = 1'000'000;
// Options that come or go at a position, for one set.
constexpr std::size_t most_additions = 24;
constexpr std::size_t most_dimensions = 5;
constexpr std::size_t most_rules = 32;
constexpr std::size_t most_directions = 16;
constexpr std::size_t most_in_fan = 4;
constexpr int most_depth = 3;
// Directions of windows: their steps along an axis, and the sum of these.
constexpr std::int64_t longest_step = 2;
constexpr std::int64_t longest_of_windows = 3;
// Sides of ranges that are written as numbers, not as parameters.
constexpr std::int64_t short_range = 16;
constexpr std::array<std::int64_t, 7> strides{1, 2, 3, 4, 5, 6, 12};

// Finds a scheme once, for boxes with the same low corner and the same short sides. What is found
// does not depend on which of these boxes is asked about first. Thread-safe.
class SchemeFinder {
 public:
  SchemeFinder(const Rules& rules, const Box& box, const std::vector<rules::ScanAxis>& order,
               std::optional<std::size_t> still)
      : first_(box),
        still_(still),
        box_(with_least_sides(box)),
        order_(order),
        context_(operations_for_scheme) {
    rules_ = rules;
    rules_.endings.clear();
    for (rules::Coordinate& coordinate : rules_.coordinates) coordinate.high.reset();
    positions_ = positions();
    kept_ = positions_;
    pairs_ = Map(isl_map_from_domain_and_range(positions_.copy(), positions_.copy()));
    before_ = order_.before(context_.get());
  }

  bool is_for(const Rules& rules, const Box& box, const std::vector<rules::ScanAxis>& order,
              std::optional<std::size_t> still) const {
    if (!order_.is(order) || still != still_ || box.low != first_.low) return false;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      if ((is_short(first_, axis) || is_short(box, axis)) && box.high[axis] != first_.high[axis])
        return false;
    return have_same_options(rules_, rules);
  }

  Result<Scheme> scheme(const Box& box) {
    const std::scoped_lock lock(busy_);
    if (!found_) found_ = find();
    if (!*found_) return found_->error();
    context_.renew();
    box_ = box;
    for (std::size_t set = 0; set < scheme_.sets.size(); ++set)
      if (!fill(scheme_.sets[set], sources_[set])) return not_found("numbers are too large");
    for (std::size_t reading = 0; reading < scheme_.readings.size(); ++reading) {
      auto any = conditions_in_box(places_[reading]);
      if (!any) return not_found("numbers are too large");
      scheme_.readings[reading].any = std::move(*any);
    }
    return scheme_;
  }

 private:
  Status find() {
    if (rules_.dimensions() > most_dimensions) return not_found("there are many coordinates");
    if (rules_.options.size() > most_rules) return not_found("there are many rules");
    for (const rules::OptionRule& rule : rules_.options) {
      if (rule.summands.size() != 1 || !rule.stretches.empty())
        return not_found("some options are sums");
      if (const std::string why = why_too_large(rule); !why.empty())
        return not_found(fmt::format("line {}: {}", rule.place.line, why));
    }
    const auto relation = relation_of(rules_, context_.get());
    if (!relation) return not_found(relation.error().message);
    Map moves = relation->moves & pairs_;
    if (still_ && !is_subset(moves, before_))
      return not_found("an option may come after its position");
    moves = coalesced(Map(isl_map_detect_equalities(moves.take())));
    moves = Map(isl_map_remove_redundancies(moves.take()));
    for (const Map& piece : pieces(moves))
      if (!describe(piece))
        return not_found(context_.failed()
                             ? "its relation is too much to reason about"
                             : fmt::format("no scheme was found for {}", text_of(piece)));
    if (context_.failed()) return not_found("its relation is too much to reason about");
    return {};
  }

  struct Shift {
    Vector direction;
    Map options;  // of x - direction
  };

  // Of a set: what is added and removed, in boxes of all sizes. All that is added lies at these
  // differences, if there are any.
  struct Source {
    Map added;
    Map removed;
    std::optional<std::vector<Vector>> differences;
  };

  static Error not_found(std::string reason) { return {Errc::usage, std::move(reason)}; }

  static std::string text_of(const Map& map) {
    char* text = isl_map_to_str(map.get());
    std::string result = text == nullptr ? "" : text;
    std::free(text);
    return result;
  }

  // Boxes of all sizes, with their upper ends as parameters.
  Set positions() const {
    std::string names, parameters, bounds;
    for (std::size_t axis = 0; axis < box_.dimensions(); ++axis) {
      const std::string separator = axis == 0 ? "" : ", ";
      names += fmt::format("{}x{}", separator, axis);
      parameters += fmt::format("{}N{}", separator, axis);
      const std::string high =
          is_short(box_, axis) ? std::to_string(box_.high[axis]) : fmt::format("N{}", axis);
      bounds += fmt::format("{}{} <= x{} <= {} and N{} >= {}", axis == 0 ? "" : " and ",
                            box_.low[axis], axis, high, axis, box_.low[axis]);
    }
    const std::string text = fmt::format("[{}] -> {{ [{}] : {} }}", parameters, names, bounds);
    return Set(isl_set_read_from_str(context_.get(), text.c_str()));
  }

  // The least of the boxes, while a scheme is looked for.
  Box with_least_sides(Box box) const {
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      if (!is_short(box, axis)) box.high[axis] = box.low[axis] + short_range;
    return box;
  }

  // Not where a coordinate stays: numbers would make lists of options in rows of any place.
  bool is_short(const Box& box, std::size_t axis) const {
    return !still_ && box.extent(axis) <= short_range;
  }

  // The map, or the set, for this box.
  Map in_box(const Map& map) const {
    return Map(isl_map_project_out(isl_map_intersect_params(map.copy(), ends().take()),
                                   isl_dim_param, 0, dimensions()));
  }
  Set in_box(const Set& set) const {
    return Set(isl_set_project_out(isl_set_intersect_params(set.copy(), ends().take()),
                                   isl_dim_param, 0, dimensions()));
  }
  // The parameters, with the values that they have for this box.
  Set ends() const {
    isl_set* ends = isl_set_params(positions_.copy());
    for (unsigned axis = 0; axis < dimensions(); ++axis)
      ends = isl_set_fix_val(ends, isl_dim_param, axis,
                             isl_val_int_from_si(context_.get(), box_.high[axis]));
    return Set(ends);
  }

  // Adds sets and readings for a piece of the relation.
  bool describe(const Map& piece) {
    for (const Map& wider : without_guard(piece))
      if (!is_subset(wider, piece) && is_subset(wider, before_) && read(wider, guard(piece, wider)))
        return true;
    if (read(piece, std::nullopt)) return true;
    // Sets that are kept only where the piece has options, in a convex region. A line meets that
    // once, so it enters with an empty set. What lines hold after they have left is never read, as
    // such sets have one direction and no parts.
    kept_ = Set(isl_set_from_basic_set(
                isl_basic_set_remove_divs(isl_set_simple_hull(domain(piece).take())))) &
            positions_;
    const bool found = read(piece, kept_);
    kept_ = positions_;
    return found;
  }

  // Where the wider options are those of the piece.
  static Set guard(const Map& piece, const Map& wider) {
    return Set(isl_set_gist(domain(piece).take(), domain(wider).take()));
  }

  // Adds a set with these options, which are read there; everywhere if no place is given.
  bool read(const Map& options, std::optional<Set> place) {
    auto any = conditions_in_box(place);
    if (!any) return false;
    const std::size_t known = scheme_.sets.size();
    const auto set = set_of(options, 0);
    if (!set) {
      forget_from(known);
      return false;
    }
    scheme_.readings.push_back({*set, std::move(*any)});
    places_.push_back(std::move(place));
    return true;
  }

  std::optional<std::vector<Where>> conditions_in_box(const std::optional<Set>& place) const {
    return place ? conditions_of(in_box(*place)) : std::vector{Where{}};
  }

  void forget_from(std::size_t set) {
    scheme_.sets.resize(set);
    sources_.resize(set);
  }

  bool is_kept_everywhere() const { return kept_.get() == positions_.get(); }

  // The piece without conditions on the position alone, where its options are the same wherever it
  // has some. Coordinates that a condition makes equal may stand for one another: then options
  // written as differences may not depend on the position at all.
  std::vector<Map> without_guard(const Map& piece) const {
    const Map free(isl_map_gist(piece.copy(), pairs_.copy()));
    if (pieces(free).size() != 1) return {};
    std::vector<Map> found;
    const auto add = [&](const Map& wider) {
      const Map back(isl_map_intersect_domain(wider.copy(), domain(piece).take()));
      if (is_subset(back, piece)) found.push_back(wider);
    };
    add(without_conditions(free) & pairs_);
    const Set same(isl_set_from_basic_set(isl_set_affine_hull(domain(piece).take())));
    if (is_subset(positions_, same)) return found;
    const Map differences(isl_map_gist_domain(by_differences(free).take(), same.copy()));
    add(by_differences(without_conditions(differences)) & pairs_);
    return found;
  }

  // Without those that do not involve the options.
  Map without_conditions(const Map& map) const {
    isl_basic_map* hull = isl_map_simple_hull(map.copy());
    return Map(isl_map_from_basic_map(
        isl_basic_map_drop_constraints_not_involving_dims(hull, isl_dim_out, 0, dimensions())));
  }

  // x -> x - y for x -> y. Twice, it is the same map again.
  Map by_differences(const Map& map) const {
    std::vector<std::string> x, d, y;
    for (unsigned axis = 0; axis < dimensions(); ++axis) {
      x.push_back(fmt::format("x{}", axis));
      d.push_back(fmt::format("d{}", axis));
      y.push_back(fmt::format("x{0} - d{0}", axis));
    }
    const std::string text =
        fmt::format("{{ [[{0}] -> [{1}]] -> [[{0}] -> [{2}]] }}", fmt::join(x, ", "),
                    fmt::join(d, ", "), fmt::join(y, ", "));
    isl_multi_aff* subtracted = isl_multi_aff_read_from_str(context_.get(), text.c_str());
    return Map(isl_set_unwrap(isl_set_preimage_multi_aff(isl_map_wrap(map.copy()), subtracted)));
  }

  static bool are_few(const Map& options) { return have_few_images(options, most_additions); }

  // The number of a set with these options, after it and what it needs were added to the scheme.
  std::optional<std::size_t> set_of(const Map& options, int depth) {
    if (are_few(options)) return add(options, {}, options, {}, {});
    const std::vector<Shift> shifts = shifts_of(options);
    if (auto set = scan_of(options, shifts)) return set;
    if (auto set = fan_of(options, shifts)) return set;
    if (auto set = cone_of(options, shifts)) return set;
    if (auto set = window_of(options)) return set;
    if (depth < most_depth) return nested(options, shifts, depth);
    return std::nullopt;
  }

  std::optional<std::size_t> scan_of(const Map& options, const std::vector<Shift>& shifts) {
    for (const Shift& shift : shifts)
      if (const Map added = options - shift.options; are_few(added))
        return add(options, {shift.direction}, added, {}, {});
    return std::nullopt;
  }

  // A scan to which other scans are added. Two directions would need no more sets, but a state for
  // each position and not for each line.
  std::optional<std::size_t> fan_of(const Map& options, const std::vector<Shift>& shifts) {
    if (!is_kept_everywhere()) return std::nullopt;
    const std::size_t known = scheme_.sets.size();
    for (const Shift& shift : shifts) {
      std::vector<std::size_t> parts;
      const std::vector<Map> rests = pieces(coalesced(options - shift.options));
      if (rests.size() > most_in_fan) continue;
      for (const Map& rest : rests) {
        const auto part =
            are_few(rest) ? add(rest, {}, rest, {}, {}) : scan_of(rest, shifts_of(rest));
        if (part) parts.push_back(*part);
      }
      if (parts.size() == rests.size())
        return add(options, {shift.direction}, {}, {}, std::move(parts));
      forget_from(known);
    }
    return std::nullopt;
  }

  // Two directions, or all but those that are of no use.
  std::optional<std::size_t> cone_of(const Map& options, const std::vector<Shift>& shifts) {
    if (!is_kept_everywhere()) return std::nullopt;
    for (std::size_t i = 0; i < shifts.size(); ++i)
      for (std::size_t j = i + 1; j < shifts.size(); ++j)
        if (const Map added = options - shifts[i].options - shifts[j].options; are_few(added))
          return add(options, {shifts[i].direction, shifts[j].direction}, added, {}, {});
    if (shifts.size() < 3) return std::nullopt;
    std::vector<Shift> used = shifts;
    const auto rest = [&](const std::vector<Shift>& all) {
      Map added = options;
      for (const Shift& shift : all) added = coalesced(added - shift.options);
      return added;
    };
    if (!are_few(rest(used))) return std::nullopt;
    for (std::size_t i = used.size(); i-- > 0 && used.size() > 2;) {
      std::vector<Shift> fewer = used;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (are_few(rest(fewer))) used = std::move(fewer);
    }
    std::vector<Vector> directions;
    for (const Shift& shift : used) directions.push_back(shift.direction);
    return add(options, std::move(directions), rest(used), {}, {});
  }

  std::optional<std::size_t> window_of(const Map& options) {
    const Rows rows = rows_of(options);
    for (const Vector& direction : short_directions()) {
      const auto keeps = [&](const Vector& row) { return dot(row, direction) == 0; };
      if (!std::ranges::all_of(rows.zero, keeps)) continue;
      const Map before = shifted(options, direction);
      const Map added = options - before;
      if (!are_few(added)) continue;
      if (const Map removed = before - options; are_few(removed))
        if (const auto set = add(options, {direction}, added, removed, {})) {
          scheme_.sets[*set].in_order = leave_in_order(options, direction, added, removed);
          return set;
        }
    }
    return std::nullopt;
  }

  // Whether options of a window leave in the order in which they joined, one at a time: if all join
  // with the same difference, and those of a position stand without a gap up to the last of them.
  bool leave_in_order(const Map& options, const Vector& direction, const Map& added,
                      const Map& removed) const {
    const Set joining = of_all_parameters(isl_set_neg(isl_map_deltas(added.copy())));
    const auto difference = points_of(joining, 1);
    if (!difference || difference->empty() ||
        isl_map_is_single_valued(removed.get()) != isl_bool_true)
      return false;
    const Vector to_next = sum(direction, times(-1, difference->front()));
    const Map next_to_join(isl_map_from_multi_aff(translation(to_next)));
    const Map later(
        isl_map_preimage_range_multi_aff(options.copy(), translation(times(-1, direction))));
    return is_subset(later - next_to_join, options);
  }

  // Directions whose rest is a set of its own, or several.
  std::optional<std::size_t> nested(const Map& options, const std::vector<Shift>& shifts,
                                    int depth) {
    if (shifts.empty() || !is_kept_everywhere()) return std::nullopt;
    std::vector<std::vector<Shift>> choices{shifts};
    if (shifts.size() > 1)
      for (const Shift& shift : shifts) choices.push_back({shift});
    for (const std::vector<Shift>& choice : choices) {
      Map rest = options;
      std::vector<Vector> directions;
      for (const Shift& shift : choice) {
        rest = coalesced(rest - shift.options);
        directions.push_back(shift.direction);
      }
      const std::size_t known = scheme_.sets.size();
      std::vector<std::size_t> parts;
      const std::vector<Map> rests = pieces(rest);
      for (const Map& piece : rests) {
        const auto part = set_of(piece, depth + 1);
        if (!part) break;
        parts.push_back(*part);
      }
      if (parts.size() == rests.size() && !parts.empty())
        return add(options, std::move(directions), {}, {}, std::move(parts));
      forget_from(known);
    }
    return std::nullopt;
  }

  std::optional<std::size_t> add(const Map& options, std::vector<Vector> directions,
                                 const Map& added, const Map& removed,
                                 std::vector<std::size_t> parts) {
    OptionSet set{std::move(directions), {}, {}, std::move(parts)};
    Source source{added, removed, {}};
    if (removed.get() == nullptr) source.differences = differences_of(added, options);
    if (!fill(set, source)) return std::nullopt;
    scheme_.sets.push_back(std::move(set));
    sources_.push_back(std::move(source));
    return scheme_.sets.size() - 1;
  }

  // Sets what is added and removed in this box. False if that cannot be read.
  bool fill(OptionSet& set, const Source& source) const {
    if (source.differences) {
      set.added.clear();
      for (const Vector& difference : *source.differences)
        set.added.push_back(option_at(difference, box_));
      return true;
    }
    const Set everywhere = in_box(positions_);
    const auto read = [&](const Map& map, std::vector<Target>& to) {
      if (map.get() == nullptr) return true;
      auto targets = targets_of(in_box(map), everywhere, 4 * most_additions);
      if (targets) to = std::move(*targets);
      return targets.has_value();
    };
    return read(source.added, set.added) && read(source.removed, set.removed);
  }

  // The differences of the added options, if each may be subtracted wherever that stays in the box:
  // then there are no other conditions.
  std::optional<std::vector<Vector>> differences_of(const Map& added, const Map& options) const {
    if (added.get() == nullptr || !is_kept_everywhere()) return std::nullopt;
    const Set differences = of_all_parameters(isl_set_neg(isl_map_deltas(added.copy())));
    auto points = points_of(differences, most_additions);
    if (!points) return std::nullopt;
    const Map all = Map(isl_set_translation(isl_set_neg(differences.copy()))) & pairs_;
    return is_subset(all, options) ? std::move(points) : std::nullopt;
  }

  // Directions u in which every option of x - u is one of x, and comes back.
  std::vector<Shift> shifts_of(const Map& options) const {
    std::vector<Shift> shifts;
    const Rows rows = rows_of(options);
    std::vector<Vector> directions = extremal_directions(rows, box_.dimensions());
    std::ranges::sort(directions, {}, [&](const Vector& direction) {
      return std::pair(still_ && direction[*still_] != 0, length(direction));
    });
    for (const Vector& direction : directions) {
      if (!order_.leads_back(direction) || shifts.size() == most_directions) continue;
      for (const std::int64_t stride : strides) {
        Vector step = times(stride, direction);
        Map before = shifted(options, step);
        if (!is_subset(before, options)) continue;
        shifts.push_back({std::move(step), std::move(before)});
        break;
      }
    }
    return shifts;
  }

  std::vector<Vector> short_directions() const {
    std::vector<Vector> all;
    Vector direction(box_.dimensions(), -longest_step);
    for (bool more = true; more;) {
      if (const std::int64_t size = length(direction);
          size > 0 && size <= longest_of_windows && order_.leads_back(direction))
        all.push_back(direction);
      more = false;
      for (std::int64_t& step : direction) {
        if ((more = ++step <= longest_step)) break;
        step = -longest_step;
      }
    }
    std::ranges::stable_sort(all, {}, length);
    return all;
  }

  // The options of x - u, where that is a position.
  Map shifted(const Map& options, const Vector& u) const {
    isl_map* shifted = isl_map_preimage_domain_multi_aff(options.copy(), translation(times(-1, u)));
    return Map(isl_map_intersect_domain(shifted, kept_.copy()));
  }

  // x -> x + difference
  isl_multi_aff* translation(const Vector& difference) const {
    isl_multi_aff* moved =
        isl_multi_aff_identity(isl_space_map_from_set(isl_set_get_space(positions_.get())));
    for (int axis = 0; axis < static_cast<int>(difference.size()); ++axis) {
      isl_aff* at = isl_multi_aff_get_at(moved, axis);
      at = isl_aff_add_constant_val(
          at, isl_val_int_from_si(context_.get(), difference[static_cast<std::size_t>(axis)]));
      moved = isl_multi_aff_set_at(moved, axis, at);
    }
    return moved;
  }

  // What the constraints on positions, with options fixed, say of directions without an end.
  Rows rows_of(const Map& options) const {
    const Map pairs(isl_map_intersect_domain(pairs_.copy(), kept_.copy()));
    isl_basic_map* hull = isl_map_simple_hull(isl_map_gist(options.copy(), pairs.copy()));
    hull = isl_basic_map_remove_redundancies(
        isl_basic_map_detect_equalities(isl_basic_map_remove_divs(hull)));
    return rows_of_domain(hull);
  }

  unsigned dimensions() const { return static_cast<unsigned>(box_.dimensions()); }

  Rules rules_;
  const Box first_;
  const std::optional<std::size_t> still_;
  Box box_;  // that was asked about last
  Order order_;
  Context context_;
  Set positions_;
  Set kept_;    // where the sets that are made now are kept
  Map pairs_;   // of positions
  Map before_;  // pairs of a position and an earlier one
  Scheme scheme_;
  std::vector<Source> sources_;             // by set
  std::vector<std::optional<Set>> places_;  // by reading
  std::optional<Status> found_;             // nothing before it was looked for
  std::mutex busy_;
};

}  // namespace

std::vector<rules::ScanAxis> order_of(const rules::Descent& descent) {
  if (!descent.scan.empty()) return descent.scan;
  std::vector<rules::ScanAxis> order;
  for (std::size_t axis = 0; axis < descent.trends.size(); ++axis) {
    const rules::Trend& trend = descent.trends[axis];
    if (trend.rises && trend.falls) return {};
    order.push_back({axis, !trend.rises});
  }
  return order;
}

Result<Scheme> scheme_of(const Rules& rules, const Box& box,
                         const std::vector<rules::ScanAxis>& order,
                         std::optional<std::size_t> still) {
  static Recent<SchemeFinder> recent;
  const auto finder =
      recent.find([&](const SchemeFinder& known) { return known.is_for(rules, box, order, still); },
                  [&] { return std::make_shared<SchemeFinder>(rules, box, order, still); });
  const auto scheme = finder->scheme(box);
  if (!scheme) return scheme.error();
  return merged(*scheme);
}

}  // namespace grundy::relation
