// cli/measure/disturbance.hpp: whether other work disturbed a measurement.
#pragma once
#include <string>
#include <vector>

#include "view/measure/usage.hpp"

namespace grundy::cli {

// A quiet machine stays well below these.
inline constexpr double most_waited = 0.05;
inline constexpr double most_stolen = 0.05;
inline constexpr double most_switches = 100;  // a second, of each thread

// Texts such as "waited 23% of the time for a processor"; none if nothing disturbed the threads.
std::vector<std::string> disturbances(const measure::Usage& used, std::size_t threads);

}  // namespace grundy::cli
