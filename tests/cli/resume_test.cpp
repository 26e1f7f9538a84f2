// What is left of a solve that was killed, stopped or ran out of room, and how it goes on.
//
// scripts/torture is the long form.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>
#include <thread>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;
using Arguments = std::vector<std::string>;

constexpr int usage = 2;
constexpr int damaged = 3;
constexpr int no_room = 4;
constexpr int interrupted = 130;

Arguments operator+(Arguments left, const Arguments& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

// Every file of a table with its contents. Solved by `serial`, a table has the same bytes each
// time.
std::map<std::string, std::string> files_of(const fs::path& table) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(table)) {
    if (entry.is_directory()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), table).string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

// Waits for half a minute at most.
void wait_until(const std::function<bool()>& holds) {
  for (int i = 0; i < 3000 && !holds(); ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(holds());
}

// Heaps of nim by the generic kernel: many waves, and hours of work.
const Arguments endless{"solve",   "nim",          "--box", "10000000", "--kernel",
                        "generic", "--save-every", "0",     "--value",  "nimber"};

// Leaves the unfinished table of `endless`, with a saved state.
void leave_unfinished(const fs::path& table) {
  Program program(endless + Arguments{"-o", table.string()});
  wait_until([&] { return fs::exists(table / "checkpoint"); });
  program.kill();
  EXPECT_EQ(program.wait().status, 128 + SIGKILL);
}

struct Work {
  std::string name;
  Arguments solve;
};
void PrintTo(const Work& work, std::ostream* stream) {
  *stream << work.name;
}

class Killed : public testing::TestWithParam<Work> {};

TEST_P(Killed, AtAnyMomentResumesToTheSameBytes) {
  const test::TemporaryDirectory directory;
  const auto solve_to = [&](const std::string& name, const Arguments& more = {}) {
    return GetParam().solve +
           Arguments{"--executor", "serial", "--save-every", "0", "-o", (directory / name).string(),
                     "--json"} +
           more;
  };
  const auto start = std::chrono::steady_clock::now();
  const Ran whole = run(solve_to("whole.zarr"));
  const auto took =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  ASSERT_EQ(whole.status, 0) << whole.err;

  const unsigned seed = 1956;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int64_t> moment(0, took.count());
  for (int kill = 0; kill < 3; ++kill) {
    Program program(solve_to("t.zarr", {"--resume"}));
    std::this_thread::sleep_for(milliseconds(moment(random)));
    program.kill();
    const int status = program.wait().status;
    EXPECT_TRUE(status == 128 + SIGKILL || status == 0) << status;
  }
  const Ran resumed = run(solve_to("t.zarr", {"--resume"}));
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(json::parse(resumed.out)["digest"], json::parse(whole.out)["digest"]);
  EXPECT_TRUE(files_of(directory / "t.zarr") == files_of(directory / "whole.zarr"));
}

INSTANTIATE_TEST_SUITE_P(
    Resume, Killed,
    testing::Values(Work{"generic", {"solve", "three_pile", "--box", "80", "--kernel", "generic"}},
                    Work{"ray_nimber", {"solve", "three_pile", "--box", "180"}},
                    Work{"ray_outcome_section",
                         {"solve", "three_pile", "--box", "1500", "--value", "outcome", "--store",
                          "section"}},
                    Work{"remoteness", {"solve", "chomp3", "--box", "80", "--value", "remoteness"}},
                    Work{"offset", {"solve", "cards", "--box", "40", "--value", "remoteness"}},
                    Work{"sparse", {"solve", "officers", "--box", "30000"}}),
    [](const auto& work) { return work.param.name; });

TEST(Resume, CtrlCSavesAndSaysSo) {
  const test::TemporaryDirectory directory;
  const fs::path table = directory / "t.zarr";
  const Arguments solve{"solve", "three_pile",   "--box",        "250", "--kernel", "generic",
                        "-o",    table.string(), "--save-every", "0",   "--json"};
  Program program(solve);
  // The first one may have been written before any tile was solved.
  wait_until([&] { return fs::exists(table / "checkpoint"); });
  const auto first = fs::last_write_time(table / "checkpoint");
  wait_until([&] { return fs::last_write_time(table / "checkpoint") != first; });
  program.interrupt();
  const Ran stopped = program.wait();
  ASSERT_EQ(stopped.status, interrupted) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("saved: go on with --resume"));
  EXPECT_THAT(stopped.out, IsEmpty());

  const Ran refused = run(solve);
  EXPECT_EQ(refused.status, usage);
  EXPECT_THAT(refused.err, HasSubstr("--resume goes on with it, --force starts over"));

  const Ran resumed = run(solve + Arguments{"--resume"});
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const json result = json::parse(resumed.out);
  EXPECT_GT(result["resumed_from"], 0);
  EXPECT_EQ(result["digest"],
            json::parse(run({"solve", "three_pile", "--box", "250", "--json"}).out)["digest"]);
  for (const auto& [name, contents] : files_of(table))
    EXPECT_TRUE(name.ends_with("zarr.json") || name.find("/c.") != std::string::npos) << name;
}

// A closed terminal sends SIGHUP, the shell and the system one each.
TEST(Resume, AnEndOfTheTerminalSavesAsTermDoes) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    const test::TemporaryDirectory directory;
    const fs::path table = directory / "t.zarr";
    Program program(endless + Arguments{"-o", table.string()});
    wait_until([&] { return fs::exists(table / "checkpoint"); });
    program.send(signal);
    if (signal == SIGHUP) program.send(signal);
    const Ran stopped = program.wait();
    EXPECT_EQ(stopped.status, interrupted) << signal << ": " << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("saved: go on with --resume"));
  }
}

TEST(Resume, OfAFinishedTableSaysSo) {
  const test::TemporaryDirectory directory;
  const Arguments solve{"solve", "kayles", "--box", "99", "-o", (directory / "t.zarr").string()};
  ASSERT_EQ(run(solve + Arguments{"--resume"}).status, 0);
  const auto before = files_of(directory / "t.zarr");
  const Ran again = run(solve + Arguments{"--resume"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("nothing is left to do"));
  EXPECT_EQ(files_of(directory / "t.zarr"), before);
  const Ran other =
      run({"solve", "kayles", "--box", "98", "-o", (directory / "t.zarr").string(), "--resume"});
  EXPECT_EQ(other.status, usage);
  EXPECT_THAT(other.err, HasSubstr("its box is"));
}

TEST(Resume, RefusesAnotherSolveAndNamesTheDifference) {
  const test::TemporaryDirectory directory;
  const fs::path table = directory / "t.zarr";
  leave_unfinished(table);
  const auto before = files_of(table);
  struct Case {
    Arguments solve;
    std::string difference;
  };
  for (const Case& other :
       {Case{{"kayles", "--box", "10000000"}, "its game is nim"},
        Case{{"nim", "--box", "9999999"}, "its box is"},
        Case{{"nim", "--box", "10000000", "--value", "outcome"}, "its quantity is nimber"},
        Case{{"nim", "--box", "10000000", "--misere"}, "its quantity is nimber"},
        Case{
            {"nim", "--box", "10000000", "--value", "nimber", "--kernel", "step"},
            "holds an unfinished table of something else: its kernel is generic, and step is asked "
            "for; ask for the same to resume it"}}) {
    const Ran ran = run(Arguments{"solve"} + other.solve +
                        Arguments{"-o", table.string(), "--resume", "--threads", "1"});
    EXPECT_EQ(ran.status, usage) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(other.difference));
    EXPECT_THAT(ran.err, HasSubstr("--force"));
    EXPECT_EQ(files_of(table), before);
  }
}

TEST(Resume, ADamagedStateIsFound) {
  const test::TemporaryDirectory directory;
  const fs::path table = directory / "t.zarr";
  leave_unfinished(table);
  const std::string whole = files_of(table).at("checkpoint");
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    std::ofstream(table / "checkpoint", std::ios::binary) << bad;
    const Ran ran = run(endless + Arguments{"-o", table.string(), "--resume"});
    EXPECT_EQ(ran.status, damaged) << at << ": " << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("checkpoint"));
  }
  std::ofstream(table / "checkpoint", std::ios::binary) << whole.substr(0, whole.size() - 9);
  EXPECT_EQ(run(endless + Arguments{"-o", table.string(), "--resume"}).status, damaged);
}

TEST(Resume, TwoProcessesDoNotShareATable) {
  const test::TemporaryDirectory directory;
  const fs::path table = directory / "t.zarr";
  Program first(endless + Arguments{"-o", table.string()});
  wait_until([&] { return fs::exists(table / "unfinished.json"); });
  for (const char* how : {"--resume", "--force"}) {
    const Ran second = run(endless + Arguments{"-o", table.string(), how});
    EXPECT_EQ(second.status, usage);
    EXPECT_THAT(second.err, HasSubstr("another process is writing this table"));
  }
  first.kill();
  first.wait();
}

TEST(Resume, NeedsAnOutputAndExcludesForce) {
  EXPECT_EQ(run({"solve", "nim", "--box", "9", "--resume"}).status, usage);
  EXPECT_EQ(run({"solve", "nim", "--box", "9", "-o", "t.zarr", "--resume", "--force"}).status,
            usage);
}

TEST(Failure, AFileThatMayNotGrowIsReportedAndNothingUselessStays) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const std::string solve = "\"$grundy\" solve three_pile --box 200 --save-every 0 -o " + table;
  const Ran nothing = run_in_shell("ulimit -f 1; exec " + solve);
  EXPECT_EQ(nothing.status, no_room) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr("File too large"));
  EXPECT_FALSE(fs::exists(table));
}

// In a mount namespace of its own, gone with the shell.
TEST(Failure, AFullDiskKeepsWhatWasFinishedAndResumesWhenThereIsRoom) {
  if (run_in_shell("unshare --mount true").status != 0)
    GTEST_SKIP() << "unshare --mount is not permitted here: a full disk cannot be made";
  const test::TemporaryDirectory directory;
  const std::string place = (directory / "small").string();
  fs::create_directory(place);
  const std::string solve =
      "\"$grundy\" solve three_pile --box 400 --executor serial --store sorted "
      "--save-every 1000 --json -o " +
      place + "/t.zarr";
  const Ran ran = run_in_shell(
      "exec unshare --mount sh -ec '\n"
      "mount -t tmpfs -o size=4m none " +
      place +
      "\n"
      "set +e\n" +
      "grundy=\"$0\"\n" + solve +
      "\n"
      "echo \"status $?\"\n"
      "find " +
      place +
      " -name \"*.tmp\"\n"
      "mount -o remount,size=64m " +
      place + "\n" + solve + " --resume\n' \"$grundy\"");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("No space left on device"));
  EXPECT_THAT(ran.err, HasSubstr("make room and go on with --resume"));
  EXPECT_THAT(ran.out, testing::StartsWith("status 4\n{"));
  const json resumed = json::parse(ran.out.substr(ran.out.find('{')));
  EXPECT_EQ(resumed["digest"],
            json::parse(run({"solve", "three_pile", "--box", "400", "--json"}).out)["digest"]);
}

TEST(Failure, ADirectoryThatMayNotBeWrittenIsReported) {
  const Ran ran = run({"solve", "nim", "--box", "9", "-o", "/proc/t.zarr"});
  EXPECT_EQ(ran.status, no_room);
  EXPECT_THAT(ran.err, HasSubstr("/proc/t.zarr"));
}

}  // namespace
}  // namespace grundy::cli
