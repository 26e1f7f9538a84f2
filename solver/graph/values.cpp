#include "graph/values.hpp"

#include "graph/depth.hpp"
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
  if (question.loopy) return solve_backwards(graph, question, work);
  if (work.executor.threads() <= most_threads_for_walk) {
    auto walked = solve_in_depth(graph, question, work);
    if (!walked) return walked.error();
    if (*walked) return **std::move(walked);
  }
  return solve_by_layers(graph, question, work);  // which names the cycle, if there is one
}

}  // namespace grundy::graph
