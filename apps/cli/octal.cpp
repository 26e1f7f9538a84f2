// cli/octal.cpp: `grundy octal sweep`, what is known of many octal games, a line each.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "run/octal_sweep.hpp"

namespace grundy::cli {
namespace {

struct OctalChoice {
  std::string action;
  std::string pattern;
  std::string heaps = "1e6";
  double seconds = 60;
  std::size_t threads = 0;
  std::optional<std::uint64_t> memory;
  std::string file;
  bool resume = false;
  bool force = false;
  std::string compare;
  std::string progress = "auto";
  bool as_csv = false;
  bool as_json = false;
};

using solve::OctalRow;

Result<std::uint64_t> heaps_of(const OctalChoice& choice) {
  const auto numbers = parse_integers(choice.heaps);
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (!numbers || numbers->size() != 1 || numbers->front() < 1 || numbers->front() > most)
    return Error{Errc::usage,
                 fmt::format("--heaps {}: expected one number from 1 to {}", choice.heaps, most)};
  return static_cast<std::uint64_t>(numbers->front());
}

// The rows of an earlier run, in the order of the codes.
Result<std::vector<OctalRow>> rows_before(const OctalChoice& choice,
                                          const std::vector<std::string>& codes) {
  std::error_code failed;
  if (choice.file.empty() || choice.force || !std::filesystem::exists(choice.file, failed))
    return std::vector<OctalRow>();
  if (!choice.resume)
    return Error{Errc::usage, fmt::format("{}: exists already; go on with it with --resume, or "
                                          "replace it with --force",
                                          choice.file)};
  const auto there = solve::read_octal_rows(choice.file);
  if (!there) return there.error();
  std::map<std::string, OctalRow> by_code;
  for (const OctalRow& row : *there) by_code[row.code] = row;
  std::vector<OctalRow> rows;
  for (const std::string& code : codes)
    if (const auto found = by_code.find(code); found != by_code.end())
      rows.push_back(found->second);
  if (rows.size() < by_code.size())
    return Error{Errc::usage,
                 fmt::format("{}: holds codes that {} does not mean; name another file",
                             choice.file, choice.pattern)};
  return rows;
}

std::string optional_text(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "";
}

void print_csv(const std::vector<OctalRow>& rows) {
  fmt::print(
      "code,heaps,kernel,period,preperiod,saltus,rare_mask,alternating,rare_heaps,last_rare,"
      "largest,"
      "p_positions,digest,seconds,like,parts_at\n");
  for (const OctalRow& row : rows) {
    const auto length = row.period ? std::to_string(row.period->length) : "";
    const auto before = row.period ? std::to_string(row.period->preperiod) : "";
    fmt::print("{},{},{},{},{},{},{},{},{},{},{},{},{},{:.3f},{},{}\n", row.code, row.heaps,
               row.kernel, length, before, row.saltus, row.mask, row.alternating ? 1 : 0, row.rares,
               optional_text(row.last_rare), row.largest, row.p_positions, row.digest, row.seconds,
               row.like, optional_text(row.parts_at));
  }
}

std::string regularity_of(const OctalRow& row) {
  if (row.period && row.saltus > 0)
    return fmt::format("grows by {} with {} heaps, from {} on (proved)", row.saltus,
                       row.period->length, row.period->preperiod);
  if (row.period)
    return fmt::format("period {} from {} on (proved)", row.period->length, row.period->preperiod);
  if (row.mask == 0) return "no period, no sparse space";
  return fmt::format("no period; {} rare, {:.2g} % of all, the last {}, mask {:#x}{}", row.rares,
                     100 * static_cast<double>(row.rares) / static_cast<double>(row.heaps),
                     row.last_rare ? grouped(*row.last_rare) : "none", row.mask,
                     row.alternating ? " in turn" : "");
}

std::string likeness_of(const OctalRow& row) {
  if (row.like.empty()) return "";
  return row.parts_at ? fmt::format("; as {} below heap {}", row.like, *row.parts_at)
                      : fmt::format("; as {}", row.like);
}

void print_for_people(const std::vector<OctalRow>& rows) {
  for (const OctalRow& row : rows)
    fmt::print("{:<7} {}: {}; largest nimber {}, {} P-positions{}\n", row.code,
               counted(row.heaps, "heap"), regularity_of(row), row.largest,
               grouped(row.p_positions), likeness_of(row));
  std::size_t periods = 0, sparse = 0;
  for (const OctalRow& row : rows) {
    periods += row.period.has_value();
    sparse += !row.period && row.mask != 0;
  }
  fmt::print("{}: {} periods proved, {} others with a sparse space, {} without\n",
             counted(rows.size(), "code"), periods, sparse, rows.size() - periods - sparse);
}

// Says what differs from an earlier sweep, on standard error. False if something does.
Result<bool> agrees(const std::string& file, const std::vector<OctalRow>& rows) {
  const auto before = solve::read_octal_rows(file);
  if (!before) return before.error();
  std::map<std::string, OctalRow> by_code;
  for (const OctalRow& row : *before) by_code[row.code] = row;
  std::size_t compared = 0, different = 0;
  for (const OctalRow& row : rows) {
    const auto found = by_code.find(row.code);
    if (found == by_code.end()) continue;
    ++compared;
    const std::string difference = solve::difference_of(found->second, row);
    if (difference.empty()) continue;
    ++different;
    fmt::print(stderr, "{}: {}\n", row.code, difference);
  }
  fmt::print(stderr, "{}: {} codes compared, {} differ\n", file, compared, different);
  return different == 0;
}

Status run_octal(const OctalChoice& choice, bool& answer_is_no) {
  const auto codes = solve::octal_codes(choice.pattern);
  if (!codes) return codes.error();
  const auto heaps = heaps_of(choice);
  if (!heaps) return heaps.error();
  auto rows = rows_before(choice, *codes);
  if (!rows) return rows.error();
  const auto executor =
      parallel::make_executor(choice.threads == 1 ? "serial" : "tbb", choice.threads);
  if (!executor) return executor.error();
  const solve::SurveyLimits limits{*heaps, choice.seconds,
                                   memory_limit(choice.memory) / (*executor)->threads()};
  Progress progress(choice.progress, choice.pattern, codes->size(), "codes");
  progress.solved() = rows->size();
  progress.solved_before() = rows->size();
  const auto keep = [&](const std::vector<OctalRow>& some) {
    progress.solved() = some.size();
    return choice.file.empty() ? Status() : solve::write_octal_rows(choice.file, some);
  };
  const auto swept =
      solve::sweep_octal(*codes, *std::move(rows), limits, **executor, &stop_on_interrupt(), keep);
  if (!swept) return swept.error();
  if (Status kept = keep(*swept); !kept) return kept;
  if (choice.as_csv)
    print_csv(*swept);
  else if (choice.as_json)
    for (const OctalRow& row : *swept) print(to_json(row));
  else
    print_for_people(*swept);
  if (choice.compare.empty()) return {};
  const auto agreed = agrees(choice.compare, *swept);
  if (!agreed) return agreed.error();
  answer_is_no = !*agreed;
  return {};
}

}  // namespace

void add_octal(CLI::App& app, Status& result, bool& answer_is_no) {
  CLI::App* command = app.add_subcommand("octal", "Periods and rare heaps of many octal games");
  const auto choice = std::make_shared<OctalChoice>();
  command->add_option("action", choice->action, "What to do: sweep")
      ->required()
      ->check(one_of({"sweep"}))
      ->type_name("sweep");
  command
      ->add_option("pattern", choice->pattern,
                   "An octal code in which a letter stands for every digit: 0.1xy")
      ->required()
      ->type_name("PATTERN");
  command->add_option("--heaps", choice->heaps, "How many heaps of each game, such as 1e7")
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--seconds", choice->seconds,
                   "Take half as many heaps of a game, until that is expected to take no longer")
      ->type_name("SECONDS")
      ->check(seconds_of_time())
      ->capture_default_str();
  command->add_option("--threads", choice->threads, "Games at a time (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  add_memory(*command, choice->memory,
             "Of all games together, such as 8G (default: what is free); more heaps are streamed");
  CLI::Option* const file =
      command
          ->add_option("-o,--output", choice->file, "Keep what is known here, a JSON line a code")
          ->check(file_name())
          ->type_name("FILE");
  CLI::Option* const force =
      command->add_flag("--force", choice->force, "Replace a file that is there")->needs(file);
  command->add_flag("--resume", choice->resume, "Only the codes that the file does not have")
      ->needs(file)
      ->excludes(force);
  command
      ->add_option("--compare", choice->compare,
                   "A file of an earlier sweep: what differs goes to standard error, and the exit "
                   "status is 1")
      ->check(file_name())
      ->type_name("FILE");
  add_progress(*command, choice->progress);
  CLI::Option* const csv = command->add_flag("--csv", choice->as_csv, "Comma-separated values");
  command->add_flag("--json", choice->as_json, "One JSON object a code")->excludes(csv);
  command->footer(
      "Examples:\n"
      "  grundy octal sweep 0.xy --heaps 1e4\n"
      "  grundy octal sweep 0.1xy --heaps 1e4 --seconds 10 -o codes.jsonl --resume");
  command->callback(
      [&result, &answer_is_no, choice] { result = run_octal(*choice, answer_is_no); });
}

}  // namespace grundy::cli
