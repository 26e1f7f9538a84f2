// The memory that `plan` estimates, for solving alone and for a table: kept to, and held against
// --memory before anything is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Arguments = std::vector<std::string>;

const Arguments outcomes{"three_pile", "--box", "300", "--value", "outcome", "--threads", "2"};

json json_of(std::string_view command, Arguments arguments, const Arguments& more = {}) {
  arguments.insert(arguments.begin(), std::string(command));
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.emplace_back("--json");
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return json::parse(ran.out);
}

TEST(Memory, ThatATableNeedsBesidesIsHeldAgainstTheLimit) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const json plan = json_of("plan", outcomes);
  const auto alone = plan["memory_bytes"].get<std::uint64_t>();
  const auto with_table = plan["memory_bytes_with_table"].get<std::uint64_t>();
  ASSERT_GT(with_table, alone + (std::uint64_t{2} << 20));  // shards that are packed
  const Arguments limit{"--memory", std::to_string((alone + with_table) / 2)};
  json_of("solve", outcomes, limit);
  Arguments writing{"solve"};
  writing.insert(writing.end(), outcomes.begin(), outcomes.end());
  writing.insert(writing.end(), limit.begin(), limit.end());
  writing.insert(writing.end(), {"-o", table});
  const Ran refused = run(writing);
  EXPECT_EQ(refused.status, 4);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("the table up to "), HasSubstr("shards being written"),
                                 HasSubstr("more with --memory")));
  EXPECT_FALSE(std::filesystem::exists(table));
}

// Estimating too little is the worse mistake. How much too much depends on whether all threads
// happen to hold a shard at once. Sanitizers take memory of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// From an address space in which the program cannot begin up to one that is enough.
TEST(Memory, RefusedByTheSystemIsReportedInBytes) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "wythoff", "--box", "3000", "-o", table}).status, 0);
  bool refused = false;
  for (int kibibytes = 30'000;; kibibytes += 5'000) {
    const Ran ran = run_in_shell("ulimit -v " + std::to_string(kibibytes) +
                                 "; exec \"$grundy\" probe '" + table + "' 3,4");
    if (ran.status == 0) break;
    ASSERT_LT(kibibytes, 1'000'000);
    EXPECT_THAT(ran.err, Not(HasSubstr("out of memory; ask")));
    refused = refused || std::regex_search(ran.err, std::regex("out of memory: the system refused "
                                                               "[1-9][0-9]* bytes; ask for less"));
  }
  EXPECT_TRUE(refused);
}

TEST(Memory, IsEstimated) {
  const std::vector<Arguments> works{
      outcomes,
      {"three_pile", "--box", "250", "--threads", "2"},
      {"three_pile", "--box", "400", "--threads", "2", "--passes", "2"},
      {"three_pile", "--box", "200", "--threads", "2", "--kernel", "generic"},
      {"wythoff", "--box", "3000", "--threads", "2"},
      {"cards", "--box", "50", "--value", "outcome", "--threads", "2"}};
  for (const Arguments& work : works) {
    SCOPED_TRACE(testing::PrintToString(work));
    const test::TemporaryDirectory directory;
    const json plan = json_of("plan", work);
    const json alone = json_of("solve", work);
    const json written = json_of("solve", work, {"-o", (directory / "t.zarr").string()});
    const auto ratio = [](const json& estimated, const json& solved) {
      return estimated.get<double>() / solved["peak_memory_bytes"].get<double>();
    };
    EXPECT_GT(ratio(plan["memory_bytes"], alone), 0.9);
    EXPECT_LT(ratio(plan["memory_bytes"], alone), 1.25);
    EXPECT_GT(ratio(plan["memory_bytes_with_table"], written), 0.9);
    EXPECT_LT(ratio(plan["memory_bytes_with_table"], written), 1.5);
  }
}

TEST(Memory, PassesMakeDoWithLess) {
  const Arguments box{"three_pile", "--box", "400", "--threads", "2"};
  const json whole = json_of("solve", box);
  const json plan = json_of("plan", box);
  const std::uint64_t limit = plan["memory_bytes"].get<std::uint64_t>() * 3 / 4;
  const Arguments tight{"--memory", std::to_string(limit)};
  Arguments refused{"solve"};
  refused.insert(refused.end(), box.begin(), box.end());
  refused.insert(refused.end(), tight.begin(), tight.end());
  const Ran ran = run(refused);
  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.err, HasSubstr("with --passes auto"));
  const json in_passes =
      json_of("solve", box, {"--passes", "auto", "--memory", std::to_string(limit)});
  EXPECT_EQ(in_passes["digest"], whole["digest"]);
  EXPECT_LE(in_passes["peak_memory_bytes"], limit);
  EXPECT_GE(in_passes["passes"], 2);
}

TEST(Memory, MorePassesThanValuesAreAsManyAsThere) {
  const Arguments box{"wythoff", "--box", "300"};
  EXPECT_EQ(json_of("solve", box, {"--passes", "18446744073709551615"})["digest"],
            json_of("solve", box)["digest"]);
}

// Boxes for games of one coordinate, two, and so on.
const std::vector<std::string> boxes{"200000", "400", "60", "12", "6", "4", "3", "3"};

// The estimate, given back as the limit, is enough, and is kept to.
TEST(Memory, EstimateIsEnoughForEveryGame) {
  std::istringstream games(run({"games", "--json"}).out);
  for (std::string line; std::getline(games, line);) {
    const json game = json::parse(line);
    const std::size_t dimensions = game["coordinates"].size();
    const std::string name = game["game"];
    const std::string box = name == "calendar" ? "2001,12,31" : boxes.at(dimensions - 1);
    Arguments work{name, "--box", box};
    json plan = json_of("plan", work);
    if (plan["estimated_seconds"] > 2) {
      work.back() = "2000";
      plan = json_of("plan", work);
    }
    SCOPED_TRACE(testing::PrintToString(work));
    const test::TemporaryDirectory directory;
    const auto limit = [&](const char* key) {
      return Arguments{"--memory", std::to_string(plan[key].get<std::uint64_t>())};
    };
    const auto peak = [&](const char* key, const Arguments& more) {
      Arguments limited = limit(key);
      limited.insert(limited.end(), more.begin(), more.end());
      return json_of("solve", work, limited)["peak_memory_bytes"].get<std::uint64_t>();
    };
    EXPECT_LE(peak("memory_bytes", {}), plan["memory_bytes"]);
    EXPECT_LE(peak("memory_bytes_with_table", {"-o", (directory / "t.zarr").string()}),
              plan["memory_bytes_with_table"]);
  }
}

TEST(Memory, OfASearchIsEstimatedWithoutWhatItRemembers) {
  const std::string words = "without the sums that the search remembers";
  EXPECT_THAT(run({"plan", "kayles", "--box", "9", "--misere"}).out, HasSubstr(words));
  EXPECT_THAT(run({"plan", "kayles", "--box", "9"}).out, Not(HasSubstr(words)));
}

// The text that people read, such as "14.8 MiB", does as well.
TEST(Memory, EstimateInWordsIsEnough) {
  const Ran plan = run({"plan", "cards", "--box", "30", "--value", "outcome"});
  const std::size_t at = plan.out.find("memory     ") + 11;
  std::string amount = plan.out.substr(at, plan.out.find(" of ", at) - at);
  amount.erase(amount.find(' '), 1);
  EXPECT_EQ(run({"solve", "cards", "--box", "30", "--value", "outcome", "--memory", amount}).status,
            0)
      << amount;
}
#endif

}  // namespace
}  // namespace grundy::cli
