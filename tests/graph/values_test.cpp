// Values of random graphs against their definitions, whatever the labels, the order of the lines
// and the threads.
#include "graph/values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "base/executor.hpp"
#include "graph/layers.hpp"
#include "graphs.hpp"
#include "support/thread_executor.hpp"

namespace grundy::graph::test {
namespace {

using testing::HasSubstr;

std::vector<std::shared_ptr<parallel::Executor>> executors() {
  std::vector<std::shared_ptr<parallel::Executor>> all;
  all.push_back(*parallel::make_executor("serial", 1));
  all.push_back(*parallel::make_executor("tbb", 3));
  all.push_back(*parallel::make_executor("openmp", 2));
  all.push_back(std::make_shared<support::ThreadExecutor>(most_threads_for_walk + 2));
  return all;
}

const std::vector<Question> acyclic_questions{
    {Quantity::nimber, Convention::normal, false},
    {Quantity::outcome, Convention::normal, false},
    {Quantity::remoteness, Convention::normal, false},
    {Quantity::outcome, Convention::misere, false},
    {Quantity::remoteness, Convention::misere, false},
};

void expect_values(const Graph& graph, const Values& values,
                   const std::map<Label, Known>& expected) {
  ASSERT_EQ(graph.vertices(), expected.size());
  Vertex v = 0;
  for (const auto& [label, known] : expected) {
    SCOPED_TRACE(testing::Message() << "vertex " << label);
    ASSERT_EQ(graph.labels.of(v), label);
    if (values.question.quantity == Quantity::nimber) {
      ASSERT_EQ(values.cells[v], known.nimber);
    } else {
      ASSERT_EQ(values.is_draw(v), !known.outcome);
      if (known.outcome) {
        ASSERT_EQ(values.outcome(v), *known.outcome);
        ASSERT_EQ(values.cells[v], *known.remoteness);
      }
    }
    ++v;
  }
}

std::map<Label, Known> by_definition(const Options& options, Convention convention) {
  Definition definition(options, convention);
  std::map<Label, Known> known;
  for (const auto& [label, ignored] : options) known[label] = definition.of(label);
  return known;
}

// What a player can force within k plies, k by k. With cycles there is no other order to follow.
std::map<Label, Known> by_plies(const Options& options, Convention convention) {
  std::map<Label, Known> known;
  for (const auto& [label, ends] : options) {
    known[label] = {};
    if (ends.empty()) known[label] = {0, 0, outcome_without_options(convention)};
  }
  for (std::uint32_t k = 1; k <= options.size(); ++k) {
    const std::map<Label, Known> within = known;
    for (const auto& [label, ends] : options) {
      if (within.at(label).outcome) continue;
      const auto is = [&](Outcome outcome) {
        return [&, outcome](Label option) { return within.at(option).outcome == outcome; };
      };
      if (std::any_of(ends.begin(), ends.end(), is(Outcome::P)))
        known[label] = {0, k, Outcome::N};
      else if (std::all_of(ends.begin(), ends.end(), is(Outcome::N)))
        known[label] = {0, k, Outcome::P};
    }
  }
  return known;
}

std::map<Label, Known> expected_of(const Options& options, const Question& question) {
  return question.loopy ? by_plies(options, question.convention)
                        : by_definition(options, question.convention);
}

void check(const Pairs& edges, const std::vector<Question>& questions,
           const std::vector<std::shared_ptr<parallel::Executor>>& all) {
  for (const auto& executor : all) {
    SCOPED_TRACE(executor->name());
    const auto graph = graph_of(text_of(edges), {*executor});
    ASSERT_TRUE(graph) << graph.error().message;
    ASSERT_EQ(graph->edges(), edges.size());
    for (const Question& question : questions) {
      SCOPED_TRACE(testing::Message()
                   << to_string(question.quantity) << " " << to_string(question.convention));
      const auto values = solve(*graph, question, {*executor});
      ASSERT_TRUE(values) << values.error().message;
      expect_values(*graph, *values, expected_of(options_of(edges), question));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Every edge makes the number of its line, with labels as wide apart as `largest` allows.
Pairs scattered(std::mt19937_64& random, const Pairs& edges, Label vertices, Label largest) {
  Pairs scattered = relabelled(edges, random_labels(random, vertices, largest));
  std::shuffle(scattered.begin(), scattered.end(), random);
  return scattered;
}

TEST(Values, OfAcyclicGraphsAreThoseOfTheDefinition) {
  const auto all = executors();
  for (std::uint64_t seed = 1; seed <= 60 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Label vertices = 2 + random() % 200;
    const Pairs edges = random_dag(random, vertices, 1 + random() % (4 * vertices));
    const Label largest = seed % 3 == 0 ? largest_label : seed % 3 == 1 ? 100'000 : 300;
    check(scattered(random, edges, vertices, largest), acyclic_questions, all);
  }
}

// Nimbers past 63, for which one word is too small, and past 255.
TEST(Values, OfACompleteGraphAreAllDifferent) {
  Pairs edges;
  for (Label from = 0; from < 300; ++from)
    for (Label to = 0; to < from; ++to) edges.emplace_back(from, to);
  const auto executor = parallel::make_executor("tbb", 2);
  const auto graph = graph_of(text_of(edges), {**executor});
  ASSERT_TRUE(graph);
  const auto values = solve(*graph, {}, {**executor});
  ASSERT_TRUE(values);
  EXPECT_EQ(values->layers, 300u);
  for (Vertex v = 0; v < 300; ++v) EXPECT_EQ(values->cells[v], v);
}

// A layer of more than one slice, and slices that end within a row of edges.
TEST(Values, DoNotDependOnTheThreads) {
  std::mt19937_64 random(7);
  const Label vertices = 200'000;
  const Pairs edges = random_dag(random, vertices, 500'000);
  for (const Question& question : acyclic_questions) {
    std::string digest;
    std::uint32_t layers = 0;
    for (const auto& executor : executors()) {
      const auto graph = graph_of(text_of(edges), {*executor});
      ASSERT_TRUE(graph);
      const auto values = solve(*graph, question, {*executor});
      ASSERT_TRUE(values);
      const std::string found = statistics(*values).digest.hex();
      if (digest.empty()) digest = found;
      if (layers == 0) layers = values->layers;
      EXPECT_EQ(found, digest) << executor->name() << " " << to_string(question.quantity);
      EXPECT_EQ(values->layers, layers);
    }
  }
}

TEST(Values, OfGraphsWithCyclesAreWhatAPlayerCanForce) {
  const auto all = executors();
  const std::vector<Question> questions{{Quantity::remoteness, Convention::normal, true},
                                        {Quantity::remoteness, Convention::misere, true}};
  for (std::uint64_t seed = 1; seed <= 60 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Label vertices = 2 + random() % 60;
    const Pairs edges = random_digraph(random, vertices, 1 + random() % (2 * vertices));
    check(scattered(random, edges, vertices, 1000), questions, all);
  }
}

TEST(Values, OfAcyclicGraphsAreTheSameWhenCyclesAreAllowed) {
  std::mt19937_64 random(11);
  const auto executor = parallel::make_executor("tbb", 2);
  const auto graph = graph_of(text_of(random_dag(random, 50'000, 150'000)), {**executor});
  ASSERT_TRUE(graph);
  for (Question question : acyclic_questions) {
    if (question.quantity == Quantity::nimber) continue;
    const auto acyclic = solve(*graph, question, {**executor});
    question.loopy = true;
    const auto loopy = solve(*graph, question, {**executor});
    ASSERT_TRUE(acyclic && loopy);
    EXPECT_EQ(statistics(*acyclic).digest, statistics(*loopy).digest);
    EXPECT_EQ(statistics(*loopy).draws, 0u);
  }
}

TEST(Values, RepeatedEdgesCountOnce) {
  check({{3, 1}, {3, 1}, {3, 2}, {2, 1}, {2, 1}, {4, 3}, {4, 3}, {4, 2}}, acyclic_questions,
        executors());
}

TEST(Values, ALongPathIsSolvedInAsManyLayers) {
  Pairs edges;
  for (Label v = 1; v < 300'000; ++v) edges.emplace_back(v, v - 1);
  const auto executor = parallel::make_executor("tbb", 2);
  const auto graph = graph_of(text_of(edges), {**executor});
  ASSERT_TRUE(graph);
  const auto values = solve(*graph, {Quantity::remoteness}, {**executor});
  ASSERT_TRUE(values);
  EXPECT_EQ(values->layers, 300'000u);
  EXPECT_EQ(values->cells[299'999], 299'999u);
}

TEST(Values, NimbersAreRefusedWhereThereAreNone) {
  EXPECT_EQ(check(Question{Quantity::nimber, Convention::misere, false}).error().code, Errc::usage);
  EXPECT_EQ(check(Question{Quantity::nimber, Convention::normal, true}).error().code, Errc::usage);
}

// The vertices that a message names between "cycle: " and ";".
std::vector<Label> cycle_in(const std::string& message) {
  std::vector<Label> cycle;
  const auto begin = message.find("cycle: ") + 7;
  std::string path = message.substr(begin, message.find(';') - begin);
  std::replace_if(
      path.begin(), path.end(), [](char c) { return c == '-' || c == '>'; }, ' ');
  std::istringstream words(path);
  for (Label label = 0; words >> label;) cycle.push_back(label);
  return cycle;
}

TEST(Cycle, TheOneThatIsPrintedIsOne) {
  std::size_t cyclic = 0;
  const auto executor = parallel::make_executor("tbb", 2);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Pairs edges = scattered(random, random_digraph(random, 40, 45), 40, 10'000);
    const auto graph = graph_of(text_of(edges), {**executor});
    ASSERT_TRUE(graph);
    const auto values = solve(*graph, {}, {**executor});
    if (values) {
      by_definition(options_of(edges), Convention::normal);  // would never end if there were one
      continue;
    }
    ++cyclic;
    EXPECT_EQ(values.error().code, Errc::corrupt);
    const auto cycle = cycle_in(values.error().message);
    ASSERT_GE(cycle.size(), 2u) << values.error().message;
    EXPECT_EQ(cycle.front(), cycle.back());
    EXPECT_EQ(std::set(cycle.begin(), cycle.end()).size(), cycle.size() - 1);
    const Options options = options_of(edges);
    for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
      EXPECT_THAT(options.at(cycle[i]), testing::Contains(cycle[i + 1]));
  }
  EXPECT_GT(cyclic, 50u);
  EXPECT_LT(cyclic, 200u);
}

TEST(Cycle, OfOneVertexAndOfVeryMany) {
  const auto executor = parallel::make_executor("serial", 1);
  const auto loop = graph_of("5 5\n5 6\n", {**executor});
  ASSERT_TRUE(loop);
  EXPECT_THAT(solve(*loop, {}, {**executor}).error().message, HasSubstr("cycle: 5 -> 5;"));
  Pairs edges;
  for (Label v = 0; v < 5000; ++v) edges.emplace_back(v, (v + 1) % 5000);
  const auto ring = graph_of(text_of(edges), {**executor});
  ASSERT_TRUE(ring);
  const std::string message = solve(*ring, {}, {**executor}).error().message;
  EXPECT_THAT(message, HasSubstr("0 -> 1 -> 2 -> "));
  EXPECT_THAT(message, HasSubstr("-> 99 -> (4900 more) -> 0;"));
}

}  // namespace
}  // namespace grundy::graph::test
