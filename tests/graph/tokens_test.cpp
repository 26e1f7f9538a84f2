// Sums of tokens against brute force over the states of the whole sum.
#include <gtest/gtest.h>

#include "base/executor.hpp"
#include "graph/values.hpp"
#include "graphs.hpp"

namespace grundy::graph::test {
namespace {

using State = std::vector<Label>;  // where each token is

class ProductGame {
 public:
  explicit ProductGame(Options options) : options_(std::move(options)) {}

  std::set<State> moves(const State& state) const {
    std::set<State> to;
    for (std::size_t token = 0; token < state.size(); ++token)
      for (const Label option : options_.at(state[token])) {
        State next = state;
        next[token] = option;
        to.insert(next);
      }
    return to;
  }

  std::uint32_t nimber(const State& state) {
    if (const auto known = known_.find(state); known != known_.end()) return known->second;
    std::set<std::uint32_t> options;
    for (const State& next : moves(state)) options.insert(nimber(next));
    std::uint32_t mex = 0;
    while (options.contains(mex)) ++mex;
    return known_[state] = mex;
  }

 private:
  Options options_;
  std::map<State, std::uint32_t> known_;
};

TEST(Tokens, SumsAreThoseOfTheWholeGame) {
  const auto executor = parallel::make_executor("serial", 1);
  const Work work{**executor};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Label vertices = 2 + random() % 7;
    const Pairs edges = relabelled(random_dag(random, vertices, 2 * vertices),
                                   random_labels(random, vertices, 100));
    const auto graph = graph_of(text_of(edges), work);
    ASSERT_TRUE(graph);
    const auto values = solve(*graph, {}, work);
    ASSERT_TRUE(values);
    ProductGame game(options_of(edges));
    std::vector<Vertex> tokens;
    State state;
    for (std::size_t count = 1 + random() % 3; tokens.size() < count;) {
      tokens.push_back(static_cast<Vertex>(random() % graph->vertices()));
      state.push_back(graph->labels.of(tokens.back()));
    }
    const TokenSum sum = sum_of(*graph, *values, tokens);
    EXPECT_EQ(sum.nimber, game.nimber(state));
    EXPECT_EQ(sum.outcome(), sum.nimber == 0 ? Outcome::P : Outcome::N);
    std::set<State> winning;
    for (const State& next : game.moves(state))
      if (game.nimber(next) == 0) winning.insert(next);
    std::set<State> listed;
    for (const TokenMove& move : sum.winning) {
      EXPECT_EQ(move.from, tokens.at(move.token));
      State next = state;
      next[move.token] = graph->labels.of(move.to);
      EXPECT_TRUE(listed.insert(next).second || tokens.size() > 1) << "listed twice";
    }
    EXPECT_EQ(listed, winning);
  }
}

TEST(Tokens, ARepeatedEdgeIsOneMove) {
  const auto executor = parallel::make_executor("serial", 1);
  const Work work{**executor};
  const auto graph = graph_of("2 1\n2 1\n2 1\n", work);
  ASSERT_TRUE(graph);
  const auto values = solve(*graph, {}, work);
  ASSERT_TRUE(values);
  const std::vector<Vertex> tokens{1, 0};
  EXPECT_EQ(sum_of(*graph, *values, tokens).winning.size(), 1u);
}

}  // namespace
}  // namespace grundy::graph::test
