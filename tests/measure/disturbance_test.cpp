// What disturbs a measurement is named, and a quiet one is not.
#include "cli/measure/disturbance.hpp"

#include <gtest/gtest.h>

namespace grundy::cli {
namespace {

TEST(Disturbances, AreNamed) {
  const measure::Usage quiet{
      .seconds = 10, .processor = 9.9, .stolen = 0.1, .switches = 50, .waited = 0.2};
  EXPECT_TRUE(disturbances(quiet, 1).empty());
  // Threads of a work may wait for each other: only those that were ready count.
  EXPECT_TRUE(disturbances(quiet, 2).empty());

  measure::Usage busy = quiet;
  busy.processor = 7;
  EXPECT_EQ(disturbances(busy, 1),
            std::vector<std::string>{"waited 30% of the time for a processor"});
  EXPECT_TRUE(disturbances(busy, 2).empty());
  busy.waited = 5;
  EXPECT_EQ(disturbances(busy, 2),
            std::vector<std::string>{"waited 25% of the time for a processor"});
  busy.waited = 25;  // of more threads than the work was given
  EXPECT_EQ(disturbances(busy, 2),
            std::vector<std::string>{"waited 100% of the time for a processor"});
  busy.waited = std::nullopt;
  EXPECT_EQ(disturbances(busy, 2),
            std::vector<std::string>{"waited 65% of the time for a processor"});

  busy = quiet;
  busy.stolen = 1;
  EXPECT_EQ(disturbances(busy, 1), std::vector<std::string>{"the host took 10% of the time"});
  busy = quiet;
  busy.switches = 4000;
  EXPECT_EQ(disturbances(busy, 2), std::vector<std::string>{"200 involuntary switches a second"});
}

}  // namespace
}  // namespace grundy::cli
