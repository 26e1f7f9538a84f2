#include "session/box_source.hpp"

#include "parallel/executor.hpp"
#include "plan/memory.hpp"
#include "plan/time.hpp"
#include "session/version.hpp"
#include "solve/asked.hpp"
#include "solve/solve.hpp"

namespace grundy::session {
namespace {

// Below, a search ends before a plan is made.
constexpr std::uint64_t few_positions = 1 << 12;

std::optional<std::uint64_t> positions_below(const rules::Rules& rules, const Position& position) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) box.low.push_back(coordinate.low);
  box.high = position;
  return box.high.size() == box.low.size() ? box.volume() : std::nullopt;
}

}  // namespace

const solve::SolvedValues* BoxSource::solved(const Key& key, const Position& position) const {
  const auto box = boxes_.find(key);
  if (box == boxes_.end() || !box->second->plan().box.contains(position)) return nullptr;
  return box->second.get();
}

std::optional<double> BoxSource::price(const std::shared_ptr<const rules::Rules>& rules,
                                       const Position& position, Convention convention,
                                       Quantity quantity) {
  if (solved({rules, convention, quantity}, position)) return 0;
  const auto positions = positions_below(*rules, position);
  if (positions && *positions < few_positions) return std::nullopt;
  plan::Request request;
  request.rules = *rules;
  request.high = position;
  request.quantity = quantity;
  request.convention = convention;
  request.threads = parallel::available_cores();
  request.memory_limit = bytes_;
  auto plan = plan::make_plan(request);
  if (!plan || !plan->has_form() || !plan::check_memory(*plan)) return std::nullopt;
  planned_ = *std::move(plan);
  return plan::estimated_seconds(*planned_);
}

Result<std::optional<std::uint32_t>> BoxSource::find(
    const std::shared_ptr<const rules::Rules>& rules, const Position& position,
    Convention convention, Quantity quantity) {
  const Key key{rules, convention, quantity};
  if (!solved(key, position)) {
    const auto executor = solve::make_executor(*planned_, "tbb");
    if (!executor) return executor.error();
    solve::Options options;
    options.stop = stop_;
    auto report = solve::run(*planned_, **executor, options);
    if (!report) return report.error();
    boxes_[key] = std::make_shared<const solve::SolvedValues>(
        *std::move(planned_), *std::move(report), (*executor)->name(), version());
  }
  const auto value = solved(key, position)->at(quantity, position);
  if (!value) return value.error();
  return std::optional(*value);
}

}  // namespace grundy::session
