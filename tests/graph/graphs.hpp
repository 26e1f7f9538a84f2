// graph/graphs.hpp: small graphs as lists of pairs, and their values by definition.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "graph/values.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::graph::test {

using Pairs = std::vector<std::pair<Label, Label>>;

// Options by label: what a test's definitions look at. A vertex without edges has an empty list.
using Options = std::map<Label, std::vector<Label>>;

inline Options options_of(const Pairs& edges) {
  Options options;
  for (const auto& [from, to] : edges) {
    options[from].push_back(to);
    options[to];
  }
  return options;
}

inline std::string text_of(const Pairs& edges) {
  std::string text;
  for (const auto& [from, to] : edges)
    fmt::format_to(std::back_inserter(text), "{} {}\n", from, to);
  return text;
}

// Any two of 0 .. vertices - 1, from the larger to the smaller: no cycles.
inline Pairs random_dag(std::mt19937_64& random, Label vertices, std::size_t edges) {
  Pairs pairs;
  while (pairs.size() < edges && vertices > 1) {
    const auto [to, from] = std::minmax({random() % vertices, random() % vertices});
    if (from != to) pairs.emplace_back(from, to);
  }
  return pairs;
}

inline Pairs random_digraph(std::mt19937_64& random, Label vertices, std::size_t edges) {
  Pairs pairs;
  for (std::size_t i = 0; i < edges; ++i)
    pairs.emplace_back(random() % vertices, random() % vertices);
  return pairs;
}

// Gives every vertex another label.
inline Pairs relabelled(const Pairs& edges, const std::vector<Label>& labels) {
  Pairs pairs;
  for (const auto& [from, to] : edges) pairs.emplace_back(labels[from], labels[to]);
  return pairs;
}

inline std::vector<Label> random_labels(std::mt19937_64& random, std::size_t count, Label largest) {
  std::set<Label> labels;
  while (labels.size() < count) labels.insert(random() % (largest + 1));
  std::vector<Label> shuffled(labels.begin(), labels.end());
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  return shuffled;
}

inline Result<EdgeList> read_text(const std::string& text, const Work& work) {
  const grundy::test::TemporaryDirectory directory;
  std::ofstream(directory / "edges", std::ios::binary) << text;
  auto source = TextSource::open((directory / "edges").string());
  if (!source) return source.error();
  return read_edges(**source, work);
}

inline Result<Graph> graph_of(const std::string& text, const Work& work) {
  auto list = read_text(text, work);
  if (!list) return list.error();
  return build_graph(*std::move(list), work);
}

// What is known of a vertex, and of nothing else: no remoteness is a draw.
struct Known {
  std::uint32_t nimber = 0;
  std::optional<std::uint32_t> remoteness;
  std::optional<Outcome> outcome;
};

// The definitions of base/value.hpp, one vertex at a time, for graphs without cycles.
class Definition {
 public:
  Definition(Options options, Convention convention)
      : options_(std::move(options)), convention_(convention) {}

  const Known& of(Label vertex) {
    const auto known = known_.find(vertex);
    return known != known_.end() ? known->second
                                 : known_.emplace(vertex, derive(vertex)).first->second;
  }

 private:
  Known derive(Label vertex) {
    if (options_.at(vertex).empty()) return {0, 0, outcome_without_options(convention_)};
    std::set<std::uint32_t> nimbers;
    std::set<std::uint32_t> won;   // remotenesses of options that leave the opponent lost
    std::set<std::uint32_t> lost;  // and of the others
    for (const Label option : options_.at(vertex)) {
      const Known& known = of(option);
      nimbers.insert(known.nimber);
      (known.outcome == Outcome::P ? won : lost).insert(*known.remoteness);
    }
    Known known;
    while (nimbers.contains(known.nimber)) ++known.nimber;
    known.outcome = won.empty() ? Outcome::P : Outcome::N;
    known.remoteness = 1 + (won.empty() ? *lost.rbegin() : *won.begin());
    return known;
  }

  Options options_;
  Convention convention_;
  std::map<Label, Known> known_;
};

}  // namespace grundy::graph::test
