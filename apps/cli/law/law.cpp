// cli/law/law.cpp: `grundy law`, a law looked for.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <span>

#include "cli/commands.hpp"
#include "cli/law/emit_choice.hpp"
#include "cli/law/law_text.hpp"
#include "cli/law/proof_choice.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "law/find.hpp"
#include "law/report.hpp"
#include "table/durable_file.hpp"

namespace grundy::cli {
namespace {

struct LawChoice {
  ProofChoice proof;
  std::string value;
  EmitChoice emit;
  std::string progress = "auto";
  std::string output;
  bool force = false;
};

Result<law::Question> question_of(const LawChoice& choice) {
  auto subject = choice.proof.ask();
  if (!subject) return subject.error();
  law::Question question{*std::move(subject)};
  question.quantity = session::quantity_of_law(question, quantity_from(choice.value));
  return question;
}

Status write_certificate(const law::Question& question, const law::Found& found,
                         const std::string& path) {
  const std::string text = certificate_text(certificate_of(question, found));
  auto file = table::DurableFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(std::as_bytes(std::span(text))); !written) return written;
  return file->commit();
}

// Where there is no law.
std::string how_far(const law::Question& question, const law::Found& found) {
  switch (found.unfinished) {
    case law::Unfinished::out_of_time:
      return fmt::format("within {} s ", question.limits.seconds);
    case law::Unfinished::stopped:
      return "so far ";
    default:
      return {};
  }
}

void print_found(const law::Question& question, const law::Found& found) {
  if (found.law) {
    print_headline(question, law::in_words(question, *found.law));
    if (const auto table = law::period_table(question, *found.law))
      print_period(*table, question.rules.coordinates[0].name);
    print_standing(question, found.law->checked);
  } else {
    fmt::print("{}: no law found {}for the {}s of {}\n", question.rules.name,
               how_far(question, found), to_string(question.quantity),
               size_of(question.rules.written(found.box)));
  }
  if (found.statistics) print_statistics(*found.statistics, question.quantity);
  if (found.misere) print_misere(*found.misere);
  print_took(found.seconds);
}

Status print_code(const law::Question& question, const law::Found& found, const EmitChoice& emit) {
  if (!found.law)
    return Error{
        Errc::unsupported,
        fmt::format("no law found for the {}s of {} {}: there is nothing to emit",
                    to_string(question.quantity), question.rules.name, size_of(found.box))};
  const auto text = emit.is_coq() ? law::proof_of(question, found)
                                  : law::function_of(question, *found.law, *emit.form());
  if (!text) return text.error();
  fmt::print("{}", *text);
  return {};
}

Result<law::Found> watched(const LawChoice& choice, law::Question question) {
  Progress progress(choice.progress, question.rules.name, 0);
  question.solving.solved = &progress.solved();
  question.stage = [&](std::string stage) { progress.set_stage(std::move(stage)); };
  return law::find(question);
}

Status tell_found(const LawChoice& choice, const law::Question& question, const law::Found& found) {
  const std::string file = found.law ? choice.output : std::string();
  if (!file.empty())
    if (Status written = write_certificate(question, found, file); !written) return written;
  if (choice.emit.form() || choice.emit.is_coq()) return print_code(question, found, choice.emit);
  if (choice.proof.as_json)
    print(law::report(question, found, file));
  else
    print_found(question, found);
  if (file.empty() && !choice.output.empty())
    return Error{Errc::unsupported, fmt::format("no law found: {} is not written", choice.output)};
  return {};
}

Status run_law(const LawChoice& choice) {
  if (!choice.force && std::filesystem::exists(choice.output))
    return Error{Errc::usage,
                 fmt::format("{} is there: name another file, or add --force", choice.output)};
  const auto question = question_of(choice);
  if (!question) return question.error();
  const auto found = watched(choice, *question);
  if (!found) return found.error();
  if (Status written = tell_found(choice, *question, *found); !written) return written;
  if (found->unfinished == law::Unfinished::stopped)
    return Error{Errc::interrupted, "stopped: not all guesses were looked at"};
  return {};
}

}  // namespace

void add_law(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("law", about_law);
  const auto choice = std::make_shared<LawChoice>();
  choice->proof.add_to(*command,
                       "Guess from a part of this box, at most an eighth, and compare with all of "
                       "it (default: as much as is solved in about a second)");
  command
      ->add_option("--value", choice->value,
                   "What the law is about: nimber or outcome (default: nimbers where there are)")
      ->check(one_of({"nimber", "outcome"}));
  choice->emit.add_to(*command, true);
  CLI::Option* output = command
                            ->add_option("-o,--output", choice->output,
                                         "Write the law to this file, for 'grundy verify --law'")
                            ->check(file_name())
                            ->type_name("F.law");
  command->add_flag("--force", choice->force, "Replace F.law if it is there")->needs(output);
  add_progress(*command, choice->progress);
  command->footer(
      "Examples:\n"
      "  grundy law kiki --value outcome\n"
      "  grundy law nim3 -o nim3.law\n"
      "  grundy law kayles --emit c");
  command->callback([&result, choice] { result = run_law(*choice); });
}

}  // namespace grundy::cli
