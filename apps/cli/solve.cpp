// cli/solve.cpp: `grundy solve`, a whole box.
#include "run/solve.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "ask/session/plan_text.hpp"
#include "base/machine.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/stream.hpp"
#include "cli/text.hpp"
#include "cli/values.hpp"
#include "cli/world.hpp"
#include "kernels/isa.hpp"
#include "rules/proofs/measure.hpp"
#include "run/asked.hpp"
#include "run/description.hpp"
#include "table/info.hpp"
#include "table/reader.hpp"

namespace grundy::cli {
namespace {

const std::map<std::string, table::Store> stores{{"full", table::Store::full},
                                                 {"sorted", table::Store::sorted},
                                                 {"section", table::Store::section}};

struct SolveChoice {
  PlanChoice plan;
  std::string table;
  bool force = false;
  bool resume = false;
  double save_seconds = 10;
  std::optional<std::string> store;  // none: full
  std::string check = "auto";
  std::string progress = "auto";
  bool print_values = false;
  bool stream = false;
  bool as_json = false;
};

// What a solve was and what came of it.
struct Solved {
  const plan::Plan& plan;
  const solve::Report& report;
  const solve::CheckCount& check;
  std::string_view executor;
  std::size_t threads;
  std::string table;  // empty: none was written
  bool values_asked;
  double plan_seconds;
  double total_seconds;

  // Of this run alone. Nothing where values follow from how nimbers grow, when they are read.
  std::optional<double> per_second() const {
    if (plan.method.growth) return std::nullopt;
    return static_cast<double>(plan.positions()) * (1 - report.resumed_from) / report.seconds.solve;
  }
};

Json arithmetic_period_json(const plan::Plan& plan) {
  const auto& growth = plan.method.growth;
  if (!growth) return {};
  return {{"of", "nimber"},
          {"saltus", growth->saltus},
          {"length", growth->length},
          {"preperiod", growth->preperiod},
          {"status", "proved"}};
}

Json to_json(const Solved& solved) {
  const sweep::Statistics& statistics = solved.report.statistics;
  Json json;
  json["game"] = solved.plan.rules.name;
  json["value"] = to_string(solved.plan.quantity);
  json["convention"] = to_string(solved.plan.convention);
  json["box"] = solved.plan.rules.written(solved.plan.box.high);
  json["positions"] = statistics.positions;
  json["p_positions"] = statistics.p_positions;
  json["max_nimber"] =
      solved.plan.quantity == Quantity::nimber ? Json(statistics.max_value) : Json();
  if (solved.plan.quantity == Quantity::remoteness) json["max_remoteness"] = statistics.max_value;
  json["period"] = table::to_json(solve::period_of(solved.plan, solved.report.solution));
  json["arithmetic_period"] = arithmetic_period_json(solved.plan);
  json["digest"] = statistics.digest.hex();
  json["play_ends"] = solved.plan.descent.is_proved() ? "proved" : "checked on this box";
  if (solved.plan.rules.falls)
    json["falls"] = {{"number", rules::measure_text(solved.plan.rules)},
                     {"status", solved.plan.measure_is_proved ? "proved" : "checked on this box"}};
  json["cut_off"] = session::cut_off_json(solved.plan);
  const solve::Checked& checked = solved.report.checked;
  json["checked"] = checked.positions;
  json["unchecked"] = checked.open;
  json["why_unchecked"] = checked.open > 0 ? Json(checked.why_open) : Json();
  json["kernel"] = to_string(solved.report.solution.kernel);
  json["isa"] = kernels::isa_name();
  json["executor"] = solved.executor;
  json["threads"] = solved.threads;
  if (const auto& passes = solved.plan.method.passes) json["passes"] = passes->count;
  json["seconds"] = {
      {"plan", solved.plan_seconds},          {"solve", solved.report.seconds.solve},
      {"check", solved.report.seconds.check}, {"digest", solved.report.seconds.digest},
      {"write", solved.report.seconds.write}, {"save", solved.report.seconds.save},
      {"total", solved.total_seconds}};
  const auto per_second = solved.per_second();
  json["positions_per_second"] = per_second ? Json(*per_second) : Json();
  json["resumed_from"] = solved.report.resumed_from;
  json["peak_memory_bytes"] = memory::peak_memory();
  json["table"] = solved.table.empty() ? Json() : Json(solved.table);
  if (solved.values_asked) {
    json["origin"] = solved.plan.rules.written(solved.plan.box.low);
    json["values"] = values_json(solved.plan, solved.report.solution);
  }
  return json;
}

// Of a sample it does not matter which positions it left out, unless it left out all.
void print_checked(const solve::Checked& checked, const solve::CheckCount& asked) {
  fmt::print("  checked      {}\n", counted(checked.positions, "position"));
  if (checked.open > 0 && (asked || checked.positions == 0))
    fmt::print("  unchecked    {}: {}\n", counted(checked.open, "position"), checked.why_open);
}

void print_for_people(const Solved& solved) {
  const plan::Plan& plan = solved.plan;
  const sweep::Statistics& statistics = solved.report.statistics;
  fmt::print("{}: {} of {}{}\n", plan.rules.name, to_string(plan.quantity),
             size_of(plan.rules.written(plan.box)),
             plan.convention == Convention::misere ? ", misere play" : "");
  if (!plan.inside.is_all())
    fmt::print("  positions    {}, where {}\n", grouped(statistics.positions), plan.inside.text());
  fmt::print("  P-positions  {}\n", grouped(statistics.p_positions));
  if (plan.quantity != Quantity::outcome)
    fmt::print("  largest      {} {}\n", to_string(plan.quantity), statistics.max_value);
  if (const auto period = solve::period_of(plan, solved.report.solution))
    fmt::print("  period       {}\n", period_text(*period, plan.box));
  if (const auto& growth = plan.method.growth)
    fmt::print("  growth       by {} with {} heaps, from {} on, for all heaps\n", growth->saltus,
               growth->length, plan.box.low[0] + static_cast<std::int64_t>(growth->preperiod));
  fmt::print("  digest       {}\n", statistics.digest.hex());
  if (const std::string measure = rules::measure_text(plan.rules); !measure.empty())
    fmt::print("  play ends    {} falls, {}\n", measure,
               plan.measure_is_proved ? "proved" : "checked on this box");
  else if (!plan.descent.is_proved())
    fmt::print("  play ends    checked on this box\n");
  if (const std::string cut = session::what_is_cut_off(plan); !cut.empty())
    fmt::print("  cut off      {}\n", cut);
  print_checked(solved.report.checked, solved.check);
  const auto per_second = solved.per_second();
  fmt::print("  solved in    {} ({}kernel {}, {}, {})\n", duration(solved.report.seconds.solve),
             per_second ? rate(*per_second) + " positions/s; " : "",
             to_string(solved.report.solution.kernel), solved.executor,
             counted(solved.threads, "thread"));
  if (solved.report.resumed_from > 0)
    fmt::print("  resumed      with {:.1f} % done before\n", 100 * solved.report.resumed_from);
  fmt::print("  peak memory  {}\n", memory::format_bytes(memory::peak_memory()));
  if (!solved.table.empty())
    fmt::print("  table        {} (written in {})\n", solved.table,
               duration(solved.report.seconds.write));
  if (solved.values_asked || are_printed_unasked(plan)) print_values(plan, solved.report.solution);
}

std::optional<solve::Output> output_of(const SolveChoice& choice) {
  if (choice.table.empty()) return std::nullopt;
  return solve::Output{choice.table, choice.force, stores.at(choice.store.value_or("full")),
                       choice.resume, choice.save_seconds};
}

Result<solve::Report> compute(const SolveChoice& choice, const solve::CheckCount& check,
                              const plan::Plan& plan, parallel::Executor& executor) {
  solve::Written written;
  Progress progress(choice.progress, plan.rules.name, plan.solved_positions());
  progress.follow_with("writing", "shards", written.stored, written.shards);
  solve::Options options;
  options.written = &written;
  options.stop = &stop_on_interrupt();
  options.solved = &progress.solved();
  options.solved_before = &progress.solved_before();
  options.program_version = GRUNDY_VERSION;
  options.output = output_of(choice);
  options.check = check;
  return solve::run(plan, executor, options);
}

// A bit a position, copied, packed and written on two threads (docs/performance.md).
constexpr double seconds_a_cell = 1.5e-10;
constexpr double worth_a_question = 60;

// Whether a table takes long to write that has a short form: which of the two is for the user to
// say.
Status check_size(const SolveChoice& choice, const plan::Plan& plan) {
  const bool has_short_form =
      plan.quantity == Quantity::outcome && plan.section_axis && plan.box.dimensions() > 1;
  const double seconds = static_cast<double>(plan.positions()) * seconds_a_cell;
  if (choice.table.empty() || choice.store || !has_short_form || seconds < worth_a_question)
    return {};
  const auto lines =
      plan.positions() / static_cast<std::uint64_t>(plan.box.extent(*plan.section_axis));
  return Error{
      Errc::usage,
      fmt::format("{}: to write all {} outcomes would take about {}; name `--store "
                  "section` to keep the P-position of each of {} lines instead, or "
                  "`--store full` for all",
                  choice.table, grouped(plan.positions()), duration(seconds), grouped(lines))};
}

// Whether --resume finds the table finished, which is then said.
Result<bool> is_finished(const SolveChoice& choice, const plan::Plan& plan) {
  if (!choice.resume) return false;
  const auto finished = solve::is_finished(plan, *output_of(choice), GRUNDY_VERSION);
  if (!finished || !*finished) return finished;
  if (!choice.as_json) {
    fmt::print("{} holds this table already, finished: nothing is left to do\n", choice.table);
    return true;
  }
  const auto table = table::Table::open(choice.table);
  if (!table) return table.error();
  const table::TableResult& result = table->info().result;
  print(Json{{"game", plan.rules.name},
             {"p_positions", result.p_positions},
             {"digest", result.digest},
             {"table", choice.table},
             {"already_finished", true}});
  return true;
}

// A rank that is not the first one solves its part, and has nothing to say.
Status take_part(const SolveChoice& choice, const solve::CheckCount& check,
                 const Result<plan::Plan>& plan) {
  const auto part = [&]() -> Status {
    if (!plan) return plan.error();
    const auto executor = solve::make_executor(*plan, choice.plan.executor);
    if (!executor) return executor.error();
    const auto report = compute(choice, check, *plan, **executor);
    return report ? Status() : Status(report.error());
  };
  const Status done = part();
  if (!done)
    world()->fail(
        {done.error().code, fmt::format("rank {}: {}", world()->rank(), done.error().message)});
  return done;
}

// A table is a folder. Names of files are refused that only `grundy export` writes.
Status check_table_name(const std::filesystem::path& table) {
  static const std::map<std::string, std::string> formats{
      {".csv", "csv"},   {".npy", "npy"},   {".png", "png"},    {".h5", "hdf5"},
      {".hdf5", "hdf5"}, {".txt", "bfile"}, {".bfile", "bfile"}};
  const auto format = formats.find(table.extension());
  if (format == formats.end()) return {};
  std::filesystem::path folder = table;
  folder.replace_extension(".zarr");
  return Error{Errc::usage,
               fmt::format("-o {}: a table is a folder, such as {}; then grundy export {} --format "
                           "{} -o {}",
                           table.string(), folder.string(), folder.string(), format->second,
                           table.string())};
}

Status run_solve(const SolveChoice& choice) {
  const Stopwatch watch;
  if (choice.stream)
    return run_stream({choice.plan, choice.table, choice.force, choice.resume, choice.save_seconds,
                       choice.progress, choice.as_json});
  if (Status s = check_table_name(choice.table); !s) return s;
  const auto check = solve::check_count_from(choice.check);
  if (!check) return check.error();
  const auto plan = choice.plan.plan(choice.table, /*solved_here=*/true);
  if (world() && world()->rank() > 0) return take_part(choice, *check, plan);
  if (!plan) return plan.error();
  if (choice.print_values)
    if (Status s = check_printable(*plan); !s) return s;
  if (Status s = check_size(choice, *plan); !s) return s;
  const auto finished = is_finished(choice, *plan);
  if (!finished) return finished.error();
  if (*finished) {
    if (world()) world()->fail({Errc::interrupted, "rank 0 has nothing to do"});
    return {};
  }
  const auto executor = solve::make_executor(*plan, choice.plan.executor);
  if (!executor) return executor.error();
  const double plan_seconds = watch.seconds();
  const auto report = compute(choice, *check, *plan, **executor);
  if (!report) return report.error();
  const Solved solved{*plan,
                      *report,
                      *check,
                      (*executor)->name(),
                      (*executor)->threads(),
                      choice.table,
                      choice.print_values,
                      plan_seconds,
                      watch.seconds()};
  if (choice.as_json)
    print(to_json(solved));
  else
    print_for_people(solved);
  return solve::expect_checked(report->checked, *check);
}

}  // namespace

void add_solve(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("solve", "Compute every position of a box");
  const auto choice = std::make_shared<SolveChoice>();
  choice->plan.add_to(*command);
  choice->plan.add_ranks_to(*command, 64,
                            "As that many ranks of a cluster would solve it, all in this process "
                            "and with a part of its threads each");
  CLI::Option* const output =
      command->add_option("-o,--output", choice->table, "Write the table to this directory")
          ->check(file_name())
          ->type_name("T.zarr");
  CLI::Option* const force =
      command->add_flag("--force", choice->force, "Replace a table that is there")->needs(output);
  CLI::Option* const resume =
      command
          ->add_flag(
              "--resume", choice->resume,
              "Go on with the table there if it is unfinished, from the state that was saved")
          ->needs(output)
          ->excludes(force);
  command
      ->add_option("--save-every", choice->save_seconds,
                   "Save the state after this time, and not before 25 times as long as that took "
                   "have passed")
      ->type_name("SECONDS")
      ->check(seconds_of_time())
      ->capture_default_str();
  command
      ->add_option("--store", choice->store,
                   "full: every position has a cell; sorted: of symmetric coordinates only the "
                   "sorted positions, in a fraction of the space; section: of outcomes only "
                   "p_section, the one P-position on each line")
      ->check(one_of({"full", "sorted", "section"}))
      ->default_str("full");
  command
      ->add_option("--check", choice->check,
                   "Derive N positions again, by the definition, before the result is reported: a "
                   "number, all or none; auto: as many as 20 ms or 3 % of the solving time allow")
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_flag("--print", choice->print_values,
                 "Show the values, of at most 10,000 positions: a list, or grids; with --json as "
                 "the key `values`. Without it, lists up to 50 and grids up to 20 x 20 are shown")
      ->excludes(resume);
  command
      ->add_flag("--stream", choice->stream,
                 "Nimbers of a heap game with few rare heaps, such as an octal code, in 100 MB or "
                 "--memory, however many: they are counted and not kept. -o FILE saves the state")
      ->excludes("--store")
      ->excludes("--check")
      ->excludes("--print");
  add_progress(*command, choice->progress);
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy solve wythoff --box 9\n"
      "  grundy solve three_pile --box 300 --value outcome -o three_pile.zarr\n"
      "  grundy solve subtraction --param S=2,5 --box 1000\n"
      "  grundy solve 0.6 --box 1e6 --stream -o officers.stream");
  command->callback([&result, choice] { result = run_solve(*choice); });
}

}  // namespace grundy::cli
