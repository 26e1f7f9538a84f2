// cli/measure/bench.cpp: `grundy bench`, how fast this machine solves.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/measure/bench_compare.hpp"
#include "cli/measure/bench_machine.hpp"
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
  bool is_strict = false;
  std::optional<std::uint64_t> stream_array;
};

constexpr auto stream_name = "stream";

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
  names.emplace_back(stream_name);
  return names;
}

bool has_stream(const BenchChoice& choice) {
  return !choice.as_csv &&
         (choice.works.empty() || std::ranges::count(choice.works, stream_name) > 0);
}

// Four times the last caches, as STREAM asks, if memory allows.
std::uint64_t stream_array(const BenchChoice& choice, const Machine& machine) {
  constexpr std::uint64_t usual = std::uint64_t{256} << 20;
  if (choice.stream_array) return *choice.stream_array;
  return std::min(std::max(usual, 4 * machine.last_caches()), machine.memory / 8);
}

Result<std::vector<measure::Stream>> measure_streams(const std::vector<measure::Way>& ways,
                                                     std::uint64_t array_bytes) {
  std::vector<measure::Stream> found;
  std::set<std::size_t> counts;
  for (const measure::Way& way : ways) counts.insert(way.threads);
  for (const std::size_t threads : counts) {
    const auto stream = measure::measure_stream(threads, array_bytes);
    if (!stream) return stream.error();
    found.push_back(*stream);
  }
  return found;
}

std::string today() {
  return fmt::format(
      "{:%Y-%m-%d}",
      fmt::localtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

Result<BenchReport> measure_all(const BenchChoice& choice) {
  const auto ways = ways_of(choice);
  const Machine machine = this_machine();
  BenchReport report{machine, today(), load_average(), 0, stream_array(choice, machine), {}, {}};
  if (has_stream(choice)) {
    auto streams = measure_streams(ways, report.stream_array);
    if (!streams) return streams.error();
    report.streams = std::move(*streams);
  }
  const bool drawn = isatty(STDERR_FILENO) != 0;
  const auto tell = [&](const measure::Run& run, std::size_t turn) {
    if (drawn)
      fmt::print(stderr, "\r\x1b[Kturn {}: {}, {}, {} ", turn + 1, run.work->name, run.way.executor,
                 counted(run.way.threads, "thread"));
  };
  auto runs =
      measure::measure(works_of(choice), ways, {choice.seconds, &stop_on_interrupt()}, tell);
  if (drawn) fmt::print(stderr, "\r\x1b[K");
  if (!runs) return runs.error();
  report.runs = std::move(*runs);
  report.load_after = load_average();
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

Status run_bench(const BenchChoice& choice, bool& is_disturbed) {
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
  const auto disturbed = disturbed_rows(*report);
  if (!choice.is_strict || disturbed.empty()) return {};
  is_disturbed = true;
  fmt::print(stderr, "grundy: other work disturbed {} of this measurement:\n",
             counted(disturbed.size(), "row"));
  for (const std::string& row : disturbed) fmt::print(stderr, "{}", row);
  return {};
}

}  // namespace

void add_bench(CLI::App& app, Status& result, bool& is_disturbed) {
  CLI::App* command = app.add_subcommand("bench", about_bench);
  const auto choice = std::make_shared<BenchChoice>();
  command->add_flag("--large", choice->large,
                    "Works of some seconds on a core, instead of some 0.1 s");
  command
      ->add_option("--works", choice->works,
                   "Only these works; `stream` is the four loops of STREAM")
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
                   "Take turns for so long in all; every row has five at least")
      ->check(seconds_of_time())
      ->type_name("S")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--stream-array",
          [choice](const std::string& text) {
            const auto parsed = memory::parse_bytes(text);
            if (!parsed) throw CLI::ValidationError("--stream-array", parsed.error().message);
            choice->stream_array = *parsed;
          },
          "Size of each of STREAM's three arrays (default: four times the last caches, at most an "
          "eighth of the free memory)")
      ->type_name("BYTES");
  add_isa(*command, choice->isa);
  CLI::Option* const strict =
      command->add_flag("--strict", choice->is_strict,
                        "Exit status 5 if other work disturbed a row, with the reason");
  CLI::Option* const compared =
      command
          ->add_option("--compare", choice->compared,
                       "Measure nothing; compare two results that --json printed")
          ->expected(2)
          ->excludes(strict)
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
  command->callback(
      [&result, &is_disturbed, choice] { result = run_bench(*choice, is_disturbed); });
}

}  // namespace grundy::cli
