#include "run/octal_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>

#include "methods/heap_stream.hpp"
#include "plan/cost.hpp"
#include "rules/language/catalogue.hpp"
#include "run/asked.hpp"
#include "run/statistics.hpp"
#include "run/stream.hpp"
#include "run/sweep.hpp"

namespace grundy::solve {
namespace {

constexpr std::size_t most_codes = 4096;
constexpr std::uint64_t fewest_heaps = 1024;
constexpr std::uint64_t heaps_per_read = 1 << 16;
constexpr std::uint64_t bytes_a_heap = 3;
// Fewer equal nimbers are no news.
constexpr std::uint64_t least_alike = 64;

Result<plan::Plan> plan_of(const rules::Rules& rules, std::uint64_t heaps,
                           const SurveyLimits& limits) {
  Asked asked;
  asked.high = {static_cast<std::int64_t>(heaps) - 1};
  asked.quantity = Quantity::nimber;
  asked.executor = "serial";
  asked.threads = 1;
  asked.memory_limit = limits.memory_bytes;
  return make_plan(asked, rules);
}

// Visits the nimbers of all heaps, in order.
template <class Visit>
void for_each_nimber(const plan::Plan& plan, const sweep::Solution& solution, const Visit& visit) {
  std::vector<std::uint32_t> nimbers;
  for (std::uint64_t heap = 0; heap < plan.positions(); heap += nimbers.size()) {
    nimbers.resize(std::min(heaps_per_read, plan.positions() - heap));
    sweep::read_values(plan, solution, Quantity::nimber, {static_cast<std::int64_t>(heap)},
                       nimbers);
    for (std::size_t i = 0; i < nimbers.size(); ++i) visit(heap + i, nimbers[i]);
  }
}

void count_rares(const rules::Rules& rules, const plan::Plan& plan, const sweep::Solution& solution,
                 OctalRow& row) {
  if (row.largest >= heaps::nimber_end) return;
  const auto space = heaps::sparse_space(
      rules, [&](const heaps::Visit& visit) { for_each_nimber(plan, solution, visit); });
  if (!space) return;
  row.mask = space->mask;
  row.alternating = space->alternating;
  row.rares = space->rares;
  row.last_rare = space->last_rare;
}

Status survey_box(const rules::Rules& rules, const SurveyLimits& limits,
                  const std::atomic<bool>* stop, OctalRow& row) {
  auto plan = plan_of(rules, row.heaps, limits);
  while (plan && plan::estimated_seconds(*plan) > limits.seconds && row.heaps > fewest_heaps) {
    row.heaps = std::max(row.heaps / 2, fewest_heaps);
    plan = plan_of(rules, row.heaps, limits);
  }
  if (!plan) return plan.error();
  const auto executor = parallel::make_executor("serial", 1);
  if (!executor) return executor.error();
  const auto solution = sweep::solve(*plan, **executor, {stop});
  if (!solution) return solution.error();
  const auto statistics = sweep::statistics(*plan, *solution, **executor);
  row.kernel = to_string(solution->kernel);
  row.period = solution->period;
  if (const auto& growth = plan->method.growth) {
    row.period = family::Period{growth->preperiod, growth->length};
    row.saltus = growth->saltus;
  }
  row.largest = statistics.max_value;
  row.p_positions = statistics.p_positions;
  row.digest = statistics.digest.hex();
  count_rares(rules, *plan, *solution, row);
  return {};
}

Status survey_stream(const rules::Rules& rules, const SurveyLimits& limits,
                     const std::atomic<bool>* stop, OctalRow& row) {
  const auto executor = parallel::make_executor("serial", 1);
  if (!executor) return executor.error();
  StreamOptions options;
  options.memory_bytes = limits.memory_bytes;
  options.stop = stop;
  const auto report = stream(rules, row.heaps, **executor, options);
  if (!report) return report.error();
  const heaps::Streamed& streamed = report->streamed;
  row.kernel = to_string(heaps::streaming_kernel());
  row.period = streamed.period;
  row.mask = streamed.mask;
  row.alternating = streamed.alternating;
  row.rares = streamed.rares.size();
  if (!streamed.rares.empty()) row.last_rare = streamed.rares.back();
  row.largest = streamed.tally.largest();
  row.p_positions = streamed.tally.count[0];
  row.digest = streamed.tally.digest.hex();
  return {};
}

// The first nimbers of each code, by definition.
std::vector<std::uint16_t> first_nimbers(const std::string& code) {
  const auto rules = rules::load(code);
  if (!rules) return {};
  return heaps::first_nimbers(*rules);
}

// Says of each row which of those before it has the most nimbers in common with it.
void find_alike(std::vector<OctalRow>& rows) {
  std::vector<std::vector<std::uint16_t>> first;
  for (OctalRow& row : rows) {
    row.like.clear();
    row.parts_at.reset();
    first.push_back(first_nimbers(row.code));
    const auto& own = first.back();
    std::uint64_t most = least_alike - 1;
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      const auto common =
          static_cast<std::uint64_t>(std::ranges::mismatch(own, first[i]).in1 - own.begin());
      const bool equal = common == own.size() && row.heaps == rows[i].heaps &&
                         row.digest == rows[i].digest && rows[i].like.empty();
      if (!equal && (common <= most || common == own.size())) continue;
      row.like = rows[i].code;
      row.parts_at = equal ? std::nullopt : std::optional(common);
      most = common;
      if (equal) break;
    }
  }
}

}  // namespace

Result<std::vector<std::string>> octal_codes(std::string_view pattern) {
  const auto wrong = [&](std::string_view why) {
    return Error{Errc::usage,
                 fmt::format("{}: {}; expected an octal code such as 0.137, or a pattern such as "
                             "0.1xy, in which a letter stands for every digit",
                             pattern, why)};
  };
  const std::size_t dot = pattern.find('.');
  if (dot != 1 || pattern.size() < 3) return wrong("a digit and a dot must come first");
  std::vector<std::string> codes{""};
  for (const char c : pattern) {
    const bool any = c >= 'a' && c <= 'z';
    if (!any && c != '.' && (c < '0' || c > '7'))
      return wrong(fmt::format("'{}' is no octal digit", c));
    std::vector<std::string> longer;
    for (const std::string& code : codes)
      for (char digit = '0'; digit <= (any ? '7' : '0'); ++digit)
        longer.push_back(code + (any ? digit : c));
    if (longer.size() > most_codes) return wrong(fmt::format("more than {} codes", most_codes));
    codes = std::move(longer);
  }
  for (std::string& code : codes) code.erase(code.find_last_not_of('0') + 1);
  std::erase_if(codes, [](const std::string& code) {
    return code.back() == '.' || (code[0] != '0' && code[0] != '4');
  });
  if (codes.empty())
    return wrong("no code is meant: the first digit is 0 or 4, and another follows that is not 0");
  return codes;
}

Result<OctalRow> survey(const std::string& code, const SurveyLimits& limits,
                        const std::atomic<bool>* stop) {
  const auto rules = rules::load(code);
  if (!rules) return rules.error();
  const auto begin = std::chrono::steady_clock::now();
  OctalRow row;
  row.code = code;
  row.heaps = limits.heaps;
  const bool streamed = limits.heaps > limits.memory_bytes / bytes_a_heap;
  if (Status done = streamed ? survey_stream(*rules, limits, stop, row)
                             : survey_box(*rules, limits, stop, row);
      !done)
    return Error{done.error().code, fmt::format("{}: {}", code, done.error().message)};
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return row;
}

Result<std::vector<OctalRow>> sweep_octal(
    const std::vector<std::string>& codes, std::vector<OctalRow> rows, const SurveyLimits& limits,
    parallel::Executor& executor, const std::atomic<bool>* stop,
    const std::function<Status(const std::vector<OctalRow>&)>& done) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < codes.size(); ++i) place[codes[i]] = i;
  std::set<std::string> known;
  for (const OctalRow& row : rows) known.insert(row.code);
  std::vector<std::string> left;
  for (const std::string& code : codes)
    if (!known.contains(code)) left.push_back(code);
  std::mutex guard;
  parallel::FirstFailure failure;
  executor.for_each(left.size(), [&](std::size_t i, std::size_t) {
    if (failure.failed()) return;
    auto row = survey(left[i], limits, stop);
    if (!row) return failure.keep(row.error());
    const std::lock_guard lock(guard);
    const auto after = std::ranges::find_if(
        rows, [&](const OctalRow& other) { return place[other.code] > place[row->code]; });
    rows.insert(after, *std::move(row));
    failure.keep(done(rows));
  });
  if (failure.failed()) return failure.status().error();
  find_alike(rows);
  return rows;
}

}  // namespace grundy::solve
