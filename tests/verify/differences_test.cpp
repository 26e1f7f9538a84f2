// Tables that are whole but wrong: found, and the place named.
#include <gmock/gmock.h>

#include "support/digest.hpp"
#include "table/array_format.hpp"
#include "table/writer.hpp"
#include "tables.hpp"

namespace grundy::verify {
namespace {

using enum Quantity;
using enum table::Store;
using testing::HasSubstr;
using FindingKind = table::Finding::Kind;

class Differences : public testing::Test {
 protected:
  // The report of a table in which something differs, by what must be said of it.
  void expect_difference(const std::string& said, bool everywhere = true) const {
    const auto report =
        judge(path_, {.full = everywhere, .samples = 500, .seed = 11, .seconds = 60});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->damages, 0u) << text_of(*report);
    EXPECT_GT(report->differences, 0u);
    EXPECT_THAT(text_of(*report), HasSubstr(said));
    if (report->definition) {
      EXPECT_FALSE(report->definition->proved);
    }
  }

  const test::TemporaryDirectory directory_;
  const fs::path path_ = directory_ / "t.zarr";
};

// The table again, with other values, whose counts and digest are those of the other values.
void rewrite(const fs::path& path,
             const std::function<std::uint32_t(const Position&, std::uint32_t)>& change) {
  const auto old = table::Table::open(path);
  ASSERT_TRUE(old) << old.error().message;
  const table::TableInfo info = old->info();
  const Box& box = info.spec.box;
  std::vector<std::uint32_t> values(*box.volume());
  const CellSpan span{reinterpret_cast<std::byte*>(values.data()), 4, box};
  ASSERT_TRUE(old->read(info.spec.quantity, box, span));
  for (std::uint64_t rank = 0; rank < values.size(); ++rank)
    values[rank] = change(box.position(rank), values[rank]);
  fs::remove_all(path);
  auto writer = table::TableWriter::create(path, info.spec, false);
  ASSERT_TRUE(writer) << writer.error().message;
  const CellView view = span.view();
  for (std::uint64_t shard = 0; shard < writer->shards().size(); ++shard)
    ASSERT_TRUE(writer->write_shard(shard, {&view, 1}));
  table::TableResult result = info.result;
  Digest digest;
  result.p_positions = result.max_value = 0;
  result.histogram.clear();
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    result.p_positions += values[rank] == 0;
    result.max_value = std::max(result.max_value, values[rank]);
    if (info.spec.quantity == nimber) {
      result.histogram.resize(std::max<std::size_t>(result.histogram.size(), values[rank] + 1));
      ++result.histogram[values[rank]];
    }
    digest.add(test::digest_key(box, rank), digest_weight(info.spec.quantity, values[rank]));
  }
  result.digest = digest.hex();
  ASSERT_TRUE(writer->finish(result));
}

TEST_F(Differences, OneWrongNimber) {
  solve_table({"cutting", {14, 12}}, path_);
  rewrite(path_, [](const Position& at, std::uint32_t value) {
    return at == Position{9, 7} ? value + 1 : value;
  });
  expect_difference(
      "nimber/c.0.0, chunk 0, (9, 7): nimber does not follow from the options; stored 2, "
      "expected 1");
}

TEST_F(Differences, OneWrongOutcome) {
  solve_table({"cards", {5, 5, 5, 5}, outcome}, path_);
  rewrite(path_, [](const Position& at, std::uint32_t value) {
    return at == Position{5, 4, 3, 2} ? 1 - value : value;
  });
  expect_difference("(5, 4, 3, 2): outcome does not follow from the options");
}

TEST_F(Differences, EditedRules) {
  solve_table({"subtraction", {200}}, path_);
  forge_attributes(path_, [](auto& attributes) {
    std::string rules = attributes["rules"];
    rules.replace(rules.find("{1, 3, 4}"), 9, "{1, 3, 5}");
    attributes["rules"] = rules;
    attributes["parameters"]["S"] = "{1, 3, 5}";
  });
  expect_difference("(4): nimber does not follow from the options; stored 2, expected 0");
  expect_difference("nimber does not follow from the options", false);
}

TEST_F(Differences, RulesThatDoNotFitTheTable) {
  const auto forged = [&](const char* key, const nlohmann::json& value, const std::string& said) {
    SCOPED_TRACE(key);
    fs::remove_all(path_);
    solve_table({"cards", {5, 5, 5, 5}}, path_);
    forge_attributes(path_, [&](auto& attributes) { attributes[key] = value; });
    expect_difference(said);
  };
  forged("rules", "nonsense", "rules cannot be read");
  forged("rules", "game cards(a, b, c, d)\n  (a, b, c, d) -> (a + 1, b, c, d)\n",
         "rules cannot be read");
  forged("game", "another", "game: the rules are of another");
  forged("parameters", {{"m", "3"}}, "rules cannot be read");
  forged("closure", {5, 5, 5, 5}, "closure: moves lead beyond it");
}

TEST_F(Differences, ABoxBeyondTheRangesOfItsRules) {
  Kind kind{"range", {6}};
  kind.rules = "game range(a in 0 .. 12)\n  (a) -> (a - k)  for k >= 1\n";
  solve_table(kind, path_);
  forge_attributes(path_, [](auto& attributes) {
    attributes["rules"] = "game range(a in 0 .. 5)\n  (a) -> (a - k)  for k >= 1\n";
  });
  expect_difference(
      "shape: the ranges of the coordinates end before the box; stored (6), expected a <= 5");
}

TEST_F(Differences, CountsAreNotAsReported) {
  const auto forged = [&](const char* key, const nlohmann::json& value, const std::string& said) {
    SCOPED_TRACE(key);
    fs::remove_all(path_);
    solve_table({"lasker", {50}}, path_);
    forge_attributes(path_, [&](auto& attributes) { attributes[key] = value; });
    expect_difference(said);
  };
  forged("p_positions", 2, "p_positions is not that of the stored values; stored 2, expected 1");
  forged("max_value", 99, "max_value");
  forged("digest", std::string(32, 'a'), "digest");
  forged("histogram", {1, 2, 3},
         "histogram: the count of nimber 1 is not that of the stored values; stored 2, "
         "expected 1");
}

// Three shards of heaps, whose values have period 7.
class Shards : public Differences {
 protected:
  void SetUp() override { solve_table({"subtraction", {9'000'000}}, path_); }
};

TEST_F(Shards, SwappedOnesAreNamed) {
  fs::rename(path_ / "nimber" / "c.0", path_ / "spare");
  fs::rename(path_ / "nimber" / "c.1", path_ / "nimber" / "c.0");
  fs::rename(path_ / "spare", path_ / "nimber" / "c.1");
  expect_difference("digest is not that of the stored values", false);
  expect_difference("nimber/c.0, chunk ", false);
  expect_difference("nimber/c.1, chunk ", false);
}

TEST_F(Shards, OneOfAnotherTableIsNamed) {
  solve_table({"others",
               {9'000'000},
               nimber,
               full,
               Convention::normal,
               "game others(n)\n  (n) -> (n - k) for k in {1, 4, 5}\n"},
              directory_ / "other.zarr");
  fs::copy_file(directory_ / "other.zarr" / "nimber" / "c.2", path_ / "nimber" / "c.2",
                fs::copy_options::overwrite_existing);
  expect_difference("digest is not that of the stored values", false);
  expect_difference("nimber/c.2, chunk ", false);
}

TEST_F(Differences, ASectionThatDisagrees) {
  solve_table({"wythoff", {20, 30}, outcome}, path_);
  solve_table({"nim2",
               {20, 30},
               outcome,
               full,
               Convention::normal,
               "game nim2(a, b)\n  (a, b) -> (a - k, b) for k >= 1\n"
               "  (a, b) -> (a, b - k) for k >= 1\n"},
              directory_ / "other.zarr");
  fs::copy_file(directory_ / "other.zarr" / "p_section" / "c.0", path_ / "p_section" / "c.0",
                fs::copy_options::overwrite_existing);
  expect_difference("(1, 1): p_section says P, the outcome does not; stored 1, expected 0");
  expect_difference("(1, 2): p_section says N, the outcome does not; stored 0, expected another");
}

TEST_F(Differences, ASectionAloneThatIsAnothers) {
  solve_table({"wythoff", {20, 30}, outcome, section}, path_);
  solve_table({"nim2",
               {20, 30},
               outcome,
               section,
               Convention::normal,
               "game nim2(a, b)\n  (a, b) -> (a - k, b) for k >= 1\n"
               "  (a, b) -> (a, b - k) for k >= 1\n"},
              directory_ / "other.zarr");
  fs::copy_file(directory_ / "other.zarr" / "p_section" / "c.0", path_ / "p_section" / "c.0",
                fs::copy_options::overwrite_existing);
  expect_difference("digest");
  expect_difference(
      "p_section/c.0, chunk 0, (1, 1): outcome does not follow from the options; "
      "stored P, expected N");
}

// A shard whose cells of unsorted positions hold values is that of a table stored in full.
TEST_F(Differences, UnsortedCellsThatHoldValues) {
  solve_table({"wythoff", {25, 25}, nimber, sorted}, path_);
  solve_table({"wythoff", {25, 25}, nimber, full}, directory_ / "full.zarr");
  for (const char* name : {"c.0.0", "zarr.json"})
    fs::copy_file(directory_ / "full.zarr" / "nimber" / name, path_ / "nimber" / name,
                  fs::copy_options::overwrite_existing);
  forge_attributes(path_, [](auto&) {});
  expect_difference("a cell that stands for no position does not hold the fill value 0");
}

}  // namespace
}  // namespace grundy::verify
