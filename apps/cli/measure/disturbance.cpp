#include "cli/measure/disturbance.hpp"

#include <fmt/format.h>

namespace grundy::cli {

std::vector<std::string> disturbances(const measure::Usage& used, std::size_t threads) {
  std::vector<std::string> found;
  if (used.share_waited(threads) > most_waited)
    found.push_back(fmt::format("waited {:.0f}% of the time for a processor",
                                100 * used.share_waited(threads)));
  if (used.share_stolen(threads) > most_stolen)
    found.push_back(
        fmt::format("the host took {:.0f}% of the time", 100 * used.share_stolen(threads)));
  if (used.switches_per_second(threads) > most_switches)
    found.push_back(
        fmt::format("{:.0f} involuntary switches a second", used.switches_per_second(threads)));
  return found;
}

}  // namespace grundy::cli
