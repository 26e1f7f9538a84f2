// --store: what is kept is another, what is read is the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string random_positions(std::int64_t most) {
  std::mt19937_64 random(/*seed=*/1902);
  std::string lines;
  const auto coordinate = [&] { return random() % static_cast<std::uint64_t>(most + 1); };
  for (int i = 0; i < 500; ++i)
    lines += std::to_string(coordinate()) + " " + std::to_string(coordinate()) + " " +
             std::to_string(coordinate()) + "\n";
  return lines;
}

struct Stored {
  std::string digest;
  std::string probed;
  std::uintmax_t bytes = 0;
  std::uintmax_t section_bytes = 0;  // of these, p_section's
};

Stored solve_and_probe(const std::string& store, const std::string& box, const std::string& value,
                       const std::string& positions) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const Ran solved = run({"solve", "three_pile", "--box", box, "--value", value, "--store", store,
                          "-o", table, "--json"});
  EXPECT_EQ(solved.status, 0) << solved.err;
  Stored stored;
  stored.digest = json::parse(solved.out)["digest"];
  stored.probed = run({"probe", table, "-"}, positions).out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory / "t.zarr"))
    if (entry.is_regular_file()) {
      stored.bytes += entry.file_size();
      if (entry.path().parent_path().filename() == "p_section")
        stored.section_bytes += entry.file_size();
    }
  EXPECT_EQ(json::parse(run({"info", table, "--json"}).out)["store"], store);
  return stored;
}

TEST(Store, SortedNimbersReadAsFullOnesInAQuarterOfTheSpace) {
  const std::string positions = random_positions(120);
  const Stored full = solve_and_probe("full", "120", "nimber", positions);
  const Stored sorted = solve_and_probe("sorted", "120", "nimber", positions);
  EXPECT_EQ(full.digest, sorted.digest);
  EXPECT_EQ(full.probed, sorted.probed);
  EXPECT_LT(sorted.bytes * 3, full.bytes);
}

TEST(Store, OutcomesReadTheSameFromEveryStore) {
  const std::string positions = random_positions(300) + "0 1 2\n3 4 1\n300 300 300\n";
  const Stored full = solve_and_probe("full", "300", "outcome", positions);
  for (const char* store : {"sorted", "section"}) {
    const Stored other = solve_and_probe(store, "300", "outcome", positions);
    EXPECT_EQ(full.digest, other.digest) << store;
    EXPECT_EQ(full.probed, other.probed) << store;
  }
}

// Bits a position, index and metadata included; the arrays of a table apart.
TEST(Store, TablesAreSmall) {
  constexpr double positions = 301.0 * 301 * 301;
  const auto bits = [](std::uintmax_t bytes) {
    return 8.0 * static_cast<double>(bytes) / positions;
  };
  const Stored outcomes = solve_and_probe("full", "300", "outcome", "0 0 0\n");
  EXPECT_LE(bits(outcomes.bytes - outcomes.section_bytes), 0.05);
  EXPECT_LE(bits(outcomes.section_bytes), 0.03);
  EXPECT_LE(bits(solve_and_probe("section", "300", "outcome", "0 0 0\n").bytes), 0.031);
  EXPECT_LE(bits(solve_and_probe("full", "300", "nimber", "0 0 0\n").bytes), 8 * 1.2);
  EXPECT_LE(bits(solve_and_probe("sorted", "300", "nimber", "0 0 0\n").bytes), 8 * 0.25);
}

// 10^9 positions: nobody writes a cell for each.
TEST(Store, ASectionReachesBeyondMemory) {
  const Stored section = solve_and_probe("section", "1000", "outcome", "0 1 2\n999 1000 3\n");
  EXPECT_THAT(section.probed, HasSubstr("0,1,2  P"));
  EXPECT_LT(section.bytes, 3'000'000u);
}

TEST(Store, RefusesWhatTheRulesDoNotAllow) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    arguments.insert(arguments.end(), {"-o", table});
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(table));
    return ran.err;
  };
  EXPECT_THAT(refusal({"cards", "--box", "5", "--store", "sorted"}), HasSubstr("no `symmetric`"));
  EXPECT_THAT(refusal({"three_pile", "--box", "5,6,7", "--store", "sorted"}),
              HasSubstr("no `symmetric`"));
  EXPECT_THAT(refusal({"three_pile", "--box", "5", "--store", "section"}),
              HasSubstr("--value to outcome"));
  EXPECT_THAT(refusal({"cards", "--box", "5", "--value", "outcome", "--store", "section"}),
              HasSubstr("any number may be taken alone"));
  EXPECT_THAT(refusal({"nim", "--box", "5", "--value", "outcome", "--store", "section"}),
              HasSubstr("store it in full"));
}

// A store that is named is used (cli_test.cpp).
TEST(Store, AsksWhichWhereOneIsHugeAndTheOtherIsSmall) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const Ran ran = run({"solve", "wythoff", "--box", "1000000", "--value", "outcome", "-o", table});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("`--store section` to keep the P-position of each of 1,000,001"));
  EXPECT_FALSE(std::filesystem::exists(table));
}

}  // namespace
}  // namespace grundy::cli
