// methods/scan/sections.hpp: method `sections`, for outcomes of rules whose options follow from
// those of positions before them, where each line along an axis has at most one P-position.
//
// That is so if a coordinate may be lowered to any number without a condition. A line is a row,
// whose P-position is the first that no set of options marks. A row costs a few operations on words
// of bits, however many options its positions have. Start reading at kernels/scan/sections.hpp.
#pragma once
#include <array>
#include <cstdint>
#include <tuple>

#include "methods/family.hpp"
#include "methods/scan/section_program.hpp"
#include "methods/section.hpp"
#include "tiles/schedule.hpp"

namespace grundy::sections {

inline constexpr Kernel kernel{"sections"};

struct Task {
  scan::SectionProgram program;
  tiles::Schedule schedule;
};

struct Family {
  static constexpr Kernel kernel = sections::kernel;
  static constexpr double seconds_to_recognise = 0.03;  // a scheme takes 0.01 to 0.2 to find
  using Task = sections::Task;
  using Containers = std::tuple<family::Section>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<family::Section>> solve(const Task& task, const family::Scope& scope,
                                                       parallel::Executor& executor,
                                                       const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::sections
