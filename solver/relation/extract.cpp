#include "relation/extract.hpp"

#include <isl/constraint.h>

#include <algorithm>

namespace grundy::relation {
namespace {

using Affine = Owned<isl_aff, isl_aff_copy, isl_aff_free>;

// Translates affine functions. Their divisions become quotients of one condition.
class Reader {
 public:
  explicit Reader(std::size_t dimensions) : dimensions_(dimensions) {}

  bool fits() const { return fits_; }

  Linear linear(const Affine& function) {
    Linear result = dividend(function);
    const std::int64_t denominator = number(isl_aff_get_denominator_val(function.get()));
    if (denominator == 1) return result;
    return of_quotient({std::move(result), denominator});
  }

  Where condition(const BasicSet& set) {
    isl_basic_set_foreach_constraint(
        set.get(),
        [](isl_constraint* constraint, void* to) {
          static_cast<Reader*>(to)->add(constraint);
          return isl_stat_ok;
        },
        this);
    return where_;
  }

  // With quotients that were added since, and coefficients for all of them.
  void complete(Target& target) const {
    target.where = where_;
    const std::size_t size = dimensions_ + where_.quotients.size();
    for (Linear& one : target.where.zero) one.coefficients.resize(size);
    for (Linear& one : target.where.at_least_zero) one.coefficients.resize(size);
    for (Linear& one : target.coordinates) one.coefficients.resize(size);
  }

 private:
  void add(isl_constraint* constraint) {
    const bool equal = isl_constraint_is_equality(constraint) == isl_bool_true;
    const Affine function(isl_constraint_get_aff(constraint));
    Linear one = dividend(function);  // its sign and its zeros are those of the function
    (equal ? where_.zero : where_.at_least_zero).push_back(std::move(one));
    isl_constraint_free(constraint);
  }

  // The function times its denominator.
  Linear dividend(const Affine& function) {
    const Affine whole(
        isl_aff_scale_val(function.copy(), isl_aff_get_denominator_val(function.get())));
    Linear result{Vector(dimensions_, 0), number(isl_aff_get_constant_val(whole.get()))};
    for (std::size_t axis = 0; axis < dimensions_; ++axis)
      result.coefficients[axis] =
          number(isl_aff_get_coefficient_val(whole.get(), isl_dim_in, static_cast<int>(axis)));
    const auto divisions = static_cast<int>(isl_aff_dim(whole.get(), isl_dim_div));
    for (int i = 0; i < divisions; ++i) {
      const std::int64_t factor = number(isl_aff_get_coefficient_val(whole.get(), isl_dim_div, i));
      if (factor == 0) continue;
      const Affine division(isl_aff_get_div(whole.get(), i));
      const std::int64_t divisor = number(isl_aff_get_denominator_val(division.get()));
      const Linear quotient = of_quotient({dividend(division), divisor});
      result.coefficients.resize(
          std::max(result.coefficients.size(), quotient.coefficients.size()));
      for (std::size_t at = 0; at < quotient.coefficients.size(); ++at)
        result.coefficients[at] += factor * quotient.coefficients[at];
      result.constant += factor * quotient.constant;
    }
    return result;
  }

  Linear of_quotient(Quotient quotient) {
    if (quotient.divisor == 1) return quotient.dividend;
    quotient.dividend.coefficients.resize(dimensions_ + where_.quotients.size());
    auto known = std::ranges::find_if(where_.quotients, [&](const Quotient& other) {
      Quotient longer = other;
      longer.dividend.coefficients.resize(quotient.dividend.coefficients.size());
      return longer == quotient;
    });
    const auto number = static_cast<std::size_t>(known - where_.quotients.begin());
    if (known == where_.quotients.end()) where_.quotients.push_back(std::move(quotient));
    Linear result{Vector(dimensions_ + number + 1, 0), 0};
    result.coefficients.back() = 1;
    return result;
  }

  std::int64_t number(isl_val* value) {
    const bool small = isl_val_is_int(value) == isl_bool_true &&
                       isl_val_cmp_si(value, largest) <= 0 && isl_val_cmp_si(value, -largest) >= 0;
    fits_ = fits_ && small;
    const std::int64_t result = small ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    return result;
  }

  static constexpr long largest = 1L << 40;

  std::size_t dimensions_;
  Where where_;
  bool fits_ = true;
};

// Pieces that do not overlap, with every division known.
std::vector<BasicSet> disjoint_pieces(const Set& set) {
  return pieces(Set(isl_set_compute_divs(isl_set_make_disjoint(coalesced(set).take()))));
}

struct Targets {
  std::vector<Target> found;
  Set known;
  std::size_t dimensions;
  std::size_t most;
};

isl_stat add_targets(isl_set* domain, isl_multi_aff* functions, void* to) {
  auto& targets = *static_cast<Targets*>(to);
  const Set where(domain);
  const Set tested(isl_set_gist(where.copy(), targets.known.copy()));
  bool fits = tested.get() != nullptr;
  for (const BasicSet& piece : disjoint_pieces(tested)) {
    Reader reader(targets.dimensions);
    reader.condition(piece);
    Target target;
    const auto size = static_cast<int>(isl_multi_aff_dim(functions, isl_dim_out));
    for (int axis = 0; axis < size; ++axis)
      target.coordinates.push_back(reader.linear(Affine(isl_multi_aff_get_at(functions, axis))));
    reader.complete(target);
    fits = fits && reader.fits() && targets.found.size() < targets.most;
    targets.found.push_back(std::move(target));
  }
  isl_multi_aff_free(functions);
  return fits ? isl_stat_ok : isl_stat_error;
}

}  // namespace

std::optional<std::vector<Where>> conditions_of(const Set& set) {
  std::vector<Where> all;
  if (set.get() == nullptr) return std::nullopt;
  const auto dimensions = static_cast<std::size_t>(isl_set_dim(set.get(), isl_dim_set));
  for (const BasicSet& piece : disjoint_pieces(set)) {
    Reader reader(dimensions);
    reader.condition(piece);
    Target target;
    reader.complete(target);
    if (!reader.fits()) return std::nullopt;
    all.push_back(std::move(target.where));
  }
  return all;
}

std::optional<std::vector<Target>> targets_of(const Map& map, const Set& known, std::size_t most) {
  if (map.get() == nullptr) return std::nullopt;
  Targets targets{{}, known, static_cast<std::size_t>(isl_map_dim(map.get(), isl_dim_in)), most};
  Map open = map;
  while (!is_empty(open)) {
    isl_pw_multi_aff* least = isl_pw_multi_aff_coalesce(isl_map_lexmin_pw_multi_aff(open.copy()));
    const isl_stat read = isl_pw_multi_aff_foreach_piece(least, add_targets, &targets);
    open = coalesced(open - Map(isl_map_from_pw_multi_aff(least)));
    if (read != isl_stat_ok || open.get() == nullptr) return std::nullopt;
  }
  return std::move(targets.found);
}

}  // namespace grundy::relation
