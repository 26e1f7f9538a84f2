#include "cli/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/streams.hpp"
#include "rules/language/diagnostics.hpp"

namespace grundy::cli {
namespace {

constexpr int no_status = 1;
constexpr int usage_status = 2;

// `grundy help solve` is `grundy solve --help`.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words[0] != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

Status check_subcommand(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-')) return {};
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::ranges::find(names, words[0]) != names.end()) return {};
  const std::string meant = rules::did_you_mean(words[0], names);
  return Error{Errc::usage,
               fmt::format("there is no subcommand `{}`; {}", words[0],
                           meant.empty() ? "grundy --help lists those that there are" : meant)};
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app;
  Status result;
  bool answer_is_no = false;
  add_all(app, result, answer_is_no);
  std::vector<std::string> words = arguments(argc, argv);
  if (const Status known = check_subcommand(app, words); !known) return fail(known.error());
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) != 0) return usage_status;
  }
  if (!result) return fail(result.error());
  if (const Status written = flush_results(); !written) return fail(written.error());
  return answer_is_no ? no_status : 0;
}

}  // namespace grundy::cli
