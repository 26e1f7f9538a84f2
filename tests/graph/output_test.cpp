#include "graph/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/executor.hpp"
#include "graph/values.hpp"
#include "graph/work.hpp"
#include "graphs.hpp"
#include "table/reader.hpp"

namespace grundy::graph::test {
namespace {

using testing::HasSubstr;

class Output : public testing::Test {
 protected:
  Graph graph_of(const std::string& text) {
    auto graph = test::graph_of(text, work_);
    EXPECT_TRUE(graph);
    return *std::move(graph);
  }
  Values values_of(const Graph& graph, const Question& question) {
    auto values = solve(graph, question, work_);
    EXPECT_TRUE(values);
    return *std::move(values);
  }
  std::string csv(const std::string& text, const Question& question) {
    const Graph graph = graph_of(text);
    const auto path = directory_ / "x.csv";
    EXPECT_TRUE(write_csv(graph, values_of(graph, question), path, work_));
    std::ostringstream contents;
    contents << std::ifstream(path).rdbuf();
    return contents.str();
  }

  grundy::test::TemporaryDirectory directory_;
  std::unique_ptr<parallel::Executor> executor_ = *parallel::make_executor("tbb", 2);
  Work work_{*executor_};
};

TEST_F(Output, CsvIsSortedByLabel) {
  const std::string text = "30 1\n1 7\n30 7\n99\n";
  EXPECT_EQ(csv(text, {}), "vertex,nimber\n1,1\n7,0\n30,2\n99,0\n");
  EXPECT_EQ(csv(text, {Quantity::outcome}), "vertex,outcome\n1,N\n7,P\n30,N\n99,P\n");
  EXPECT_EQ(csv(text, {Quantity::remoteness, Convention::misere}),
            "vertex,outcome,remoteness\n1,P,1\n7,N,0\n30,N,2\n99,N,0\n");
}

TEST_F(Output, CsvMarksDraws) {
  const std::string text = "1 2\n2 1\n3 1\n3 4\n5 3\n";
  EXPECT_EQ(csv(text, {Quantity::remoteness, Convention::normal, true}),
            "vertex,outcome,remoteness\n1,D,\n2,D,\n3,N,1\n4,P,0\n5,P,2\n");
}

TEST_F(Output, CsvReplacesOnlyFilesAndOnlyByForce) {
  EXPECT_TRUE(check_csv(directory_ / "new.csv", false));
  std::ofstream(directory_ / "old.csv") << "mine";
  EXPECT_EQ(check_csv(directory_ / "old.csv", false).error().code, Errc::usage);
  EXPECT_TRUE(check_csv(directory_ / "old.csv", true));
  std::filesystem::create_directory(directory_ / "folder.csv");
  EXPECT_EQ(check_csv(directory_ / "folder.csv", true).error().code, Errc::usage);
}

// Large enough for several shards, with labels that do not begin at 0.
TEST_F(Output, ATableHoldsEveryValueAndTheSameDigest) {
  std::mt19937_64 random(3);
  Pairs edges = random_dag(random, 5'000'000, 300'000);
  std::string text;
  for (Label v = 0; v < 5'000'000; ++v) fmt::format_to(std::back_inserter(text), "{}\n", v + 17);
  for (auto& [from, to] : edges) from += 17, to += 17;
  const Graph graph = graph_of(text + text_of(edges));
  ASSERT_TRUE(graph.labels.contiguous());
  for (const Question& question :
       {Question{}, Question{Quantity::remoteness, Convention::misere}}) {
    const auto path = directory_ / std::string(to_string(question.quantity));
    auto output = TableOutput::create(graph, question, path, false, "my\nedges", "test");
    ASSERT_TRUE(output) << output.error().message;
    const Values values = values_of(graph, question);
    const Statistics found = statistics(values);
    ASSERT_TRUE(output->write(values, found, work_));
    const auto table = table::Table::open(path);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info().spec.rules,
              "# graph my?edges: 5000000 vertices, 300000 edges; the options of a vertex are where "
              "they lead\n");
    EXPECT_EQ(table->info().result.p_positions, found.p_positions);
    for (std::size_t i = 0; i < 20'000; ++i) {
      const auto v = static_cast<Vertex>(random() % graph.vertices());
      const Position at{static_cast<std::int64_t>(graph.labels.of(v))};
      ASSERT_EQ(*table->at(question.quantity, at), values.cells[v]);
      ASSERT_EQ(*table->outcome(at), values.outcome(v));
    }
  }
}

TEST_F(Output, ATableIsRefusedWhereItsCellsWouldMeanNothing) {
  const auto path = directory_ / "x.zarr";
  const auto refused = [&](const std::string& text, const Question& question) {
    const auto output = TableOutput::create(graph_of(text), question, path, false, "x", "test");
    EXPECT_FALSE(output);
    return output ? "" : output.error().message;
  };
  EXPECT_THAT(refused("9 4\n", {}), HasSubstr("every integer from 4 to 9, but only 2 of them"));
  EXPECT_THAT(refused("1 0\n", {Quantity::outcome, Convention::normal, true}), HasSubstr("draw"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Output, ATableThatIsGivenUpLeavesNothing) {
  const auto path = directory_ / "x.zarr";
  {
    const auto output = TableOutput::create(graph_of("1 0\n"), {}, path, false, "x", "test");
    ASSERT_TRUE(output);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Output, MemoryIsAskedForBeforeTheGraphIsBuilt) {
  auto list = read_text("3 1\n2 1\n", work_);
  ASSERT_TRUE(list);
  Work small = work_;
  small.memory_limit = 1 << 20;
  const auto graph = build_graph(*std::move(list), small);
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().code, Errc::memory);
}

}  // namespace
}  // namespace grundy::graph::test
