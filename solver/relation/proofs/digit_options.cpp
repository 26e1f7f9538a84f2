#include "relation/proofs/digit_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "relation/points.hpp"
#include "relation/relation.hpp"

namespace grundy::relation {
namespace {

constexpr std::int64_t most_offset = 64;
constexpr std::size_t most_options = 256;

// A heap far beyond all offsets, which has options of all kinds: many numbers divide it.
constexpr std::int64_t far_heap = 720'720 * 100;

// Conditions may ask for residues by such multiples of the base.
constexpr std::array<std::int64_t, 9> multiples{1, 2, 3, 4, 5, 6, 8, 10, 12};

// The options with one count of summands, as written in one rule.
struct Moves {
  Map options;
  std::size_t summands;
};

std::vector<Moves> all_moves(const Relation& relation) {
  std::vector<Moves> all{{relation.moves, 1}};
  for (const Sum& sum : relation.sums) all.push_back({sum.options, sum.summands});
  return all;
}

Set one_heap(isl_ctx* context, std::int64_t heap) {
  const std::string text = fmt::format("{{ [{}] }}", heap);
  return Set(isl_set_read_from_str(context, text.c_str()));
}

std::optional<std::vector<Vector>> options_at(const Moves& moves, std::int64_t heap) {
  const Set at = one_heap(isl_map_get_ctx(moves.options.get()), heap);
  return points_of(Set(isl_set_apply(at.copy(), moves.options.copy())), most_options);
}

std::optional<DigitOptions::Part> part_at(std::int64_t heap, std::int64_t part, std::int64_t base) {
  if (part < heap && heap - part <= most_offset) return DigitOptions::Part{false, part - heap};
  const std::int64_t offset = part - heap / base;
  if (std::abs(offset) > most_offset) return std::nullopt;
  return DigitOptions::Part{true, offset};
}

std::string text_of(const DigitOptions::Option& option, std::int64_t base) {
  std::string text;
  for (const DigitOptions::Part& part : option)
    text += fmt::format("{}{} + {}", text.empty() ? "" : ", ",
                        part.is_far ? fmt::format("floor(n/{})", base) : "n", part.offset);
  return text;
}

class Reader {
 public:
  Reader(const Relation& relation, std::int64_t base)
      : relation_(relation), base_(base), context_(isl_set_get_ctx(relation.universe.get())) {}

  std::optional<DigitOptions> read() {
    DigitOptions found;
    found.base = base_;
    found.from = base_ * most_offset;
    if (!ends_before(relation_.lost, found.from) || !ends_before(relation_.won, found.from))
      return std::nullopt;
    for (const std::int64_t multiple : multiples) {
      found.modulus = base_ * multiple;
      found.by_residue.clear();
      while (std::ssize(found.by_residue) < found.modulus)
        if (!add_residue(found)) break;
      if (std::ssize(found.by_residue) == found.modulus) return found;
    }
    return std::nullopt;
  }

 private:
  // Raises `from` beyond the heaps of a set; false if it has no last one.
  static bool ends_before(const Set& set, std::int64_t& from) {
    if (is_empty(set)) return true;
    isl_val* last = isl_set_dim_max_val(set.copy(), 0);
    const bool is_known = isl_val_is_int(last) == isl_bool_true;
    if (is_known) from = std::max<std::int64_t>(from, isl_val_get_num_si(last) + 1);
    isl_val_free(last);
    return is_known;
  }

  // The options of the next residue, as they are at one far heap, if they are so at all later ones.
  bool add_residue(DigitOptions& found) {
    const auto residue = std::ssize(found.by_residue);
    const std::int64_t heap = far_heap / found.modulus * found.modulus + residue;
    const std::string text = fmt::format("{{ [n] : n mod {} = {} }}", found.modulus, residue);
    const Set heaps = Set(isl_set_read_from_str(context_, text.c_str())) & relation_.universe;
    std::vector<DigitOptions::Option> options;
    for (const Moves& moves : all_moves(relation_))
      if (!add_options(moves, heaps, heap, options, found.from)) return false;
    const bool has_nothing = !is_empty(one_heap(context_, heap) & relation_.to_nothing);
    if (has_nothing) options.emplace_back();
    if (!ends_before(has_nothing ? heaps - relation_.to_nothing : heaps & relation_.to_nothing,
                     found.from))
      return false;
    found.by_residue.push_back(std::move(options));
    return true;
  }

  bool add_options(const Moves& moves, const Set& heaps, std::int64_t heap,
                   std::vector<DigitOptions::Option>& options, std::int64_t& from) const {
    const auto tuples = options_at(moves, heap);
    if (!tuples) return false;
    Map expected = moves.options - moves.options;
    for (const Vector& tuple : *tuples) {
      DigitOptions::Option option;
      for (const std::int64_t number : tuple) {
        const auto part = part_at(heap, number, base_);
        if (!part) return false;
        option.push_back(*part);
      }
      const std::string text = fmt::format("{{ [n] -> [{}] }}", text_of(option, base_));
      expected = expected | Map(isl_map_read_from_str(context_, text.c_str()));
      options.push_back(std::move(option));
    }
    expected = Map(isl_map_intersect_domain(expected.take(), heaps.copy()));
    const Map real(isl_map_intersect_domain(moves.options.copy(), heaps.copy()));
    return ends_before(domain(real - expected), from) && ends_before(domain(expected - real), from);
  }

  const Relation& relation_;
  std::int64_t base_;
  isl_ctx* context_;
};

}  // namespace

std::optional<DigitOptions> digit_options(const rules::Rules& rules, std::int64_t base) {
  if (rules.dimensions() != 1 || rules.coordinates[0].high || rules.coordinates[0].low < 0 ||
      base < 2)
    return std::nullopt;
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation) return std::nullopt;
  auto found = Reader(*relation, base).read();
  return context.failed() ? std::nullopt : found;
}

std::optional<std::int64_t> base_of_options(const rules::Rules& rules) {
  if (rules.dimensions() != 1) return std::nullopt;
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation) return std::nullopt;
  for (const Moves& moves : all_moves(*relation)) {
    const auto tuples = options_at(moves, far_heap);
    if (!tuples) return std::nullopt;
    for (const Vector& tuple : *tuples)
      for (const std::int64_t part : tuple)
        if (part > most_offset && part < far_heap - most_offset)
          return (far_heap + part / 2) / part;
  }
  return std::nullopt;
}

}  // namespace grundy::relation
