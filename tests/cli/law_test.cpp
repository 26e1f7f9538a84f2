// `grundy check`, `grundy law` and `grundy verify --law` as a script sees them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Check, AnswersByStatus) {
  const Ran proved = run({"check", "kiki", "--claim", "P when n mod 2 = 1 and m mod 2 = 1"});
  EXPECT_EQ(proved.status, 0) << proved.err;
  EXPECT_THAT(proved.out, HasSubstr("proved      for all positions"));
  const Ran refuted = run({"check", "kiki", "--claim", "P when n mod 2 = 1", "--json"});
  EXPECT_EQ(refuted.status, 1) << refuted.err;
  const json law = json::parse(refuted.out)["laws"][0];
  EXPECT_EQ(law["status"], "refuted");
  EXPECT_EQ(law["counterexample"]["position"], json({1, 2}));
  const Ran verified =
      run({"check", "ruler", "--claim", "nimber = power_part(n, 2)", "--box", "9"});
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("verified    on all 9 positions up to (9)"));
}

TEST(Check, RefusesWhatItCannotRead) {
  const Ran claim = run({"check", "kiki", "--claim", "P when n mod 2 = "});
  EXPECT_EQ(claim.status, 2);
  EXPECT_THAT(claim.err, HasSubstr("claim:1:18: expected a number"));
  for (const char* command : {"check", "law"})
    for (const char* seconds : {"nan", "inf", "-1", "0", "soon"}) {
      const Ran ran = run({command, "kiki", "--seconds", seconds});
      EXPECT_EQ(ran.status, 2) << command << " --seconds " << seconds;
      EXPECT_THAT(ran.err, HasSubstr("--seconds"));
    }
}

TEST(Law, IsVerifiedFromItsFileAndRefusedWhereItWasChanged) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "nim3.law").string();
  const Ran found = run({"law", "nim3", "--box", "40", "-o", file, "--json"});
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(json::parse(found.out)["laws"][0]["text"], "nimber = a bxor b bxor c");
  EXPECT_EQ(run({"verify", "--law", file}).status, 0);

  json certificate = json::parse(std::ifstream(file));
  certificate["laws"][0]["text"] = "nimber = a bxor b bxor c bxor 1";
  std::ofstream(file) << certificate;
  const Ran refused = run({"verify", "--law", file});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.out, HasSubstr("refused"));
}

TEST(Law, IsDistinguishedFromOtherFiles) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "some.law").string();
  const auto said = [&](const std::string& text) {
    std::ofstream(file) << text;
    const Ran ran = run({"verify", "--law", file});
    EXPECT_EQ(ran.status, 3);
    return ran.err;
  };
  const std::string no_law =
      "grundy: " + file + ": not a law: expected what `grundy law -o` writes, found ";
  EXPECT_EQ(said(""), no_law + "an empty file\n");
  EXPECT_EQ(said("game nim(n)\n  (n) -> (n - 1)\n"),
            no_law + "`game nim(n)`, which begins no JSON object\n");
  EXPECT_EQ(said("{\"zarr_format\": 3}"),
            no_law + "a JSON object without `format`: \"grundy-law\"\n");
  EXPECT_THAT(said(R"({"format": "grundy-law", "version": 7})"),
              HasSubstr("a law of version 7; this program knows version 1"));
  const Ran missing = run({"verify", "--law", file + ".none"});
  EXPECT_EQ(missing.status, 4);
  EXPECT_THAT(missing.err, HasSubstr("cannot be read: No such file"));
  const Ran folder = run({"verify", "--law", (directory / "").string()});
  EXPECT_EQ(folder.status, 2);
  EXPECT_THAT(folder.err, HasSubstr("a folder; expected a file that `grundy law -o` wrote"));
}

// Wherever it was cut: behind a line, in a text, in a number.
TEST(Law, ThatIsCutShortSaysWhere) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "some.law").string();
  ASSERT_EQ(run({"law", "nim", "-o", file}).status, 0);
  std::stringstream all;
  all << std::ifstream(file).rdbuf();
  const std::string text = all.str();
  for (std::size_t size = 1; size < text.size() - 2; size += 31) {
    std::ofstream(file) << text.substr(0, size);
    const Ran ran = run({"verify", "--law", file});
    EXPECT_EQ(ran.status, 3);
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(size), '\n') + 1;
    EXPECT_EQ(ran.err,
              fmt::format("grundy: {}: the law ends early, after {} bytes in line {}: expected the "
                          "rest of a JSON text, to its last `}}`\n",
                          file, size, line));
  }
  std::ofstream(file) << "{\"format\": \"grundy-law\",\n \"version\": one}\n";
  EXPECT_THAT(run({"verify", "--law", file}).err,
              HasSubstr("the law is no JSON at byte 38 in line 2"));
}

TEST(Law, IsNotVerifiedByATable) {
  const Ran both = run({"verify", "t.zarr", "--law", "some.law"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("found both, t.zarr and some.law"));
  EXPECT_THAT(run({"verify"}).err, HasSubstr("found neither"));
}

TEST(Law, ReplacesAFileOnlyWithForce) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "nim.law").string();
  std::ofstream(file) << "mine";
  const Ran refused = run({"law", "nim", "-o", file});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("is there: name another file, or add --force"));
  std::string kept;
  EXPECT_TRUE(std::getline(std::ifstream(file), kept));
  EXPECT_EQ(kept, "mine");
  EXPECT_EQ(run({"law", "nim", "-o", file, "--force"}).status, 0);
  EXPECT_EQ(run({"verify", "--law", file}).status, 0);
}

TEST(Law, WritesNoFileWhereThereIsNoLaw) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "none.law").string();
  const Ran ran = run({"law", "officers", "--box", "500", "-o", file, "--json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no law found: " + file + " is not written"));
  EXPECT_EQ(json::parse(ran.out)["laws"], json::array());
  EXPECT_FALSE(std::filesystem::exists(file));
}

// The proof of its outcomes takes long: residues of four coordinates.
const char* const slow =
    "game slow(a, b, c, d)\n symmetric (a, b, c, d)\n"
    " (a, b, c, d) -> (a - k, b, c, d) for k in 1 .. 2\n";

TEST(Law, TellsTheBestOneSoFarWhenItIsStopped) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "slow.game").string();
  std::ofstream(file) << slow;
  Program program({"law", file, "--value", "outcome", "--box", "12", "--progress", "json"});
  const auto is_proving = [&] {
    return program.err_so_far().find("\"stage\":\"proving P when ") != std::string::npos;
  };
  for (int tries = 0; !is_proving() && tries < 600; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  program.interrupt();
  const Ran ran = program.wait();
  EXPECT_EQ(ran.status, 130) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("verified    on all 28,561 positions up to (12, 12, 12, 12)"));
  EXPECT_THAT(ran.out, HasSubstr("not proved  stopped before it was proved"));
  EXPECT_THAT(ran.err, HasSubstr("stopped: not all guesses were looked at"));
}

TEST(Law, GivesUpProofsInTime) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "slow.game").string();
  std::ofstream(file) << slow;
  const auto begin = std::chrono::steady_clock::now();
  const Ran ran =
      run({"law", file, "--value", "outcome", "--box", "12", "--seconds", "1", "--json"});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json printed = json::parse(ran.out);
  EXPECT_EQ(printed["unfinished"], "out of time");
  EXPECT_EQ(printed["laws"][0]["status"], "verified");
  EXPECT_EQ(printed["laws"][0]["why_not_proved"], "no proof within 1 s");
}

TEST(Law, TellsGeneraUnderMiserePlay) {
  const Ran ran = run({"law", "kayles", "--misere", "--box", "40"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wild        (5), the first heap that behaves like no sum"));
  EXPECT_THAT(ran.out, HasSubstr("genera      (0) 0^120 1^031 2^20 3^31 1^031 4^146 "));
  const Ran nim = run({"law", "nim", "--misere", "--box", "100"});
  EXPECT_THAT(nim.out, HasSubstr("tame        all heaps up to (100)"));
  const json printed = json::parse(run({"law", "kayles", "--misere", "--box", "40", "--json"}).out);
  EXPECT_EQ(printed["misere"]["wild"], 5);
  EXPECT_EQ(printed["misere"]["tame_up_to"], 4);
  EXPECT_EQ(printed["misere"]["genera"][5],
            json({{"genus", "4^146"}, {"nimber", 4}, {"superscripts", {1, 4, 6}}}));
  EXPECT_EQ(json::parse(run({"law", "kayles", "--box", "200", "--json"}).out)["misere"], json());
}

}  // namespace
}  // namespace grundy::cli
