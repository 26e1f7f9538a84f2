// Damage to the files of a table: verify finds it, whatever byte it hits, and no reader crashes.
//
// Every byte counts: those of shards and indices have CRCs, the zarr.json files a checksum of
// their own. So there is no harmless byte, and the rule is strict: a table of which any byte of
// any file has changed is damaged.
#include <gmock/gmock.h>

#include <cstdlib>
#include <random>

#include "table/info.hpp"
#include "tables.hpp"

namespace grundy::verify {
namespace {

using enum Quantity;
using enum table::Store;

const std::vector<Kind> kinds{
    {"kayles", {70}},
    {"multiplication", {60}, outcome},
    {"wythoff", {20, 15}},
    {"wythoff", {20, 15}, remoteness},
    {"wythoff", {24, 24}, nimber, sorted},
    {"wythoff", {40, 40}, outcome, section},
    {"three_pile", {9, 11, 10}, outcome},
    {"three_pile", {9, 9, 9}, nimber, sorted},
    {"three_pile", {12, 12, 12}, outcome, section},
    {"three_pile", {6, 6, 6}, remoteness, sorted},
};

// The long form (scripts/torture-tables) sets it.
std::uint64_t corruptions() {
  const char* text = std::getenv("GRUNDY_CORRUPTIONS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1000;
}

// Asks a table for all that readers give. Whatever comes back is fine; it must come back.
void read_everything(const fs::path& path) {
  const auto opened = table::Table::open(path);
  if (!opened) return;
  const table::TableSpec& spec = opened->info().spec;
  EXPECT_FALSE(table::json_text(opened->info()).empty());
  for (const Quantity quantity : {outcome, nimber, remoteness}) {
    std::vector<std::uint32_t> cells(*spec.box.volume());
    const CellSpan to{reinterpret_cast<std::byte*>(cells.data()), 4, spec.box};
    static_cast<void>(opened->read(quantity, spec.box, to));
    for (const Position& at : {spec.box.low, spec.box.high})
      static_cast<void>(opened->at(quantity, at));
  }
  static_cast<void>(opened->outcome(spec.box.high));
}

// Damage is a report that says so, or metadata that cannot be read.
void expect_damage(const fs::path& path) {
  const auto report = judge(path, {.samples = 10, .seed = 1, .seconds = 60});
  if (report) {
    EXPECT_GT(report->damages, 0u) << text_of(*report);
  } else {
    EXPECT_EQ(report.error().code, Errc::corrupt) << report.error().message;
  }
  read_everything(path);
}

class Corruption : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    solve_table(kinds[GetParam()], path_);
    files_ = files_of(path_);
    ASSERT_GE(files_.size(), 3u);
  }

  const test::TemporaryDirectory directory_;
  const fs::path path_ = directory_ / "t.zarr";
  std::vector<fs::path> files_;
};

TEST_P(Corruption, AnyOneByteIsFound) {
  const std::uint64_t seed = 2026 + GetParam();
  std::mt19937_64 random(seed);
  for (std::uint64_t trial = 0; trial < corruptions() / kinds.size(); ++trial) {
    const fs::path& file = files_[random() % files_.size()];
    const std::string original = bytes_of(file);
    std::string damaged = original;
    const std::size_t at = random() % damaged.size();
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
    SCOPED_TRACE(testing::Message() << name_of(kinds[GetParam()]) << ", seed " << seed << ", trial "
                                    << trial << ": byte " << at << " of " << file.filename());
    overwrite(file, damaged);
    expect_damage(path_);
    overwrite(file, original);
    if (HasFailure()) return;
  }
  const auto report = judge(path_, {.samples = 10, .seed = 1, .seconds = 60});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok()) << text_of(*report);
}

TEST_P(Corruption, TruncationsAndMissingFilesAreFound) {
  std::mt19937_64 random(GetParam());
  for (const fs::path& file : files_) {
    const std::string original = bytes_of(file);
    const std::size_t size = original.size();
    for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, size / 2, size - 20, size - 5,
                                   size - 4, size - 1, random() % size}) {
      SCOPED_TRACE(testing::Message() << file.filename() << " cut to " << kept << " bytes");
      overwrite(file, original.substr(0, std::min(kept, size - 1)));
      expect_damage(path_);
    }
    SCOPED_TRACE(testing::Message() << file.filename() << " lengthened, gone, a directory");
    overwrite(file, original + '\0');
    expect_damage(path_);
    fs::remove(file);
    expect_damage(path_);
    fs::create_directory(file);
    expect_damage(path_);
    fs::remove(file);
    overwrite(file, original);
  }
}

TEST_P(Corruption, TheFileAndChunkAreNamed) {
  const auto shard = std::ranges::find_if(
      files_, [](const fs::path& file) { return file.filename().string().starts_with("c."); });
  ASSERT_NE(shard, files_.end());
  std::string damaged = bytes_of(*shard);
  damaged[2] = static_cast<char>(damaged[2] ^ 1);
  overwrite(*shard, damaged);
  const auto report = judge(path_, {});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->damages, 1u) << text_of(*report);
  EXPECT_EQ(report->findings[0].file, fs::relative(*shard, path_).string());
  EXPECT_TRUE(report->findings[0].chunk);
  EXPECT_THAT(report->findings[0].what, testing::HasSubstr("CRC-32C"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Corruption, testing::Range(std::size_t{0}, kinds.size()));

TEST(Leftovers, AreNamedAndHarmless) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"wythoff", {20, 15}}, path);
  overwrite(path / "zarr.json.tmp", "{");
  overwrite(path / "nimber" / "c.0.0.tmp", "x");
  overwrite(path / "nimber" / "c.0.7", "x");
  const auto report = judge(path, {.samples = 10});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok());
  EXPECT_EQ(text_of(*report),
            "leftover: nimber/c.0.0.tmp: is no part of the table\n"
            "leftover: nimber/c.0.7: is no part of the table\n"
            "leftover: zarr.json.tmp: is no part of the table\n");
}

TEST(Checksum, AMissingOneIsDamage) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"wythoff", {20, 15}}, path);
  auto document = nlohmann::json::parse(bytes_of(path / "zarr.json"));
  document["attributes"].erase(table::checksum_key);
  overwrite(path / "zarr.json", document.dump(2));
  const auto report = judge(path, {.samples = 10});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->damages, 1u);
  EXPECT_TRUE(report->definition && report->contents) << "what can be judged is judged";
}

}  // namespace
}  // namespace grundy::verify
