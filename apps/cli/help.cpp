#include "cli/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace grundy::cli {
namespace {

constexpr std::size_t columns_of_help = 80;
constexpr std::size_t of_options = 24;  // columns for names
constexpr std::size_t of_subcommands = 12;

// "png    two axes as a picture" goes on below "two".
std::size_t hanging(std::string_view line) {
  const auto gap = line.find("  ");
  const auto text = line.find_first_not_of(' ', gap);
  return gap == std::string_view::npos || text == std::string_view::npos ? 0 : text;
}

void wrap(std::string_view line, std::size_t width, std::vector<std::string>& lines) {
  const std::string indent(hanging(line), ' ');
  std::string rest(line);
  while (rest.size() > width) {
    auto end = rest.rfind(' ', width);
    if (end == std::string::npos || end <= indent.size()) end = rest.find(' ', width);
    if (end == std::string::npos) break;
    lines.push_back(rest.substr(0, end));
    rest = indent + rest.substr(end + 1);
  }
  lines.push_back(rest);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    wrap(text.substr(0, end), width, lines);
    text.remove_prefix(end + 1);
  }
  wrap(text, width, lines);
  return lines;
}

// The name, and what it is beside it; below it if the name is long.
std::string entry(const std::string& name, std::string_view text, std::size_t indent) {
  std::string out = "  " + name;
  const std::string next_line = "\n" + std::string(indent, ' ');
  if (text.empty()) return out + "\n";
  out += out.size() + 2 <= indent ? std::string(indent - out.size(), ' ') : next_line;
  return out + fmt::format("{}\n", fmt::join(wrapped(text, columns_of_help - indent), next_line));
}

}  // namespace

Taken taken_by(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return {};
  const std::string type = option.get_type_name();
  const auto open = type.find(":{");
  const auto close = type.find('}', open);
  Taken taken{type.substr(0, type.find(':')), {}};
  if (open != std::string::npos && close != std::string::npos)
    taken.choices = CLI::detail::split(type.substr(open + 2, close - open - 2), ',');
  return taken;
}

std::string Help::make_option(const CLI::Option* option, bool is_positional) const {
  constexpr std::size_t most_beside = 5;
  const Taken taken = taken_by(*option);
  const bool is_listed = taken.choices.empty() || taken.choices.size() > most_beside;
  const std::string value =
      is_listed ? taken.name : fmt::format("{}", fmt::join(taken.choices, "|"));
  std::string name = is_positional ? option->get_name() : option->get_name(false, true);
  if (!value.empty()) name = is_positional ? value : name + " " + value;
  std::string text = option->get_description();
  if (taken.choices.size() > most_beside && text.find('\n') == std::string::npos)
    text += fmt::format(": {}", fmt::join(taken.choices, ", "));
  if (!option->get_default_str().empty() && option->get_type_size() != 0)
    text += fmt::format(" (default: {})", option->get_default_str());
  return entry(name, text, of_options);
}

std::string Help::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description(), of_subcommands);
}

std::string Help::make_description(const CLI::App* command) const {
  const std::string text = command->get_description();
  if (text.empty()) return {};
  return fmt::format("{}\n", fmt::join(wrapped(text, columns_of_help), "\n"));
}

std::string Help::make_footer(const CLI::App* command) const {
  std::string out;
  std::istringstream lines(command->get_footer());
  for (std::string line; std::getline(lines, line);)
    out += line.starts_with("  ")
               ? line + "\n"
               : fmt::format("{}\n", fmt::join(wrapped(line, columns_of_help), "\n"));
  return out;
}

}  // namespace grundy::cli
