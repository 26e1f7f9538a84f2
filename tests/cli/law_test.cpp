// `grundy check`, `grundy law` and `grundy verify --law` as a script sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

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
  const Ran verified = run({"check", "nim3", "--claim", "nimber = a bxor b bxor c", "--box", "9"});
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("verified    on all 1,000 positions up to (9, 9, 9)"));
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

}  // namespace
}  // namespace grundy::cli
