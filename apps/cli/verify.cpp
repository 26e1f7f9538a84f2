// cli/verify.cpp: `grundy verify`, a table judged.
#include "verify/verify.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <random>

#include "base/executor.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/law/verify_law.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

constexpr double seconds_for_law = 60;

struct VerifyChoice {
  std::string table;
  std::string law;
  verify::Effort effort;
  std::optional<std::uint64_t> seed;
  std::optional<double> seconds;
  std::size_t threads = 0;
  std::optional<std::uint64_t> memory;
  std::string progress = "auto";
  bool as_json = false;
  std::string emit = "text";
};

using table::Finding;

Json to_json(const Finding& finding) {
  Json json;
  json["kind"] = to_string(finding.kind);
  json["file"] = finding.file;
  json["chunk"] = finding.chunk ? Json(*finding.chunk) : Json();
  json["position"] = finding.position ? Json(*finding.position) : Json();
  json["what"] = finding.what;
  json["stored"] = finding.stored;
  json["expected"] = finding.expected;
  return json;
}

Json to_json(const std::optional<verify::ContentsReport>& contents) {
  if (!contents) return nullptr;
  return {{"positions", contents->positions},        {"p_positions", contents->counts.p_positions},
          {"max_value", contents->counts.max_value}, {"lines", contents->lines},
          {"digest", contents->counts.digest.hex()}, {"agrees", contents->agrees}};
}

Json to_json(const std::optional<verify::DefinitionReport>& definition,
             const verify::Effort& effort) {
  if (!definition) return nullptr;
  return {{"full", effort.full},
          {"seed", effort.full ? Json() : Json(effort.seed)},
          {"asked", definition->asked},
          {"derived", definition->derived},
          {"open", definition->open},
          {"left", definition->left},
          {"options", definition->options},
          {"why_open", definition->open > 0 ? Json(definition->why_open) : Json()},
          {"proved", definition->proved},
          {"seconds", definition->seconds}};
}

Json to_json(const VerifyChoice& choice, const verify::Report& report) {
  Json json;
  json["table"] = choice.table;
  json["game"] = report.info.spec.game;
  json["ok"] = report.ok();
  json["unchecked"] = report.unchecked();
  json["damages"] = report.damages;
  json["differences"] = report.differences;
  json["files"] = {{"shards", report.files.shards},
                   {"chunks", report.files.chunks},
                   {"bytes", report.files.bytes}};
  json["contents"] = to_json(report.contents);
  json["definition"] = to_json(report.definition, choice.effort);
  json["findings"] = Json::array();
  for (const Finding& finding : report.findings) json["findings"].push_back(to_json(finding));
  return json;
}

void print_contents(const verify::ContentsReport& contents) {
  fmt::print("  contents    {}, {}: counts and digest {}\n",
             counted(contents.positions, "position"),
             counted(contents.counts.p_positions, "P-position"),
             contents.agrees ? "match" : "do NOT match");
  if (contents.lines > 0)
    fmt::print("  p_section   {} looked at\n", counted(contents.lines, "line"));
}

void print_definition(const verify::DefinitionReport& definition, const verify::Effort& effort) {
  fmt::print("  definition  {} derived from {} in {}", counted(definition.derived, "position"),
             counted(definition.options, "option"), duration(definition.seconds));
  if (!effort.full) fmt::print("; seed {}", effort.seed);
  fmt::print("\n");
  if (definition.open > 0)
    fmt::print(
        "              {} could not be derived in one step, and remain unchecked\n"
        "              {}\n",
        counted(definition.open, "position"), definition.why_open);
  if (definition.left > 0)
    fmt::print("              of {} {}, those of {}: {} not reached; --seconds allows more\n",
               grouped(definition.asked), effort.full ? "positions" : "samples",
               duration(effort.seconds), grouped(definition.left));
  if (definition.proved)
    fmt::print("              every position follows from its options: the table is proved\n");
}

void print_findings(const verify::Report& report) {
  std::uint64_t listed = 0;
  for (const Finding& finding : report.findings) {
    fmt::print("{}: {}\n", to_string(finding.kind), to_string(finding));
    listed += finding.kind != Finding::Kind::leftover;
  }
  const std::uint64_t all = report.damages + report.differences;
  if (all > listed) fmt::print(".. and {} more\n", grouped(all - listed));
}

void print_for_people(const VerifyChoice& choice, const verify::Report& report) {
  fmt::print("{}: {} of {}\n", report.info.spec.game, to_string(report.info.spec.quantity),
             size_of(report.info.spec.written(report.info.spec.box)));
  fmt::print("  files       {}, {}, {} bytes read\n", counted(report.files.shards, "shard"),
             counted(report.files.chunks, "chunk"), grouped(report.files.bytes));
  if (report.contents) print_contents(*report.contents);
  if (report.definition) print_definition(*report.definition, choice.effort);
  if (report.contents && report.differences == 0 && !report.definition)
    fmt::print("  definition  the table has no rules to derive values from: not checked\n");
  if (!report.contents) fmt::print("  values were not looked at, since files are damaged\n");
  print_findings(report);
  if (report.ok()) fmt::print("ok\n");
}

Result<verify::Report> judge(const VerifyChoice& choice, parallel::Executor& executor) {
  std::optional<Progress> progress;
  verify::Request request;
  request.table = choice.table;
  request.effort = choice.effort;
  request.memory = memory_limit(choice.memory);
  request.stop = &stop_on_interrupt();
  request.progress = [&](std::string_view pass, std::uint64_t of) {
    progress.emplace(choice.progress, std::string(pass), of);
    return &progress->solved();
  };
  return verify::run(request, executor);
}

Status expect_checked(const std::string& table, const verify::Report& report) {
  if (!report.unchecked()) return {};
  const std::string_view why = report.definition ? "no value could be derived from the rules"
                                                 : "the table has no rules to derive values from";
  return Error{Errc::unchecked,
               fmt::format("{}: unchecked: {}; --samples 0 judges its files alone", table, why)};
}

Status run_verify(VerifyChoice& choice, bool& answer_is_no) {
  if (choice.table.empty() && choice.law.empty())
    return Error{Errc::usage, "name a table, or a law by option `law`; found neither"};
  if (!choice.table.empty() && !choice.law.empty())
    return Error{Errc::usage,
                 fmt::format("name a table, or a law by option `law`; found both, {} and {}. A law "
                             "is judged by the rules in its file; `grundy plot {} --law {}` draws "
                             "it beside the table",
                             choice.table, choice.law, choice.table, choice.law)};
  if (choice.emit == "coq")
    return print_law_for_coq(choice.law, choice.seconds.value_or(seconds_for_law));
  if (!choice.law.empty())
    return verify_law(choice.law, choice.seconds.value_or(seconds_for_law), choice.as_json,
                      answer_is_no);
  if (choice.effort.full) choice.effort.seconds = std::numeric_limits<double>::infinity();
  choice.effort.seconds = choice.seconds.value_or(choice.effort.seconds);
  choice.effort.seed = choice.seed ? *choice.seed : std::random_device{}();
  const auto executor = parallel::make_executor("tbb", choice.threads);
  if (!executor) return executor.error();
  const auto report = judge(choice, **executor);
  if (!report) return report.error();
  if (choice.as_json)
    print(to_json(choice, *report));
  else
    print_for_people(choice, *report);
  if (report->damages > 0)
    return Error{Errc::corrupt,
                 fmt::format("{}: damaged, {}", choice.table, counted(report->damages, "finding"))};
  answer_is_no = report->differences > 0;
  return expect_checked(choice.table, *report);
}

}  // namespace

void add_verify(CLI::App& app, Status& result, bool& answer_is_no) {
  CLI::App* command =
      app.add_subcommand("verify", "Check a table: files, counts and, against the rules, values");
  const auto choice = std::make_shared<VerifyChoice>();
  command
      ->add_option(
          "--law", choice->law,
          "Instead of a table a law written by 'grundy law -o': prove it again, or compare "
          "it with the definition again")
      ->check(file_name())
      ->type_name("F.law");
  CLI::Option* const law = command->get_option("--law");
  command->add_option("table", choice->table, "A table written by 'grundy solve -o'")
      ->check(file_name())
      ->type_name("T.zarr");
  CLI::Option* samples = command
                             ->add_option("--samples", choice->effort.samples,
                                          "Derive N random positions from their options; 0: judge "
                                          "the files alone")
                             ->check(CLI::Range(0.0, 1e18))
                             ->capture_default_str()
                             ->type_name("N");
  command
      ->add_flag("--full", choice->effort.full,
                 "Derive every position: proves the table, and takes as long as solving by hand")
      ->excludes(samples);
  command->add_option("--seed", choice->seed, "Choose the same samples again (default: a new seed)")
      ->type_name("S");
  command
      ->add_option("--seconds", choice->seconds,
                   fmt::format("Begin no sample, and with --full no position, after this time, and "
                               "give up those that take as long again (default: {}; with --full "
                               "no end); judge no law for longer (default: {}). What was reached "
                               "is reported",
                               choice->effort.seconds, seconds_for_law))
      ->check(seconds_of_time())
      ->type_name("S");
  command->add_option("--threads", choice->threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  add_memory(*command, choice->memory,
             "Hold no more than this, but for mapped files of the table; --full copies values that "
             "fit half of it (default: what is free)");
  add_progress(*command, choice->progress);
  command->add_flag("--json", choice->as_json, "One JSON object");
  command
      ->add_option("--emit", choice->emit,
                   "What to do with a law: judge it, and print text; or print it for Coq, which "
                   "then judges it")
      ->check(one_of({"text", "coq"}))
      ->capture_default_str()
      ->needs(law)
      ->excludes("--json");
  command->footer(
      "Examples:\n"
      "  grundy verify three_pile.zarr\n"
      "  grundy verify three_pile.zarr --samples 100 --seed 1\n"
      "Exit status: 0 ok; 1 something differs from what it should be, or no value could be "
      "derived; "
      "3 files are damaged.");
  command->callback(
      [&result, &answer_is_no, choice] { result = run_verify(*choice, answer_is_no); });
}

}  // namespace grundy::cli
