#include "methods/part_forms.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace grundy::family {
namespace {

std::size_t mentioned(const PartForm& form) {
  return most_parts - static_cast<std::size_t>(std::count(form.part.begin(), form.part.end(), 0));
}

// All of the first `parts` coefficients are this.
bool all_are(const PartForm& form, std::size_t parts, std::int64_t coefficient) {
  return std::all_of(form.part.begin(), form.part.begin() + static_cast<std::ptrdiff_t>(parts),
                     [&](std::int64_t a) { return a == coefficient; });
}

std::size_t place_of(const PartForm& form, std::int64_t coefficient) {
  return static_cast<std::size_t>(std::find(form.part.begin(), form.part.end(), coefficient) -
                                  form.part.begin());
}

void raise(std::optional<std::int64_t>& bound, std::int64_t to) {
  bound = std::max(bound.value_or(to), to);
}

}  // namespace

PartForms::PartForms(std::size_t parts, std::optional<std::int64_t> taken)
    : parts_(parts), taken_(taken), least_(parts, 0) {
  for (auto& row : before_) row.fill(unknown);
}

// Whether it is the heap and a constant, the heap being the parts and what is taken.
bool PartForms::about_heap(const PartForm& form) const {
  if (!taken_) return mentioned(form) == 0 && (form.heap == 1 || form.heap == -1);
  return form.heap == 0 && (all_are(form, parts_, 1) || all_are(form, parts_, -1));
}

bool PartForms::about_one_part(const PartForm& form) {
  if (form.heap != 0 || mentioned(form) != 1 || place_of(form, 1) == most_parts) return false;
  std::int64_t& least = least_[place_of(form, 1)];
  least = std::max(least, -form.rest);
  return true;
}

bool PartForms::about_two_parts(const PartForm& form) {
  const std::size_t small = place_of(form, -1), large = place_of(form, 1);
  if (form.heap != 0 || mentioned(form) != 2 || small == most_parts || large == most_parts ||
      (form.rest != 0 && form.rest != -1))
    return false;
  before_[small][large] = std::max(before_[small][large], form.rest == 0 ? 0 : 1);
  return true;
}

bool PartForms::about_taken(const PartForm& form) {
  if (taken_ || form.heap != 1 || place_of(form, -1) == most_parts) return false;
  if (all_are(form, parts_, -1))
    raise(sum_, -form.rest);
  else if (mentioned(form) == 1)
    raise(each_[place_of(form, -1)], -form.rest);
  else
    return false;
  return true;
}

void PartForms::at_least_zero(const PartForm& form) {
  if (form.heap == 0 && mentioned(form) == 0) {
    impossible_ = impossible_ || form.rest < 0;
  } else if (parts_ == 1 && about_one_part(form)) {
  } else if (about_heap(form)) {
    const bool lower = taken_ ? form.part[0] == 1 : form.heap == 1;
    const std::int64_t end = taken_.value_or(0) + (lower ? -form.rest : form.rest);
    if (lower)
      from_ = std::max(from_, end);
    else
      upto_ = std::min(upto_.value_or(end), end);
  } else if (!about_one_part(form) && !about_two_parts(form) && !about_taken(form)) {
    more_.push_back(form);
  }
}

void PartForms::not_zero(const PartForm& form) {
  if (form.heap == 0 && mentioned(form) == 0) {
    impossible_ = impossible_ || form.rest == 0;
  } else if (about_heap(form)) {
    const bool positive = taken_ ? form.part[0] == 1 : form.heap == 1;
    excepted_.push_back(taken_.value_or(0) + (positive ? -form.rest : form.rest));
  } else if (parts_ == 2 && form.heap == 0 && form.rest == 0 && form.part[0] * form.part[1] == -1) {
    not_equal_ = true;
  } else {
    other_ = true;
  }
}

// Orders and lower ends that follow from others; sequence_.
void PartForms::close_order() {
  for (std::size_t k = 0; k < parts_; ++k)
    for (std::size_t i = 0; i < parts_; ++i)
      for (std::size_t j = 0; j < parts_; ++j)
        if (before_[i][k] != unknown && before_[k][j] != unknown)
          before_[i][j] = std::max({before_[i][j], before_[i][k], before_[k][j]});
  const auto earlier = [&](std::size_t j) {
    return std::count_if(before_.begin(), before_.end(),
                         [&](const auto& row) { return row[j] != unknown; });
  };
  sequence_.resize(parts_);
  std::iota(sequence_.begin(), sequence_.end(), 0);
  std::stable_sort(sequence_.begin(), sequence_.end(),
                   [&](std::size_t i, std::size_t j) { return earlier(i) < earlier(j); });
  for (const std::size_t i : sequence_)
    for (const std::size_t j : sequence_)
      if (before_[i][j] != unknown) least_[j] = std::max(least_[j], least_[i] + before_[i][j]);
}

// Whether each part in sequence_ is before the next.
bool PartForms::ordered() const {
  for (std::size_t k = 1; k < parts_; ++k)
    if (before_[sequence_[k - 1]][sequence_[k]] == unknown) return false;
  return true;
}

// Whether no two parts may be equal; nothing if only some may not.
std::optional<bool> PartForms::unlike() const {
  std::size_t strict = 0;
  for (const auto& row : before_)
    strict += static_cast<std::size_t>(std::count(row.begin(), row.end(), 1));
  if (strict == 0) return not_equal_;
  if (strict == parts_ * (parts_ - 1) / 2) return true;
  return std::nullopt;
}

// Whether the form is at least 0 for all ordered parts, none of which is below the least.
bool PartForms::follows(const PartForm& form) const {
  if (form.heap != 0 || !ordered()) return false;
  std::int64_t sum = 0;
  for (std::size_t k = parts_; k-- > 0;) {
    sum += form.part[sequence_[k]];
    if (sum < 0) return false;
  }
  return sum * least_[sequence_[0]] + form.rest >= 0;
}

bool PartForms::find_total(HeapMove& move) const {
  using Total = HeapMove::Total;
  if (parts_ == 0 || taken_) {
    move.total = Total::exact;
    move.taken = taken_.value_or(0);
    return true;
  }
  const std::size_t last = sequence_.back();
  const auto end = sum_ ? sum_ : each_[last];
  move.total = sum_ ? Total::at_most : Total::each;
  if (!end) return false;
  move.taken = *end;
  for (std::size_t i = 0; i < parts_; ++i) {
    const bool is_before = sum_ || before_[i][last] != unknown;
    if (is_before ? each_[i].value_or(*end) > *end : each_[i] != end) return false;
  }
  return true;
}

// The same, as moves that take one amount each, and one that takes any from some amount on.
std::optional<std::vector<HeapMove>> PartForms::by_amounts(const HeapMove& move) const {
  if (!amounts_) return std::vector{move};
  if (move.taken < 0) return std::nullopt;
  std::vector<HeapMove> moves;
  std::int64_t end = std::max(move.taken, most_amounts);
  if (amounts_->others()) {
    while (end > move.taken && amounts_->contain(end - 1)) --end;
    moves.push_back(move);
    moves.back().taken = end;
  }
  for (std::int64_t amount = move.taken; amount < end; ++amount)
    if (amounts_->contain(amount)) {
      moves.push_back(move);
      moves.back().total = HeapMove::Total::exact;
      moves.back().taken = amount;
    }
  return moves;
}

// The move for all heaps from `from` on but those excepted. Ends that follow from the parts are
// left out.
std::vector<HeapMove> PartForms::by_heaps(const HeapMove& move, std::int64_t from) const {
  const auto& least = move.least;
  const std::int64_t parts = move.total == HeapMove::Total::each
                                 ? least.back()
                                 : std::accumulate(least.begin(), least.end(), std::int64_t{0});
  const std::int64_t first = move.taken + parts;
  std::vector<std::int64_t> ends = excepted_;
  std::erase_if(ends, [&](std::int64_t heap) { return heap < std::max(first, from); });
  std::sort(ends.begin(), ends.end());
  std::vector<HeapMove> moves;
  const auto add = [&](std::int64_t begin, std::optional<std::int64_t> upto) {
    if (upto_) upto = std::min(upto.value_or(*upto_), *upto_);
    if (upto && *upto < std::max(begin, first)) return;
    moves.push_back(move);
    moves.back().from = begin <= first ? 0 : begin;
    moves.back().upto = upto;
  };
  for (const std::int64_t heap : ends) {
    add(from, heap - 1);
    from = heap + 1;
  }
  add(from, std::nullopt);
  return moves;
}

std::optional<std::vector<HeapMove>> PartForms::moves() {
  if (impossible_) return std::vector<HeapMove>{};
  close_order();
  HeapMove move;
  const auto all_unlike = unlike();
  const bool circle = std::any_of(sequence_.begin(), sequence_.end(),
                                  [&](std::size_t i) { return before_[i][i] != unknown; });
  if (other_ || circle || !all_unlike || !find_total(move)) return std::nullopt;
  for (const PartForm& form : more_)
    if (!follows(form)) return std::nullopt;
  move.unlike = *all_unlike;
  move.least = least_;
  std::sort(move.least.begin(), move.least.end());
  for (std::size_t i = 1; move.unlike && i < parts_; ++i)
    move.least[i] = std::max(move.least[i], move.least[i - 1] + 1);
  auto each_amount = by_amounts(move);
  if (!each_amount) return std::nullopt;
  std::vector<HeapMove> all;
  for (HeapMove& one : *each_amount) {
    std::int64_t from = from_;
    // The rest of a heap is large where the heap is.
    if (one.total == HeapMove::Total::exact && parts_ == 1 && one.least[0] > 1) {
      from = std::max(from, one.taken + one.least[0]);
      one.least[0] = 0;
    }
    // Of parts that add up, the largest leaves the others at least their least.
    std::int64_t gap = one.taken;
    for (std::size_t i = 0; one.total != HeapMove::Total::each && i + 1 < parts_; ++i)
      gap += one.least[i];
    if (parts_ > 0 && gap < 1) return std::nullopt;
    std::ranges::move(by_heaps(one, from), std::back_inserter(all));
  }
  return all;
}

}  // namespace grundy::family
