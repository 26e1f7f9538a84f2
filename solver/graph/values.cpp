#include "graph/values.hpp"

#include "graph/layers.hpp"
#include "graph/retrograde.hpp"

namespace grundy::graph {

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
  return question.loopy ? solve_backwards(graph, question, work)
                        : solve_by_layers(graph, question, work);
}

}  // namespace grundy::graph
