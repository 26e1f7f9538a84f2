// What a solve does when the disk fails it: every single fsync and write, one run each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr int no_room = 4;

struct Fault {
  std::string call;
  int code;
  std::string message;

  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) {
    return out << fault.call;
  }
};

std::vector<std::string> temporaries(const fs::path& directory) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".tmp") found.push_back(entry.path().string());
  return found;
}

class DiskFault : public testing::TestWithParam<Fault> {
 protected:
  static Ran solve(const std::string& table, const std::string& environment,
                   const std::string& flags = "") {
    return run_in_shell(environment +
                        " \"$grundy\" solve three_pile --box 40 --value nimber --executor serial "
                        "--save-every 0 --json -o " +
                        table + flags);
  }

  static std::string failing(int which) {
    return "FAIL='" + GetParam().call + " " + std::to_string(which) + " " +
           std::to_string(GetParam().code) +
           "' ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=" GRUNDY_FAILING_CALLS;
  }
};

TEST_P(DiskFault, IsReportedAndLeavesNoPartialFile) {
  const json expected =
      json::parse(run({"solve", "three_pile", "--box", "40", "--json", "--value", "nimber"}).out);
  int faults = 0;
  for (int which = 1;; ++which) {
    const test::TemporaryDirectory directory;
    const std::string table = (directory / "t.zarr").string();
    SCOPED_TRACE(failing(which));
    const Ran ran = solve(table, failing(which));
    EXPECT_THAT(ran.err, Not(HasSubstr("called again")));
    if (ran.status == 0) break;
    ++faults;
    EXPECT_EQ(ran.status, no_room) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
    EXPECT_THAT(ran.err, HasSubstr(".zarr"));
    EXPECT_THAT(temporaries(fs::path(table).parent_path()), testing::IsEmpty());
    // What is left is a whole table, or something to go on from, or nothing at all.
    const bool whole = run({"verify", table, "--samples", "100"}).status == 0;
    const Ran again = solve(table, "", fs::exists(table) && !whole ? " --resume" : " --force");
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(json::parse(again.out)["digest"], expected["digest"]);
    EXPECT_EQ(run({"verify", table, "--samples", "100"}).status, 0);
  }
  EXPECT_GT(faults, 5);
}

INSTANTIATE_TEST_SUITE_P(Calls, DiskFault,
                         testing::Values(Fault{"fsync", EIO, "Input/output error"},
                                         Fault{"write", EDQUOT, "Disk quota exceeded"}),
                         [](const auto& kind) { return kind.param.call; });

}  // namespace
}  // namespace grundy::cli
