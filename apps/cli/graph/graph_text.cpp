#include "cli/graph/graph_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/machine.hpp"
#include "graph/output.hpp"

namespace grundy::cli {
namespace {

using graph::Vertex;

bool tells_values(const SolvedGraph& solved) {
  return solved.graph.vertices() <= most_vertices_printed;
}

Json value_json(const SolvedGraph& solved, Vertex v) {
  const Quantity quantity = solved.values.question.quantity;
  Json json;
  json["vertex"] = solved.graph.labels.of(v);
  if (quantity == Quantity::nimber) {
    json["nimber"] = solved.values.cells[v];
    return json;
  }
  json["outcome"] = graph::outcome_letter(solved.values, v);
  if (quantity == Quantity::remoteness)
    json["remoteness"] = solved.values.is_draw(v) ? Json() : Json(solved.values.cells[v]);
  return json;
}

Json sum_json(const SolvedGraph& solved, const Tokens& sum) {
  const auto& label = solved.graph.labels;
  Json tokens = Json::array();
  for (const Vertex v : sum.at) tokens.push_back(label.of(v));
  Json winning = Json::array();
  for (const graph::TokenMove& move : sum.sum.winning)
    winning.push_back(
        {{"token", move.token + 1}, {"from", label.of(move.from)}, {"to", label.of(move.to)}});
  return {{"tokens", tokens},
          {"outcome", to_string(sum.sum.outcome())},
          {"nimber", sum.sum.nimber},
          {"winning", winning}};
}

void print_vertices(const SolvedGraph& solved) {
  const graph::Values& values = solved.values;
  for (Vertex v = 0; v < solved.graph.vertices(); ++v) {
    const std::uint64_t label = solved.graph.labels.of(v);
    if (values.question.quantity == Quantity::nimber)
      fmt::print("    {}  {}\n", label, values.cells[v]);
    else if (values.question.quantity == Quantity::outcome || values.is_draw(v))
      fmt::print("    {}  {}\n", label, graph::outcome_letter(values, v));
    else
      fmt::print("    {}  {} {}\n", label, graph::outcome_letter(values, v), values.cells[v]);
  }
}

void print_sum(const SolvedGraph& solved, const Tokens& sum) {
  const auto& label = solved.graph.labels;
  std::string text;
  for (const Vertex v : sum.at)
    fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " + ", label.of(v));
  fmt::print("{}: {}, nimber {}; {}\n", text, to_string(sum.sum.outcome()), sum.sum.nimber,
             counted(sum.sum.winning.size(), "winning move"));
  for (const graph::TokenMove& move : sum.sum.winning)
    fmt::print("  token {}: {} -> {}\n", move.token + 1, label.of(move.from), label.of(move.to));
}

std::string vertices(std::uint64_t count) {
  return fmt::format("{} {}", grouped(count), count == 1 ? "vertex" : "vertices");
}

}  // namespace

Json to_json(const SolvedGraph& solved) {
  const graph::Question& question = solved.values.question;
  const graph::Statistics& statistics = solved.statistics;
  const auto largest = [&](Quantity quantity) {
    return question.quantity == quantity ? Json(statistics.max_value) : Json();
  };
  Json json;
  json["edges_from"] = solved.source;
  json["value"] = to_string(question.quantity);
  json["convention"] = to_string(question.convention);
  json["loopy"] = question.loopy;
  json["vertices"] = solved.graph.vertices();
  json["edges"] = solved.graph.edges();
  json["layers"] = solved.values.layers;
  json["p_positions"] = statistics.p_positions;
  json["n_positions"] = statistics.n_positions;
  json["draws"] = statistics.draws;
  json["max_nimber"] = largest(Quantity::nimber);
  json["max_remoteness"] = largest(Quantity::remoteness);
  json["digest"] = statistics.digest.hex();
  json["executor"] = solved.executor;
  json["threads"] = solved.threads;
  json["seconds"] = {{"read", solved.seconds.read},
                     {"build", solved.seconds.build},
                     {"solve", solved.seconds.solve},
                     {"write", solved.seconds.write},
                     {"total", solved.seconds.total}};
  json["peak_memory_bytes"] = memory::peak_memory();
  json["output"] = solved.output.empty() ? Json() : Json(solved.output);
  if (tells_values(solved)) {
    json["values"] = Json::array();
    for (Vertex v = 0; v < solved.graph.vertices(); ++v)
      json["values"].push_back(value_json(solved, v));
  }
  if (solved.sums.size() == 1) json["sum"] = sum_json(solved, solved.sums.front());
  if (solved.sums.size() > 1)
    for (const Tokens& sum : solved.sums) json["sums"].push_back(sum_json(solved, sum));
  return json;
}

void print_for_people(const SolvedGraph& solved) {
  const graph::Question& question = solved.values.question;
  const graph::Statistics& statistics = solved.statistics;
  fmt::print("{}: {} of {}, {}{}{}\n", solved.source, to_string(question.quantity),
             vertices(solved.graph.vertices()), counted(solved.graph.edges(), "edge"),
             question.loopy ? ", cycles allowed" : "",
             question.convention == Convention::misere ? ", misère play" : "");
  if (!question.loopy) fmt::print("  layers       {}\n", grouped(solved.values.layers));
  fmt::print("  P-positions  {}\n", grouped(statistics.p_positions));
  if (question.loopy) fmt::print("  draws        {}\n", grouped(statistics.draws));
  if (question.quantity != Quantity::outcome)
    fmt::print("  largest      {} {}\n", to_string(question.quantity), statistics.max_value);
  fmt::print("  digest       {}\n", statistics.digest.hex());
  fmt::print("  solved in    {} ({}, {}), after reading in {} and building the graph in {}\n",
             duration(solved.seconds.solve), solved.executor, counted(solved.threads, "thread"),
             duration(solved.seconds.read), duration(solved.seconds.build));
  fmt::print("  peak memory  {}\n", memory::format_bytes(memory::peak_memory()));
  if (!solved.output.empty())
    fmt::print("  written to   {} (in {})\n", solved.output, duration(solved.seconds.write));
  if (tells_values(solved)) {
    fmt::print("  values\n");
    print_vertices(solved);
  }
  for (const Tokens& sum : solved.sums) print_sum(solved, sum);
}

}  // namespace grundy::cli
