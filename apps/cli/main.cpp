// cli/main.cpp: the program `grundy`. Start reading here, then commands.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <regex>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "commands.hpp"
#include "rules/suggest.hpp"
#include "streams.hpp"

namespace grundy::cli {
namespace {

constexpr int no_status = 1;
constexpr int wrong_status = 1;
constexpr int usage_status = 2;
constexpr int system_status = 4;

// What each kind of failure means to a script.
int exit_status(Errc code) {
  switch (code) {
    case Errc::usage:
    case Errc::rules:
    case Errc::unsupported:
      return usage_status;
    case Errc::corrupt:
      return 3;
    case Errc::io:
    case Errc::memory:
      return system_status;
    case Errc::interrupted:
      return 130;
    case Errc::wrong:
      return wrong_status;
  }
  return usage_status;
}

// The libraries do not know how options are written here: to them --force is "option `force`".
std::string with_flags(const std::string& message) {
  static const std::regex option("option `([a-z-]{1,20})`");
  return std::regex_replace(message, option, "--$1");
}

int fail(const Error& error) {
  tell(fmt::format("grundy: {}\n", with_flags(error.message)));
  return exit_status(error.code);
}

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

int run(int argc, char** argv) {
  CLI::App app{
      "Solves impartial games exhaustively: write the rules in a few lines, get the nimbers,\n"
      "outcomes or remoteness of every position in a box."};
  app.name("grundy");
  app.set_version_flag("--version", "grundy " GRUNDY_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Begin with:  grundy games\n"
      "             grundy show three_pile\n"
      "             grundy solve three_pile --box 300 --value outcome -o three_pile.zarr\n"
      "             grundy value 'three_pile(3,4,5) + nim(7)'\n"
      "             grundy help solve");
  Status result;
  for (const auto add : {add_games, add_show, add_plan, add_solve, add_value, add_moves, add_play,
                         add_probe, add_info, add_export, add_count, add_graph})
    add(app, result);
  bool answer_is_no = false;
  add_verify(app, result, answer_is_no);
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

}  // namespace
}  // namespace grundy::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of write() then, told as such
  grundy::cli::hold_places_of_streams();
  try {
    return grundy::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("grundy: out of memory; ask for less, or for fewer threads\n", stderr);
  } catch (const std::system_error& error) {
    // fmt::print throws one when standard output takes no more.
    if (const auto written = grundy::cli::flush_results(); !written)
      return grundy::cli::fail(written.error());
    std::fprintf(stderr, "grundy: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "grundy: a mistake of this program, please report it: %s\n", error.what());
  }
  return grundy::cli::system_status;
}
