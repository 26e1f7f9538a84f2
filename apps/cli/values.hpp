// cli/values.hpp: the values of a small solved box, for people and for programs.
#pragma once
#include "base/error.hpp"
#include "cli/text.hpp"
#include "plan/plan.hpp"
#include "run/sweep.hpp"

namespace grundy::cli {

// Whether they are few enough to be printed unasked: 50 of one coordinate, 20 x 20 of two.
bool are_printed_unasked(const plan::Plan& plan);

// Errc::usage for a box of which not even --print shows the values.
Status check_printable(const plan::Plan& plan);

// A list of one coordinate; a grid of two; of more a grid for all values of the first ones.
void print_values(const plan::Plan& plan, const sweep::Solution& solution);

// Nested arrays, a level for each coordinate.
Json values_json(const plan::Plan& plan, const sweep::Solution& solution);

}  // namespace grundy::cli
