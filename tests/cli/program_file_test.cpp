// `grundy value --program`: Clobber and Sprouts of examples/programs, and other files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string clobber = GRUNDY_CLOBBER;

TEST(ProgramFile, AnswersTextsOfItsOwn) {
  // E. D. Demaine, M. L. Demaine, R. Fleischer, Solitaire Clobber, 2004, has its rules.
  const Ran ran = run({"value", "--program", clobber, "xo", "xoxo", "xoxo/oxox"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "xo: N, nimber 1\nxoxo: N, nimber 3\nxoxo/oxox: P, nimber 0\n");
  const Ran misere = run({"value", "--program", clobber, "xo", "--misere", "--json"});
  EXPECT_EQ(misere.status, 0) << misere.err;
  EXPECT_EQ(json::parse(misere.out)["outcome"], "P");
  const Ran outcome = run({"value", "--program", clobber, "xo", "--outcome"});
  EXPECT_EQ(outcome.out, "xo: N\n");
}

// D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts", 1991.
TEST(ProgramFile, PlaysGamesThatAreClasses) {
  const Ran ran = run({"value", "--program", GRUNDY_SPROUTS, "1", "2", "3", "4"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "1: P, nimber 0\n2: P, nimber 0\n3: N, nimber 1\n4: N, nimber 1\n");
  const Ran misere = run({"value", "--program", GRUNDY_SPROUTS, "--misere", "1", "2", "3"});
  EXPECT_EQ(misere.out, "1: N\n2: P\n3: P\n");
}

TEST(ProgramFile, ReportsExceptionsOfClasses) {
  const Ran ran = run({"value", "--program", GRUNDY_SPROUTS, "many", "17", "2"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "2: P, nimber 0\n");
  EXPECT_THAT(ran.err, HasSubstr("program Sprouts takes no position `many` (status 1)"));
}

TEST(ProgramFile, ReportsTextsThatItDoesNotTake) {
  const Ran ran = run({"value", "--program", clobber, "xq", "xo"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "xo: N, nimber 1\n");
  EXPECT_THAT(ran.err, HasSubstr("program clobber takes no position `xq` (status 1)"));
}

TEST(ProgramFile, RefusesWhatIsNoProgram) {
  const Ran missing = run({"value", "--program", "/no/such/file.so", "xo"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("/no/such/file.so"));
  EXPECT_THAT(missing.err, HasSubstr("grundy_program_main"));
  const Ran other = run({"value", "--program", GRUNDY_FAILING_CALLS, "xo"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("it does not define grundy_program_main"));
  const Ran both = run({"value", "--program", clobber, "--remoteness", "xo"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--program does not go with --remoteness"));
}

TEST(ProgramFile, WritesAllPositionsThatWereMet) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "t.npy";
  const Ran ran = run({"value", "--program", clobber, "--reached", file, "xox", "xo"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  // 8 bytes and the longest key each; dots are free cells.
  ASSERT_EQ(bytes.size() % 64, 7 * 11 % 64) << bytes;
  std::map<std::string, char> positions;
  std::string before;
  for (std::size_t at = bytes.size() - 7 * 11; at < bytes.size(); at += 11) {
    const std::string key = bytes.substr(at + 8, static_cast<std::size_t>(bytes[at + 4]));
    EXPECT_LT(before, key);
    before = key;
    positions[key] = bytes[at];
  }
  const std::map<std::string, char> known = {{".x", 0}, {".xx", 0}, {"x.", 0}, {"x.o", 0},
                                             {"xo", 1}, {"xox", 1}, {"xx.", 0}};
  EXPECT_EQ(positions, known);
  const Ran misere = run({"value", "--program", clobber, "--misere", "--reached", file, "xo"});
  EXPECT_EQ(misere.status, 2);
  EXPECT_THAT(misere.err, HasSubstr("--reached does not go with --misere"));
}

TEST(ProgramFile, KeepsToItsMemory) {
  const Ran ran = run({"value", "--program", clobber, "xoxoxo/oxoxox/xoxoxo", "--memory", "1M"});
  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.err, HasSubstr("to go on it needs"));
}

}  // namespace
}  // namespace grundy::cli
