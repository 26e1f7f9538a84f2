#include <gtest/gtest.h>

#include "ask/evaluator.hpp"
#include "ask/parse.hpp"
#include "ask/value_source.hpp"
#include "rules/language/parser.hpp"
#include "support/temporary_directory.hpp"
#include "table/writer.hpp"

namespace grundy::query {
namespace {

// A table of the game with a value that no search would find.
table::Table table_of_sevens(const rules::Rules& rules, Quantity quantity, std::int64_t high,
                             const std::filesystem::path& path) {
  table::TableSpec spec;
  spec.game = rules.name;
  spec.rules = rules.text;
  for (const auto& [name, value] : rules.parameters)
    spec.parameters[name] = rules::to_string(value);
  spec.quantity = quantity;
  spec.coordinates = rules.coordinate_names();
  spec.box = spec.closure = Box{{0}, {high}};
  spec.program_version = "test";
  auto writer = table::TableWriter::create(path, spec, /*force=*/false);
  EXPECT_TRUE(writer) << (writer ? "" : writer.error().message);
  const std::vector<std::uint16_t> cells(static_cast<std::size_t>(high) + 1, 7);
  EXPECT_TRUE(writer->write_shard(0, std::vector{view_of(cells, spec.box)}));
  table::TableResult result;
  result.positions = cells.size();
  result.max_value = 7;
  result.histogram.assign(8, 0);
  result.histogram[7] = cells.size();
  result.digest = std::string(32, '0');
  EXPECT_TRUE(writer->finish(result));
  auto table = table::Table::open(path);
  EXPECT_TRUE(table) << (table ? "" : table.error().message);
  return *std::move(table);
}

std::uint64_t nimber(Evaluator& evaluator, Games& games, std::string_view text) {
  const auto value = evaluator.evaluate(*parse(text, games), Convention::normal);
  EXPECT_TRUE(value) << (value ? "" : value.error().message);
  return value ? value->nimber.value_or(998) : 999;
}

TEST(TableSource, AnswersForItsOwnGameBoxAndParameters) {
  const test::TemporaryDirectory directory;
  Games games;
  const auto game = games.find("subtraction");
  ASSERT_TRUE(game) << game.error().message;
  Evaluator evaluator;
  evaluator.add_source(std::make_unique<TableSource>(
      table_of_sevens(*(*game)->rules, Quantity::nimber, 20, directory / "t.zarr")));
  EXPECT_EQ(nimber(evaluator, games, "subtraction(20)"), 7u);
  EXPECT_EQ(nimber(evaluator, games, "subtraction(5; S={1, 3, 4})"), 7u);
  EXPECT_EQ(nimber(evaluator, games, "subtraction(21)"), 0u) << "outside the box; 21 mod 7";
  EXPECT_EQ(nimber(evaluator, games, "subtraction(5; S={1, 2})"), 2u) << "other parameters";
  EXPECT_EQ(nimber(evaluator, games, "nim(5)"), 5u) << "another game";
  EXPECT_EQ(nimber(evaluator, games, "subtraction(5) + nim(1)"), 6u);
}

TEST(TableSource, DoesNotAnswerForOtherConventionsAndQuantities) {
  const test::TemporaryDirectory directory;
  Games games;
  const auto game = games.find("nim");
  ASSERT_TRUE(game) << game.error().message;
  TableSource source(table_of_sevens(*(*game)->rules, Quantity::nimber, 9, directory / "t.zarr"));
  const auto find = [&](Convention convention, Quantity quantity) {
    return *source.find({(*game)->rules, convention, quantity}, {0});
  };
  EXPECT_EQ(find(Convention::normal, Quantity::nimber), 7u);
  EXPECT_EQ(find(Convention::normal, Quantity::outcome), 1u) << "a nimber tells the outcome";
  EXPECT_EQ(find(Convention::normal, Quantity::remoteness), std::nullopt);
  EXPECT_EQ(find(Convention::misere, Quantity::outcome), std::nullopt);
}

}  // namespace
}  // namespace grundy::query
