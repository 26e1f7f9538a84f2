// `grundy verify` as a script sees it: its exit status and its words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class Verify : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run({"solve", "wythoff", "--box", "60", "-o", table_}).status, 0);
  }

  void flip_byte(const char* name, std::streamoff at) const {
    std::fstream file(fs::path(table_) / name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(at);
    const int byte = file.get();
    file.seekp(at);
    file.put(static_cast<char>(byte ^ 1));
  }

  const test::TemporaryDirectory directory_;
  const std::string table_ = (directory_ / "t.zarr").string();
};

TEST_F(Verify, AGoodTableIsOk) {
  const Ran ran = run({"verify", table_, "--seed", "5"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("seed 5"));
  EXPECT_THAT(ran.out, testing::EndsWith("ok\n"));
  EXPECT_EQ(ran.err, "");
}

TEST_F(Verify, EveryPositionIsAProof) {
  const Ran ran = run({"verify", table_, "--full", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["ok"], true);
  EXPECT_EQ(report["damages"], 0);
  EXPECT_EQ(report["differences"], 0);
  EXPECT_EQ(report["findings"], json::array());
  EXPECT_EQ(report["contents"]["positions"], 61 * 61);
  EXPECT_EQ(report["definition"]["derived"], 61 * 61);
  EXPECT_EQ(report["definition"]["open"], 0);
  EXPECT_EQ(report["definition"]["proved"], true);
  for (const char* key : {"table", "game", "files"}) EXPECT_TRUE(report.contains(key)) << key;
  for (const char* key : {"shards", "chunks", "bytes"}) EXPECT_GT(report["files"][key], 0) << key;
}

// What was reached is no error, and no proof.
TEST_F(Verify, AllPositionsEndByTheirSecondsToo) {
  const std::string large = (directory_ / "large.zarr").string();
  ASSERT_EQ(run({"solve", "wythoff", "--box", "400", "-o", large}).status, 0);
  const Ran some = run({"verify", large, "--full", "--seconds", "0.3", "--threads", "1", "--json"});
  ASSERT_EQ(some.status, 0) << some.err;
  const json report = json::parse(some.out);
  const json& definition = report["definition"];
  EXPECT_EQ(report["ok"], true);
  EXPECT_EQ(definition["asked"], 401 * 401);
  EXPECT_GT(definition["derived"], 0);
  EXPECT_GT(definition["left"], 0);
  EXPECT_EQ(definition["derived"].get<int>() + definition["left"].get<int>(), 401 * 401);
  EXPECT_EQ(definition["proved"], false);
  EXPECT_LT(definition["seconds"], 0.3 + 0.3 + 1);
  const Ran partly = run({"verify", large, "--full", "--seconds", "0.3", "--threads", "1"});
  EXPECT_EQ(partly.status, 0) << partly.err;
  EXPECT_THAT(partly.out, HasSubstr("of 160,801 positions, those of 300 ms: "));
  EXPECT_THAT(partly.out, HasSubstr(" not reached; --seconds allows more"));
  EXPECT_THAT(partly.out, testing::Not(HasSubstr("proved")));
}

TEST_F(Verify, SortedPositionsStandForTheOthersThatAreNotLeft) {
  const std::string sorted = (directory_ / "sorted.zarr").string();
  ASSERT_EQ(run({"solve", "three_pile", "--box", "8", "--store", "sorted", "-o", sorted}).status,
            0);
  const Ran ran = run({"verify", sorted, "--full", "--seconds", "600", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json definition = json::parse(ran.out)["definition"];
  EXPECT_EQ(definition["asked"], 729);
  EXPECT_EQ(definition["derived"], 165);
  EXPECT_EQ(definition["left"], 0);
  EXPECT_EQ(definition["proved"], true);
}

TEST_F(Verify, MemoryThatIsTooLittleIsAnError) {
  const Ran ran = run({"verify", table_, "--memory", "1M"});
  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.err, HasSubstr("are needed, but 1 MiB may be used; allow more with --memory"));
  const std::string large = (directory_ / "large.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "3000000", "-o", large}).status, 0);
  const Ran samples = run({"verify", large, "--memory", "60M", "--samples", "2000000"});
  EXPECT_EQ(samples.status, 4) << samples.out;
  EXPECT_THAT(samples.err, HasSubstr("the positions of --samples need"));
}

TEST_F(Verify, SamplesAreChosenAgainByTheirSeed) {
  const auto options = [&](const char* seed) {
    const Ran ran = run({"verify", table_, "--samples", "50", "--seed", seed, "--json"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return json::parse(ran.out)["definition"]["options"];
  };
  EXPECT_EQ(options("5"), options("5"));
  EXPECT_NE(options("5"), options("6"));
}

TEST_F(Verify, DamageIsStatusThreeAndNamed) {
  flip_byte("nimber/c.0.0", 3);
  const Ran ran = run({"verify", table_});
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, HasSubstr("damage: nimber/c.0.0, chunk 0: CRC-32C is "));
  EXPECT_THAT(ran.err, HasSubstr("damaged, 1 finding"));
}

TEST_F(Verify, ADifferenceIsStatusOneAndNamed) {
  const std::string one = (directory_ / "one.zarr").string();
  const std::string other = (directory_ / "other.zarr").string();
  ASSERT_EQ(run({"solve", "subtraction", "--box", "99", "-o", one}).status, 0);
  ASSERT_EQ(run({"solve", "subtraction", "--param", "S=1,3,5", "--box", "99", "-o", other}).status,
            0);
  fs::copy_file(fs::path(other) / "nimber" / "c.0", fs::path(one) / "nimber" / "c.0",
                fs::copy_options::overwrite_existing);
  const Ran ran = run({"verify", one, "--json"});
  EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["ok"], false);
  ASSERT_GT(report["findings"].size(), 0u);
  for (const char* key : {"kind", "file", "chunk", "position", "what", "stored", "expected"})
    EXPECT_TRUE(report["findings"][0].contains(key)) << key;
}

TEST_F(Verify, NoTableIsAMistakeOfUse) {
  const Ran ran = run({"verify", (directory_ / "other.zarr").string()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("there is no such table"));
  EXPECT_EQ(run({"verify", table_, "--full", "--samples", "3"}).status, 2);
  for (const char* count : {"-1", "99999999999999999999"})
    EXPECT_EQ(run({"verify", table_, "--samples", count}).status, 2) << count;
}

}  // namespace
}  // namespace grundy::cli
