// A file of several games, one of which is chosen by its name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class GamesOfAFile : public testing::Test {
 protected:
  GamesOfAFile() {
    std::ofstream(file_) << "# Both.\n"
                            "game one(n)\n  (n) -> (n - k)  for k in 1 .. 3\n\n"
                            "game kayles(n)\n  param m = 2\n  (n) -> (n - k)  for k in 1 .. m\n";
  }

  // Command lines in which GAME is missing.
  std::vector<std::vector<std::string>> commands() const {
    return {{"show"},
            {"plan", "--box", "9"},
            {"solve", "--box", "9"},
            {"law", "--box", "60"},
            {"check", "--claim", "P when n mod 3 = 0"},
            {"plot", "--box", "9", "--force", "-o", picture_}};
  }

  static Ran run_with(std::vector<std::string> command, std::initializer_list<std::string> more) {
    command.insert(command.begin() + 1, more);
    return run(command);
  }

  test::TemporaryDirectory directory_;
  std::string file_ = (directory_ / "both.game").string();
  std::string picture_ = (directory_ / "picture.gp").string();
};

TEST_F(GamesOfAFile, AreListedWhereNoneIsChosen) {
  for (const auto& command : commands()) {
    const Ran ran = run_with(command, {file_});
    EXPECT_EQ(ran.status, 2) << command[0];
    EXPECT_EQ(ran.err, "grundy: " + file_ +
                           ": holds 2 games: one, kayles; name one of them, with this file as "
                           "--rules\n")
        << command[0];
  }
}

TEST_F(GamesOfAFile, AreChosenByNameBeforeThoseOfTheCatalogue) {
  for (const auto& command : commands()) {
    SCOPED_TRACE(command[0]);
    const Ran ran = run_with(command, {"kayles", "--rules", file_, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    const json answer = json::parse(ran.out);
    EXPECT_EQ(answer.contains("game") ? answer["game"] : "kayles", "kayles");
  }
  EXPECT_THAT(run({"show", "kayles", "--rules", file_}).out,
              AllOf(HasSubstr("for k in 1 .. m"), Not(HasSubstr("Dudeney"))));
  EXPECT_EQ(
      json::parse(
          run({"solve", "kayles", "--rules", file_, "--box", "8", "--json"}).out)["p_positions"],
      3)
      << "0, 3 and 6";
  EXPECT_EQ(run({"value", "kayles(3)", "nim(1)", "--rules", file_}).out,
            "kayles(3): P, nimber 0\nnim(1): N, nimber 1\n");
}

TEST_F(GamesOfAFile, TakeParametersOfTheirOwn) {
  const auto solved = [&](const std::string& game) {
    return run({"solve", game, "--rules", file_, "--param", "m=4", "--box", "9", "--json"});
  };
  EXPECT_EQ(json::parse(solved("kayles").out)["p_positions"], 2) << "0 and 5";
  const Ran wrong = solved("one");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("there is no parameter `m`"));
}

TEST_F(GamesOfAFile, AreListedWhereAnUnknownOneIsChosen) {
  const Ran ran = run({"solve", "two", "--rules", file_, "--box", "9"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "grundy: there is no game `two`, neither in the catalogue nor among one, kayles\n");
}

TEST_F(GamesOfAFile, AreNotForATable) {
  const std::string table = (directory_ / "t.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "9", "-o", table}).status, 0);
  EXPECT_THAT(run({"plot", table, "--rules", file_, "-o", picture_}).err,
              HasSubstr("--rules and --param are for games"));
}

}  // namespace
}  // namespace grundy::cli
