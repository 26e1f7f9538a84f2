#include "differential/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <numeric>

#include "ask/evaluator.hpp"
#include "ask/session/reduced_source.hpp"
#include "base/executor.hpp"
#include "differential/memory_keeper.hpp"
#include "generator/draw.hpp"
#include "kernels/isa.hpp"
#include "oracle/oracle.hpp"
#include "plan/method.hpp"
#include "run/solve.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "search/nimber_search.hpp"
#include "support/digest.hpp"
#include "support/solvers.hpp"
#include "support/temporary_directory.hpp"
#include "table/reader.hpp"
#include "verify/verify.hpp"

namespace grundy::differential {
namespace {

using generator::Draw;
using Executor = std::unique_ptr<parallel::Executor>;

constexpr std::chrono::seconds longest_search{10};
constexpr std::uint64_t memory = std::uint64_t{1} << 31;

void choose_executor(Draw& draw, Way& way) {
  static const std::vector<std::size_t> threads{1, 2, 3, 8};
  way.executor = parallel::executor_names()[draw.index(parallel::executor_names().size())];
  way.threads = way.executor == "serial" ? 1 : threads[draw.share({30, 35, 25, 10})];
}

Way any_way(Draw& draw, Way::Kind kind, std::string kernel) {
  static const std::vector<std::uint64_t> tiles{1, 7, 100, plan::default_tile_positions};
  static const std::vector<table::Store> stores{table::Store::full, table::Store::sorted,
                                                table::Store::section};
  const auto targets = kernels::isa_names();
  Way way;
  way.kind = kind;
  way.kernel = std::move(kernel);
  choose_executor(draw, way);
  way.isa = targets[draw.index(targets.size())];
  way.tile_positions = draw.one_of(tiles);
  way.store = draw.one_of(stores);
  way.passes = draw.chance(75) ? 1 : 2 + draw.index(2);
  way.seed = static_cast<std::uint64_t>(draw.below(1 << 20));
  return way;
}

std::string at(const Known& known, std::uint64_t rank) {
  return grundy::to_string(known.box.position(rank));
}

// Of a tuple that is no position.
bool is_none(const Known& known, std::uint64_t rank) {
  return known.values[rank] == no_position(sizeof known.values[rank]);
}

// Those that are positions.
std::vector<std::uint64_t> ranks_of(const Known& known) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < known.values.size(); ++rank)
    if (!is_none(known, rank)) ranks.push_back(rank);
  return ranks;
}

// The first difference.
std::optional<std::string> compare(const Known& known, const Values& values) {
  for (std::uint64_t rank = 0; rank < values.size(); ++rank)
    if (values[rank] != known.values[rank])
      return fmt::format("{} is {}, and should be {}", at(known, rank), values[rank],
                         known.values[rank]);
  return std::nullopt;
}

Result<plan::Plan> plan_for(const Way& way, const Known& known) {
  plan::Request request;
  request.rules = *known.rules;
  request.high = known.box.high;
  request.quantity = known.quantity;
  request.convention = known.convention;
  request.threads = way.threads;
  request.memory_limit = memory;
  request.kernel = way.kernel;
  request.tile_positions = way.tile_positions;
  auto plan = plan::make_plan(request);
  if (way.passes == 1 || !plan || !plan->method.takes_passes) return plan;
  request.passes = {way.passes, std::filesystem::temp_directory_path()};
  return plan::make_plan(request);
}

// Whether a caller who named a kernel or a store must expect this.
bool does_not_apply(const Way& way, const Error& error) {
  if (error.code == Errc::usage && error.message.starts_with("option `store`")) return true;
  if (way.kernel == "auto") return false;
  return error.message.starts_with("kernel " + way.kernel + " does not apply") ||
         error.message.starts_with("kernel " + way.kernel + " cannot solve this");
}

// What is to be known of a run beside its values.
Verdict verdict(const plan::Plan& plan, Kernel kernel, std::optional<std::string> difference) {
  Verdict verdict{"kernel " + std::string(to_string(kernel)), {}, std::move(difference)};
  if (plan.positions() == 1) verdict.facts.emplace("one position");
  if (plan.closure != plan.box) verdict.facts.emplace("closure beyond the box");
  if (kernel == generic::kernel && plan.schedule.order() == tiles::Order::layers)
    verdict.facts.emplace("layers");
  return verdict;
}

Verdict failed(const Way& way, const Error& error) {
  // A single move may lead far, and the closure is a box that holds it.
  const bool is_huge =
      (error.code == Errc::memory && error.message.starts_with("the closure up to")) ||
      (error.code == Errc::unsupported &&
       error.message.ends_with("32 bits; ask for a smaller box"));
  if (error.code == Errc::rules || is_huge) return {"", {}, std::nullopt, true};
  if (does_not_apply(way, error)) return {};
  return {way.kernel, {}, fmt::format("error {}: {}", static_cast<int>(error.code), error.message)};
}

// Rows, single positions, counts and digest.
std::optional<std::string> compare(const Known& known, const plan::Plan& plan,
                                   const sweep::Solution& solution, parallel::Executor& executor) {
  if (plan.box != known.box) return "another box";
  Values values(known.values.size());
  const auto length = static_cast<std::uint64_t>(known.box.extent(known.box.dimensions() - 1));
  for (std::uint64_t rank = 0; rank < values.size(); rank += length)
    sweep::read_values(plan, solution, plan.quantity, known.box.position(rank),
                       std::span(values).subspan(rank, length));
  if (auto wrong = compare(known, values)) return wrong;
  for (std::uint64_t rank = 0; rank < values.size(); ++rank)
    if (!is_none(known, rank))
      values[rank] = sweep::value_at(plan, solution, plan.quantity, known.box.position(rank));
  if (auto wrong = compare(known, values)) return "value_at: " + *wrong;
  const sweep::Statistics statistics = sweep::statistics(plan, solution, executor);
  Digest digest;
  std::uint32_t greatest = 0;
  for (const std::uint64_t rank : ranks_of(known)) {
    digest.add(test::digest_key(known.box, rank), digest_weight(known.quantity, values[rank]));
    greatest = std::max(greatest, values[rank]);
  }
  if (statistics.positions != ranks_of(known).size()) return "another count of positions";
  if (statistics.digest != digest) return "another digest";
  if (statistics.max_value != greatest) return "another greatest value";
  return std::nullopt;
}

Verdict judge_sweep(const Way& way, const Known& known) {
  const auto plan = plan_for(way, known);
  if (!plan) return failed(way, plan.error());
  const Executor executor = *parallel::make_executor(way.executor, way.threads);
  const auto solution = sweep::solve(*plan, *executor);
  if (!solution) return failed(way, solution.error());
  return verdict(*plan, solution->kernel, compare(known, *plan, *solution, *executor));
}

Verdict judge_resumed(const Way& way, const Known& known) {
  const auto plan = plan_for(way, known);
  if (!plan) return failed(way, plan.error());
  Draw draw(way.seed);
  std::atomic<bool> stop{false};
  MemoryKeeper keeper(static_cast<std::uint64_t>(draw.between(1, 6)), stop);
  const Executor before = *parallel::make_executor(way.executor, way.threads);
  auto solution = sweep::solve(*plan, *before, {&stop, nullptr, &keeper});
  Way other;
  choose_executor(draw, other);
  const Executor after = *parallel::make_executor(other.executor, other.threads);
  if (!solution && solution.error().code == Errc::interrupted) {
    stop = false;
    solution = sweep::solve(*plan, *after, {&stop, nullptr, &keeper});
  }
  if (!solution) return failed(way, solution.error());
  return verdict(*plan, solution->kernel, compare(known, *plan, *solution, *after));
}

std::optional<std::string> compare_table(const Known& known, const std::filesystem::path& path,
                                         parallel::Executor& executor) {
  const auto table = table::Table::open(path);
  if (!table) return table.error().message;
  for (std::uint64_t rank = 0; rank < known.values.size(); ++rank) {
    const auto value = table->at(known.quantity, known.box.position(rank));
    if (is_none(known, rank)) {
      if (value) return at(known, rank) + " is no position, and the table has a value";
      continue;
    }
    if (!value) return value.error().message;
    if (*value != known.values[rank])
      return fmt::format("{} is {} in the table, and should be {}", at(known, rank), *value,
                         known.values[rank]);
  }
  verify::Request request;
  request.table = path;
  request.effort.full = true;
  request.memory = memory;
  const auto report = verify::run(request, executor);
  if (!report) return report.error().message;
  if (!report->findings.empty()) return "verify: " + to_string(report->findings.front());
  if (!report->definition) return "verify: finds no rules";
  if (!report->definition->proved && !known.rules->has_sums())
    return "verify: " + report->definition->why_open;
  return std::nullopt;
}

// Every value is derived again, unless some option is a sum.
std::optional<std::string> compare_check(const Known& known, const solve::Checked& checked) {
  const std::size_t positions = ranks_of(known).size();
  if (checked.positions + checked.open != positions)
    return fmt::format("{} positions were checked and {} left open, of {}", checked.positions,
                       checked.open, positions);
  if (checked.open > 0 && !known.rules->has_sums())
    return "could not be checked: " + checked.why_open;
  return std::nullopt;
}

// Tables end at 2^53.
bool has_tables(const Box& box) {
  constexpr std::int64_t end = std::int64_t{1} << 53;
  return std::ranges::all_of(box.low, [](std::int64_t low) { return low >= -end; }) &&
         std::ranges::all_of(box.high, [](std::int64_t high) { return high <= end; });
}

Verdict judge_table(const Way& way, const Known& known) {
  const auto plan = plan_for(way, known);
  if (!plan) return failed(way, plan.error());
  const Executor executor = *parallel::make_executor(way.executor, way.threads);
  const test::TemporaryDirectory directory;
  solve::Options options;
  options.program_version = "0";
  if (has_tables(known.box)) {
    options.output.emplace();
    options.output->table = directory / "t.zarr";
    options.output->store = way.store;
  }
  options.check = solve::check_all;
  const auto report = solve::run(*plan, *executor, options);
  if (!report) return failed(way, report.error());
  auto difference = compare_check(known, report->checked);
  if (!difference && options.output)
    difference = compare_table(known, directory / "t.zarr", *executor);
  return verdict(*plan, report->solution.kernel, std::move(difference));
}

std::vector<std::uint64_t> in_any_order(Draw& draw, std::uint64_t count) {
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t i = count; i > 1; --i) std::swap(order[i - 1], order[draw.index(i)]);
  return order;
}

// Under normal play outcomes follow from nimbers, where options are sums.
Result<std::uint32_t> ask_lazily(support::Searches& searches, const Known& known,
                                 const Position& position) {
  if (known.quantity != Quantity::outcome || known.convention == Convention::misere ||
      !known.rules->has_sums())
    return support::ask_searches(searches, position, known.quantity);
  const auto nimber = support::ask_searches(searches, position, Quantity::nimber);
  if (!nimber) return nimber.error();
  return *nimber == 0 ? 0 : 1;
}

// Searches of one way may take `longest_search` of processor time together. A search that reaches
// its deadline before that, on a busy machine, goes on with what it remembers.
class Patience {
 public:
  // Calls ask() until it gives a value or an error that a deadline of `limited` is not the reason
  // of.
  template <class Limited, class Ask>
  auto answer(Limited& limited, const Ask& ask) const {
    while (true) {
      limited.set_deadline(std::chrono::steady_clock::now() + longest_search);
      auto value = ask();
      const bool late = limited.clear_deadline();
      if (value || !late ||
          seconds() - begin_ > std::chrono::duration<double>(longest_search).count())
        return value;
    }
  }

 private:
  static double seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  double begin_ = seconds();
};

Verdict judge_lazy(const Way& way, const Known& known) {
  Draw draw(way.seed);
  support::Searches searches(*known.rules, known.convention);
  const Patience patience;
  for (const std::uint64_t rank : in_any_order(draw, known.values.size())) {
    if (is_none(known, rank)) continue;
    const auto value = patience.answer(
        searches.meter, [&] { return ask_lazily(searches, known, known.box.position(rank)); });
    if (!value) return failed(way, value.error());
    if (*value != known.values[rank])
      return {
          "lazy",
          {},
          fmt::format("{} is {}, and should be {}", at(known, rank), *value, known.values[rank])};
  }
  return {"lazy", {}, std::nullopt};
}

Result<query::Sum> sum_of(const Known& known, const std::shared_ptr<const query::Game>& game,
                          const std::vector<std::uint64_t>& ranks) {
  std::vector<query::Term> terms;
  for (const std::uint64_t rank : ranks) terms.push_back({game, known.box.position(rank), 1});
  return query::Sum::of(terms);
}

// Of a single position, or of a sum by nimbers.
std::optional<std::string> compare_sum(const Known& known, const query::Sum& sum,
                                       const query::Value& value,
                                       const std::vector<std::uint64_t>& ranks) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t expected = 0;
  for (const std::uint64_t rank : ranks) expected ^= known.values[rank];
  std::uint64_t got = static_cast<std::uint64_t>(value.outcome);
  if (known.quantity == Quantity::nimber) got = value.nimber.value_or(none);
  if (known.quantity == Quantity::remoteness) got = value.remoteness.value_or(none);
  if (got == expected) return std::nullopt;
  return fmt::format("{} is {}, and should be {}", to_string(sum), got, expected);
}

Verdict judge_query(const Way& way, const Known& known) {
  Draw draw(way.seed);
  query::Evaluator evaluator;
  const Patience patience;
  const auto game =
      std::make_shared<const query::Game>(query::Game{known.rules->name, {}, known.rules});
  const std::vector<std::uint64_t> all = ranks_of(known);
  for (int question = 0; question < 12 && !all.empty(); ++question) {
    std::vector<std::uint64_t> ranks{draw.one_of(all)};
    while (known.quantity == Quantity::nimber && ranks.size() < 3 && draw.chance(40))
      ranks.push_back(draw.one_of(all));
    const auto sum = sum_of(known, game, ranks);
    if (!sum) return failed(way, sum.error());
    const auto value = patience.answer(evaluator, [&] {
      return evaluator.evaluate(*sum, known.convention, known.quantity == Quantity::remoteness);
    });
    if (!value) return failed(way, value.error());
    if (auto wrong = compare_sum(known, *sum, *value, ranks)) return {"query", {}, wrong};
  }
  return {"query", {}, std::nullopt};
}

// Positions without a price are left out: those are for searches.
Verdict judge_boxes(const Way& way, const Known& known) {
  constexpr int questions = 25;
  Draw draw(way.seed);
  lazy::Meter meter({.bytes = memory});
  session::ReducedSource source(
      std::make_unique<session::BoxSource>(meter, nullptr, nullptr, /*least_positions=*/1));
  std::string kernel;
  const std::vector<std::uint64_t> all = ranks_of(known);
  for (int question = 0; question < questions && !all.empty(); ++question) {
    const std::uint64_t rank = draw.one_of(all);
    const Position position = known.box.position(rank);
    const query::Question asked{known.rules, known.convention, known.quantity};
    if (draw.chance(20)) source.expect_nothing();
    for (std::size_t i = draw.share({60, 20, 20}); i > 0; --i)
      source.expect(asked, known.box.position(draw.one_of(all)));
    const auto ways = draw.chance(30) ? query::Ways::quick : query::Ways::all;
    if (!source.price(asked, position, ways)) continue;
    const auto value = source.find(asked, position);
    if (!value) return failed(way, value.error());
    kernel = "boxes";
    if (*value && **value != known.values[rank])
      return {
          kernel,
          {},
          fmt::format("{} is {}, and should be {}", at(known, rank), **value, known.values[rank])};
  }
  return {kernel, {}, std::nullopt};
}

}  // namespace

std::string name_of(Way::Kind kind) {
  switch (kind) {
    case Way::Kind::sweep:
      return "sweep";
    case Way::Kind::resumed:
      return "resumed";
    case Way::Kind::table:
      return "table";
    case Way::Kind::lazy:
      return "lazy";
    case Way::Kind::query:
      return "query";
    case Way::Kind::boxes:
      return "boxes";
  }
  return "";
}

std::string to_text(const Way& way) {
  if (is_by_positions(way.kind)) return fmt::format("{}, order {}", name_of(way.kind), way.seed);
  std::string text = fmt::format("{} --kernel {} --executor {} --threads {} --isa {}, tiles of {}",
                                 name_of(way.kind), way.kernel, way.executor, way.threads, way.isa,
                                 way.tile_positions);
  if (way.passes > 1) text += fmt::format(" --passes {}", way.passes);
  if (way.kind == Way::Kind::table) text += fmt::format(", --store {}", table::name_of(way.store));
  if (way.kind == Way::Kind::resumed) text += fmt::format(", stopped by {}", way.seed);
  return text;
}

std::vector<Way> random_ways(std::uint64_t seed) {
  static const std::vector<Way::Kind> others{Way::Kind::lazy, Way::Kind::query, Way::Kind::boxes,
                                             Way::Kind::resumed, Way::Kind::table};
  Draw draw(seed ^ 0xd1b54a32d192ed03);
  std::vector<Way> ways{any_way(draw, Way::Kind::sweep, "auto")};
  for (const std::string_view kernel : plan::kernel_names())
    if (draw.chance(60)) ways.push_back(any_way(draw, Way::Kind::sweep, std::string(kernel)));
  ways.push_back(any_way(draw, others[draw.share({30, 20, 20, 15, 15})], "auto"));
  return ways;
}

std::optional<std::string> answer_where_none_is(const rules::Rules& rules, const Box& box,
                                                Quantity quantity, Convention convention) {
  Way way;
  way.tile_positions = plan::default_tile_positions;
  const Known unknown{std::make_shared<const rules::Rules>(rules), box, quantity, convention, {}};
  const auto plan = plan_for(way, unknown);
  const Executor executor = *parallel::make_executor(way.executor, way.threads);
  const auto solution = plan ? sweep::solve(*plan, *executor) : plan.error();
  if (solution) return "play comes back to a position, and the box is solved";
  if (solution.error().code == Errc::rules) return std::nullopt;
  return "play comes back to a position, but: " + solution.error().message;
}

Verdict judge(const Way& way, const Known& known) try {
  if (!way.isa.empty()) kernels::force_isa(way.isa);
  switch (way.kind) {
    case Way::Kind::sweep:
      return judge_sweep(way, known);
    case Way::Kind::resumed:
      return judge_resumed(way, known);
    case Way::Kind::table:
      return judge_table(way, known);
    case Way::Kind::lazy:
      return judge_lazy(way, known);
    case Way::Kind::query:
      return judge_query(way, known);
    case Way::Kind::boxes:
      return judge_boxes(way, known);
  }
  return {};
} catch (const std::exception& internal) {
  return {way.kernel, {}, fmt::format("internal error: {}", internal.what())};
}

}  // namespace grundy::differential
