// support/works.hpp: a piece of work for every way of sweeping, large enough for several waves.
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::sweep {

struct Work {
  std::string name;
  std::string game;  // of the catalogue, or a text
  Position high;
  Quantity quantity;
  Kernel kernel;  // that must do it
  std::uint64_t passes = 1;

  friend void PrintTo(const Work& work, std::ostream* out) { *out << work.name; }
};

// Any numbers from one heap or two.
inline const std::string moore =
    "game moore(a, b, c)\n  symmetric (a, b, c)\n"
    "  (a, b, c) -> (a - j, b - k, c)  for j >= 0, k >= 0 when j + k >= 1\n";

// Whose nimbers the first heaps do not tell.
inline const std::string parts =
    "game parts(n)\n"
    "  (n) -> (n - k)  for k >= 3\n"
    "  (n) -> (i) + (n - k - i)  for k >= 9, i >= 4\n";

// At most half of a heap is taken.
inline const std::string half = "game half(n)\n  (n) -> (n - k)  for k in 1 .. floor(n / 2)\n";

// Rays in longer steps.
inline const std::string stretched =
    "game stretched(a, b)\n"
    "  (a, b) -> (a - k, b)  for k >= 1\n"
    "  (a, b) -> (a, b - k)  for k >= 1\n"
    "  (a, b) -> (a - 2 * k, b - 3 * k)  for k >= 1\n";

inline std::vector<Work> works() {
  return {{"ray_outcome_one_tile", "three_pile", {150, 150, 150}, Quantity::outcome, ray::kernel},
          {"ray_outcome", "three_pile", {1500, 1500, 1500}, Quantity::outcome, ray::kernel},
          {"ray_leaps", stretched, {20'000, 30'000}, Quantity::outcome, ray::kernel},
          {"ray_nimber", "three_pile", {70, 70, 70}, Quantity::nimber, ray::kernel},
          {"ray_nimber_unlike_sides", "nim3", {40, 70, 66}, Quantity::nimber, ray::kernel},
          {"ray_narrow", "three_pile", {7, 3000, 9}, Quantity::nimber, ray::kernel},
          {"ray_passes", "three_pile", {150, 150, 170}, Quantity::nimber, ray::kernel, 2},
          {"ray_remoteness", "three_pile", {70, 70, 70}, Quantity::remoteness, ray::kernel},
          {"ray_cone_outcome", moore, {20, 20, 20}, Quantity::outcome, ray::kernel},
          {"ray_cone_nimber", moore, {60, 60, 50}, Quantity::nimber, ray::kernel},
          {"offset", "cards", {24, 24, 24, 24}, Quantity::outcome, offset::kernel},
          {"offset_window", "cards", {50, 50, 40, 40}, Quantity::outcome, offset::kernel},
          {"offset_nimber", "cards", {16, 24, 24, 24}, Quantity::nimber, offset::kernel},
          {"offset_remoteness", "cards", {16, 24, 24, 24}, Quantity::remoteness, offset::kernel},
          {"split", "cutting", {300, 200}, Quantity::nimber, split::kernel},
          {"growth", "lasker", {200'000}, Quantity::nimber, growth::kernel},
          {"step", "fibonacci_heaps", {200'000}, Quantity::nimber, step::kernel},
          {"step_period", "subtraction", {200'000}, Quantity::nimber, step::kernel},
          {"sparse", "officers", {15'000}, Quantity::nimber, sparse::kernel},
          {"pieces", parts, {5'000}, Quantity::nimber, pieces::kernel},
          {"window", half, {200'000}, Quantity::nimber, window::kernel},
          {"window_rows", "stone_boxes", {250, 250}, Quantity::nimber, window::kernel},
          {"generic_totals", "ruler", {4000}, Quantity::nimber, generic::kernel},
          {"generic_outcome", "chomp3", {50, 50, 50}, Quantity::outcome, generic::kernel},
          {"generic_nimber", "euclid", {120, 120}, Quantity::nimber, generic::kernel},
          {"generic_remoteness", "chomp3", {30, 30, 30}, Quantity::remoteness, generic::kernel}};
}

inline Result<plan::Plan> plan_of(const Work& work) {
  const bool is_text = work.game.find('\n') != std::string::npos;
  const auto rules =
      is_text ? Result<rules::Rules>(rules::parsed(work.game)) : rules::load(work.game);
  if (!rules) return rules.error();
  return plan_for(*rules, {Position(rules->dimensions()), work.high},
                  {work.quantity, Convention::normal}, 4096, "auto", work.passes);
}

}  // namespace grundy::sweep
