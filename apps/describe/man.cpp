// Pages for man(1): one of the program and one of each subcommand.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "describe.hpp"

namespace grundy::describe {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (result.empty() || result.back() == '\n')
      if (c == '.' || c == '\'') result += R"(\&)";
    if (c == '\\') {
      result += R"(\e)";
    } else {
      if (c == '-') result += '\\';
      result += c;
    }
  }
  return result;
}

std::string bold(const std::string& text) {
  return fmt::format(R"(\fB{}\fR)", escaped(text));
}

std::string italic(const std::string& text) {
  return fmt::format(R"(\fI{}\fR)", escaped(text));
}

// Lines that are to stay as they are.
std::string verbatim(const std::string& text) {
  return fmt::format(".nf\n{}\n.fi\n", escaped(text));
}

std::string paragraph(const std::string& text) {
  return text.find("\n ") == std::string::npos ? escaped(text) + '\n' : verbatim(text);
}

std::string values_of(const Option& option) {
  if (option.choices.empty()) return italic(option.value);
  std::vector<std::string> words;
  for (const std::string& choice : option.choices) words.push_back(bold(choice));
  return fmt::format("{}", fmt::join(words, "|"));
}

std::string entry(const Option& option) {
  std::vector<std::string> heads;
  for (const std::string& flag : option.flags) heads.push_back(bold(flag));
  std::string head = fmt::format("{}", fmt::join(heads, ", "));
  if (!option.value.empty()) head += (head.empty() ? "" : " ") + values_of(option);
  std::string result = fmt::format(".TP\n{}\n{}", head, paragraph(option.text));
  if (!option.preset.empty()) result += fmt::format("(default: {})\n", escaped(option.preset));
  return result;
}

std::string synopsis(const Commands& commands, const Command& command) {
  const bool whole = &command == &commands.front();
  std::string result = whole ? bold("grundy") : bold("grundy " + command.name);
  result += " [" + italic("OPTIONS") + "]";
  if (whole) result += " " + italic("SUBCOMMAND");
  for (const Option& positional : command.positionals)
    result += " " + italic(positional.value) + (positional.repeats ? " ..." : "");
  return result;
}

constexpr const char* exit_status = R"(.SH EXIT STATUS
0: done; 1: the answer is "no"; 2: wrong usage or rules; 3: bad or damaged data;
4: out of memory or disk; 5: a measurement was disturbed (bench --strict);
130: interrupted.
)";

}  // namespace

std::string man_page(const Commands& commands, const Command& command) {
  const bool whole = &command == &commands.front();
  const std::string title = whole ? "grundy" : "grundy-" + command.name;
  std::string upper = title;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string summary = whole ? "solves impartial games exhaustively" : command.text;
  std::string page = fmt::format(
      ".TH {} 1 \"\" \"grundy {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}\n",
      upper, GRUNDY_VERSION, escaped(title), escaped(summary), synopsis(commands, command));
  if (whole) {
    page += fmt::format(".SH DESCRIPTION\n{}\n.SH SUBCOMMANDS\n", escaped(command.text));
    for (auto other = commands.begin() + 1; other != commands.end(); ++other)
      page += fmt::format(".TP\n{}(1)\n{}\n", bold("grundy-" + other->name), escaped(other->text));
  }
  page += ".SH OPTIONS\n";
  for (const Option& option : command.positionals) page += entry(option);
  for (const Option& option : command.options) page += entry(option);
  page += ".SH EXAMPLES\n" + verbatim(command.footer) + exit_status + ".SH SEE ALSO\n";
  return page + (whole ? R"(\fBgrundy SUBCOMMAND \-\-help\fR)" : R"(\fBgrundy\fR(1))") + "\n";
}

}  // namespace grundy::describe
