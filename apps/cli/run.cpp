#include "cli/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/help.hpp"
#include "cli/streams.hpp"
#include "rules/language/diagnostics.hpp"

namespace grundy::cli {
namespace {

constexpr int no_status = 1;
constexpr int usage_status = 2;
constexpr int disturbed_status = 5;

// `grundy help solve` is `grundy solve --help`.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words[0] != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

Status check_subcommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::ranges::find(names, word) != names.end()) return {};
  const std::string meant = rules::did_you_mean(word, names);
  return Error{Errc::usage,
               fmt::format("there is no subcommand `{}`; {}", word,
                           meant.empty() ? "grundy --help lists those that there are" : meant)};
}

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The parser would name what is missing before what is misspelled.
Status check_options(const CLI::App& command, const std::vector<std::string>& words) {
  const std::vector<std::string> known = long_options(command);
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!word.starts_with("--")) continue;
    const std::string name = word.substr(0, word.find('='));
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string meant = rules::did_you_mean(name, {known.begin(), known.end()});
    return Error{Errc::usage, fmt::format("grundy {} has no `{}`; {}", command.get_name(), name,
                                          meant.empty() ? fmt::format("grundy {} --help lists them",
                                                                      command.get_name())
                                                        : meant)};
  }
  return {};
}

Status check_names(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-')) return {};
  if (Status known = check_subcommand(app, words[0]); !known) return known;
  return check_options(*app.get_subcommand(words[0]), words);
}

std::string message_of(const CLI::App* app, const CLI::Error& error) {
  std::string name = "grundy";
  for (const CLI::App* command : app->get_subcommands()) name += " " + command->get_name();
  return fmt::format("grundy: {}\n{} --help says more\n", error.what(), name);
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app;
  app.formatter(std::make_shared<Help>());
  app.failure_message(message_of);
  Status result;
  bool answer_is_no = false;
  bool is_disturbed = false;
  add_all(app, result, answer_is_no, is_disturbed);
  std::vector<std::string> words = arguments(argc, argv);
  if (words.empty()) {
    tell(app.help());
    return usage_status;
  }
  if (const Status known = check_names(app, words); !known) return fail(known.error());
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) != 0) return usage_status;
  }
  if (!result) return fail(result.error());
  if (const Status written = flush_results(); !written) return fail(written.error());
  if (is_disturbed) return disturbed_status;
  return answer_is_no ? no_status : 0;
}

}  // namespace grundy::cli
