// methods/scan/lines.hpp: the lines along a direction, numbered by linear forms.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "relation/scheme.hpp"

namespace grundy::scan {

// A linear form with quotients of its own.
struct Form {
  std::vector<relation::Quotient> quotients;
  relation::Linear value;
};

// Adds the quotients of the form to those of the condition. Returns the form with these.
relation::Linear join(relation::Where& where, const Form& form, std::size_t dimensions);

// Where both hold.
relation::Where conjunction(relation::Where where, const relation::Where& other,
                            std::size_t dimensions);

// The form at x - u in place of x.
Form shifted(Form form, const relation::Vector& u);

// Numbers the states of one direction by lines.
//
// A line of direction u is named by its position among the first |u[main]| planes across the main
// axis: by its place there along that axis, and by the coordinates that it has along all others.
// With the quotient t of the distance along the main axis and |u[main]| these are x - t u. Lines
// of a single row have the same other coordinates.
class Lines {
 public:
  // More than any machine can hold.
  static constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;

  Lines(const Box& box, const relation::Vector& u, std::size_t main, bool of_row);

  // From no_machine on, too many.
  std::uint64_t count() const;

  // Of a line.
  std::uint64_t most_positions() const { return static_cast<std::uint64_t>(most_steps_) + 1; }

  // Leaves numbers out behind those along `axis`: `unit` or more, so that the next begin at a
  // multiple of it.
  void pad(std::size_t axis, std::int64_t unit);

  // The number of the line of x. Those of neighbours along `inner` are adjacent.
  Form number(std::size_t inner) const;

 private:
  std::int64_t extent(std::size_t axis) const;
  std::int64_t most_fallen(std::size_t axis) const {
    return std::max<std::int64_t>(0, u_[axis]) * most_steps_;
  }

  const Box& box_;
  const relation::Vector& u_;
  std::size_t main_;
  bool of_row_;
  std::int64_t step_;
  std::int64_t most_steps_;
  std::optional<std::size_t> padded_;
  std::int64_t unit_ = 1;
};

// What a form gains where its variables gain that.
inline std::int64_t gain_of(const relation::Linear& form, const std::vector<std::int64_t>& gains) {
  return std::inner_product(form.coefficients.begin(), form.coefficients.end(), gains.begin(),
                            std::int64_t{0});
}

// The value of a form whose variables have these values.
inline std::int64_t value_of(const relation::Linear& form,
                             const std::vector<std::int64_t>& numbers) {
  return form.constant + gain_of(form, numbers);
}

// Whether a number could be too large, somewhere in the box: of the condition, or of forms with its
// quotients.
bool may_overflow(const relation::Where& where,
                  std::initializer_list<const relation::Linear*> forms, const Box& box);

// The rank in the box of the position with these coordinates.
relation::Linear rank_of(const Box& box, const std::vector<relation::Linear>& coordinates);

// Those of x.
std::vector<relation::Linear> own_coordinates(std::size_t dimensions);

// Whether the coordinate is always x[axis] and something other than 0.
bool differs(const relation::Linear& coordinate, std::size_t axis);

}  // namespace grundy::scan
