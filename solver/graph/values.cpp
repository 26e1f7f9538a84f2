#include "graph/values.hpp"

#include <algorithm>
#include <cassert>

#include "graph/layers.hpp"

namespace grundy::graph {

Question question_of(std::optional<Quantity> quantity, Convention convention, bool loopy) {
  const Quantity usual = loopy                              ? Quantity::remoteness
                         : convention == Convention::misere ? Quantity::outcome
                                                            : Quantity::nimber;
  return {quantity.value_or(usual), convention, loopy};
}

Status check(const Question& question) {
  if (question.quantity != Quantity::nimber) return {};
  if (question.convention == Convention::misere)
    return Error{Errc::usage,
                 "nimbers are of normal play only; set option `value` to outcome or remoteness"};
  if (question.loopy)
    return Error{Errc::usage,
                 "vertices on cycles have no nimbers; set option `value` to outcome or remoteness"};
  return {};
}

Result<Values> solve(const Graph& graph, const Question& question, const Work& work) {
  if (Status s = check(question); !s) return s.error();
  if (question.loopy) return solve_backwards(graph, question, work);
  if (work.executor.threads() <= most_threads_for_walk) {
    auto walked = solve_in_depth(graph, question, work);
    if (!walked) return walked.error();
    if (*walked) return **std::move(walked);
  }
  return solve_by_layers(graph, question, work);  // which names the cycle, if there is one
}

namespace {

constexpr std::uint32_t histogram_end = 1 << 16;
constexpr std::uint32_t drawn_outcome = 2;

std::uint32_t weight_of(const Values& values, Vertex v) {
  if (values.question.quantity != Quantity::outcome) return values.cells[v];
  return values.is_draw(v) ? drawn_outcome : values.outcome(v) == Outcome::P;
}

// As tables of the same quantity have it.
Digest digest_of(const Values& values) {
  const auto count = static_cast<std::int64_t>(values.cells.size());
  Digest digest;
  if (count == 0) return digest;
  const DigestKeys keys(Box{{0}, {count - 1}});
  std::vector<std::uint32_t> weights;
  for (std::int64_t first = 0; first < count; first += digest_period) {
    weights.clear();
    for (std::int64_t v = first; v < std::min(first + digest_period, count); ++v)
      weights.push_back(weight_of(values, static_cast<Vertex>(v)));
    digest.add(keys.sum_along(0, first, std::span<const std::uint32_t>(weights)));
  }
  return digest;
}

void add_to_histogram(Statistics& found, std::uint32_t nimber) {
  if (nimber >= histogram_end) return;
  if (nimber >= found.histogram.size()) found.histogram.resize(nimber + 1, 0);
  ++found.histogram[nimber];
}

void add(Statistics& found, const Values& values, Vertex v) {
  if (values.is_draw(v)) {
    ++found.draws;
    return;
  }
  ++(values.outcome(v) == Outcome::P ? found.p_positions : found.n_positions);
  found.max_value = std::max(found.max_value, values.cells[v]);
  if (values.question.quantity == Quantity::nimber) add_to_histogram(found, values.cells[v]);
}

}  // namespace

Statistics statistics(const Values& values) {
  Statistics found;
  found.digest = digest_of(values);
  for (std::size_t v = 0; v < values.cells.size(); ++v) add(found, values, static_cast<Vertex>(v));
  return found;
}

namespace {

// The options of `from` that have this nimber, ascending, each once.
std::vector<Vertex> options_of_nimber(const Graph& graph, const Values& nimbers, Vertex from,
                                      std::uint32_t nimber) {
  std::vector<Vertex> found;
  for (const Vertex option : graph.options.of(from))
    if (nimbers.cells[option] == nimber) found.push_back(option);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

TokenSum sum_of(const Graph& graph, const Values& nimbers, std::span<const Vertex> tokens) {
  assert(nimbers.question.quantity == Quantity::nimber);
  TokenSum sum;
  for (const Vertex at : tokens) sum.nimber ^= nimbers.cells[at];
  if (sum.nimber == 0) return sum;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::uint32_t wanted = nimbers.cells[tokens[i]] ^ sum.nimber;
    for (const Vertex to : options_of_nimber(graph, nimbers, tokens[i], wanted))
      sum.winning.push_back({i, tokens[i], to});
  }
  return sum;
}

}  // namespace grundy::graph
