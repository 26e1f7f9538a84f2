// cli/measure/bench.cpp: `grundy bench`, how fast this machine solves.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include "base/executor.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/measure/bench_compare.hpp"
#include "cli/measure/bench_report.hpp"
#include "cli/measure/bench_works.hpp"
#include "cli/options.hpp"

namespace grundy::cli {
namespace {

struct BenchChoice {
  bool large = false;
  std::vector<std::string> works;
  std::vector<std::size_t> threads;
  std::vector<std::string> executors{"tbb", "openmp"};
  double seconds = 90;
  std::string isa;
  std::vector<std::string> compared;
  bool as_json = false;
  bool as_csv = false;
};

// 1, 2, 4 .. and all cores.
std::vector<std::size_t> usual_threads() {
  const std::size_t cores = parallel::available_cores();
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count < cores; count *= 2) counts.push_back(count);
  counts.push_back(cores);
  return counts;
}

std::vector<measure::Way> ways_of(const BenchChoice& choice) {
  std::set<std::size_t> counts(choice.threads.begin(), choice.threads.end());
  if (counts.empty())
    for (const std::size_t count : usual_threads()) counts.insert(count);
  std::vector<measure::Way> ways;
  for (const std::string& executor : choice.executors)
    for (const std::size_t count : executor == "serial" ? std::set<std::size_t>{1} : counts)
      ways.push_back({executor, count});
  return ways;
}

std::vector<const measure::Work*> works_of(const BenchChoice& choice) {
  std::vector<const measure::Work*> found;
  for (const measure::Work& work : works(choice.large ? Size::large : Size::small))
    if (choice.works.empty() || std::ranges::count(choice.works, work.name) > 0)
      found.push_back(&work);
  return found;
}

std::vector<std::string> names_of_works() {
  std::vector<std::string> names;
  for (const measure::Work& work : works(Size::small)) names.emplace_back(work.name);
  return names;
}

Result<std::vector<Copying>> copy_memory(const std::vector<measure::Way>& ways) {
  std::vector<Copying> found;
  for (const measure::Way& way : ways) {
    if (way.executor != ways.front().executor) continue;
    const auto executor = parallel::make_executor(way.executor, way.threads);
    if (!executor) return executor.error();
    const auto rate = measure::copied_bytes_per_second(**executor);
    if (!rate) return rate.error();
    found.push_back({way, *rate});
  }
  return found;
}

Result<BenchReport> measure_all(const BenchChoice& choice) {
  const auto ways = ways_of(choice);
  const auto works = works_of(choice);
  BenchReport report;
  report.machine = measure::this_machine();
  report.date = fmt::format(
      "{:%Y-%m-%d}",
      fmt::localtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  auto copying = copy_memory(ways);
  if (!copying) return copying.error();
  report.copying = std::move(*copying);
  const measure::Limits limits{choice.seconds / static_cast<double>(works.size()),
                               &stop_on_interrupt()};
  const bool drawn = isatty(STDERR_FILENO) != 0;
  const auto tell = [&](const measure::Work& work, const measure::Way& way, std::size_t turn) {
    if (drawn)
      fmt::print(stderr, "\r\x1b[K{}: {}, {}, turn {} ", work.name, way.executor,
                 counted(way.threads, "thread"), turn + 1);
  };
  for (const measure::Work* work : works) {
    auto runs = measure::measure(*work, ways, limits, tell);
    if (drawn) fmt::print(stderr, "\r\x1b[K");
    if (!runs) return runs.error();
    std::ranges::move(*runs, std::back_inserter(report.runs));
  }
  return report;
}

Status compare(const BenchChoice& choice) {
  const auto comparison = compare_bench(choice.compared[0], choice.compared[1]);
  if (!comparison) return comparison.error();
  if (choice.as_json)
    print(*comparison);
  else
    print_comparison(*comparison);
  return {};
}

Status run_bench(const BenchChoice& choice) {
  if (!choice.compared.empty()) return compare(choice);
  if (Status forced = force_isa(choice.isa); !forced) return forced;
  const auto report = measure_all(choice);
  if (!report) return report.error();
  if (choice.as_json)
    print(to_json(*report));
  else if (choice.as_csv)
    fmt::print("{}", to_csv(*report));
  else
    print_for_people(*report);
  return {};
}

}  // namespace

void add_bench(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("bench", about_bench);
  const auto choice = std::make_shared<BenchChoice>();
  command->add_flag("--large", choice->large,
                    "Works of some seconds on a core, instead of some 0.1 s");
  command->add_option("--works", choice->works, "Only these works")
      ->delimiter(',')
      ->check(one_of(names_of_works()))
      ->type_name("NAME[,NAME...]");
  command
      ->add_option("--threads", choice->threads,
                   "Numbers of threads (default: 1, 2, 4 .. and all cores)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024))
      ->type_name("N[,N...]");
  command->add_option("--executor", choice->executors, "What runs the threads")
      ->delimiter(',')
      ->check(one_of({"serial", "openmp", "tbb"}))
      ->type_name("NAME[,NAME...]")
      ->capture_default_str();
  command
      ->add_option("--seconds", choice->seconds,
                   "Take turns for so long in all; every way of a work has three at least")
      ->check(seconds_of_time())
      ->type_name("S")
      ->capture_default_str();
  add_isa(*command, choice->isa);
  CLI::Option* const compared =
      command
          ->add_option("--compare", choice->compared,
                       "Measure nothing; compare two results that --json printed")
          ->expected(2)
          ->check(file_name())
          ->type_name("OLD NEW");
  CLI::Option* const json = command->add_flag("--json", choice->as_json, "One JSON object");
  command->add_flag("--csv", choice->as_csv, "A line of names, and one for each run")
      ->excludes(json)
      ->excludes(compared);
  command->footer(
      "Examples:\n"
      "  grundy bench --works euclid_nimbers,cutting_nimbers --seconds 2\n"
      "  grundy bench --works euclid_nimbers --seconds 1 --json | tee old.json\n"
      "  grundy bench --compare old.json old.json");
  command->callback([&result, choice] { result = run_bench(*choice); });
}

}  // namespace grundy::cli
