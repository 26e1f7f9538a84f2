#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <utility>

#include "ask/expression.hpp"
#include "base/machine.hpp"
#include "cli/world.hpp"
#include "kernels/isa.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/parser.hpp"
#include "run/asked.hpp"

namespace grundy::cli {

Status force_isa(const std::string& name) {
  if (name.empty() || kernels::force_isa(name)) return {};
  return Error{Errc::usage, fmt::format("no SIMD target of this CPU is called '{}'; there are {}",
                                        name, fmt::join(kernels::isa_names(), ", "))};
}

void add_isa(CLI::App& command, std::string& isa) {
  command
      .add_option("--isa", isa,
                  "SIMD instructions to use (default: the widest that this CPU has); the same as "
                  "GRUNDY_ISA in the environment")
      ->envname("GRUNDY_ISA")
      ->type_name("NAME");
}

void add_rules(CLI::App& command, std::vector<std::string>& sources) {
  command
      .add_option(
          "--rules", sources,
          "Also know the games of this file, or of this text, which begins with `game`; may "
          "be given several times")
      ->check(file_name())
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void GameChoice::add_to(CLI::App& command) {
  command
      .add_option("game", game,
                  "A game of the catalogue (see 'grundy games'), a .game file, or an octal or "
                  "hexadecimal code such as 0.137")
      ->required()
      ->type_name("GAME");
  add_rules(command, rules_files);
  command
      .add_option(
          "--param", parameters,
          "Set a parameter of the game: m=3, S=2,5 for a set or an array, or S=@FILE for the "
          "numbers in a file")
      ->type_name("K=V")
      ->allow_extra_args(false);
}

namespace {

// Longer files are not read to their end. What is too long for a set or an array is refused later.
constexpr std::size_t most_numbers = std::size_t{1} << 20;

// The integers of a file, with blanks, commas or line ends between them, as a list.
Result<std::string> list_from(const std::string& file) {
  std::ifstream in(file);
  if (!in) return Error{Errc::io, fmt::format("cannot open the file of numbers '{}'", file)};
  std::string list;
  std::string line;
  std::size_t count = 0;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      std::int64_t value = 0;
      const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (failure != std::errc() || end != word.data() + word.size())
        return Error{Errc::usage, fmt::format("{}:{}: '{}' is not an integer", file, number,
                                              rules::excerpt(word))};
      if (++count > most_numbers)
        return Error{Errc::usage,
                     fmt::format("{}:{}: more than {} numbers", file, number, most_numbers)};
      list += fmt::format("{}{}", list.empty() ? "" : ",", value);
    }
  }
  if (in.bad()) return Error{Errc::io, fmt::format("cannot read the file of numbers '{}'", file)};
  if (list.empty()) return Error{Errc::usage, fmt::format("{}: there are no numbers", file)};
  return list;
}

// NAME=@FILE with the numbers of the file.
Result<std::string> with_numbers(const std::string& parameter) {
  const auto at = parameter.find("=@");
  if (at == std::string::npos) return parameter;
  const auto list = list_from(parameter.substr(at + 2));
  if (!list) return list.error();
  return parameter.substr(0, at + 1) + "{" + *list + "}";
}

}  // namespace

Result<rules::Rules> GameChoice::load() const {
  rules::Parameters overrides;
  for (const std::string& text : parameters) {
    const auto parameter = with_numbers(text);
    if (!parameter) return parameter.error();
    if (Status s = rules::add_override(overrides, *parameter); !s) return s.error();
  }
  if (rules_files.empty()) return rules::load(game, overrides);
  auto games = rules::load_all(rules_files);
  if (!games) return games.error();
  return query::catalogue_and(*std::move(games))(game, overrides);
}

void PlanChoice::add_to(CLI::App& command) {
  game.add_to(command);
  command
      .add_option("--box", box,
                  "The highest value of each coordinate, inclusive: 10,20,30 or 10x20x30; one "
                  "number, such as 300 or 1e6, stands for all")
      ->required()
      ->type_name("N[,N...]");
  command
      .add_option("--value", value,
                  "What to compute: outcome, nimber or remoteness (default: nimber, under misere "
                  "play outcome)")
      ->check(one_of({"outcome", "nimber", "remoteness"}));
  command.add_flag("--misere", misere, "The player who cannot move wins");
  command.add_option("--threads", threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--executor", executor, "What runs the threads: serial, openmp or tbb")
      ->check(one_of({"serial", "openmp", "tbb"}))
      ->capture_default_str();
  command
      .add_option(
          "--kernel", kernel,
          fmt::format("How positions are solved: auto, {}", fmt::join(plan::kernel_names(), ", ")))
      ->capture_default_str();
  add_isa(command, isa);
  add_memory(command, memory,
             "Refuse what needs more memory than this, such as 8G (default: what is free)");
  command
      .add_option("--passes", passes,
                  "Nimbers of rays: how often to go through the box, with a part of the working "
                  "memory and the values in a scratch file; auto: as few times as --memory allows")
      ->type_name("N|auto")
      ->capture_default_str();
  command
      .add_option("--scratch", scratch,
                  "The folder of the scratch file, which has no name there (default: that of the "
                  "table, or the one for temporary files)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
}

void PlanChoice::add_ranks_to(CLI::App& command, int most, const std::string& help) {
  command.add_option("--ranks", ranks, help)->check(CLI::Range(1, most))->capture_default_str();
}

Result<plan::Plan> PlanChoice::plan(const std::filesystem::path& table, bool solved_here) const {
  if (world() && ranks != 1)
    return Error{Errc::usage, fmt::format("--ranks {}: a job of MPI has the ranks that mpirun "
                                          "starts, {} here; leave out --ranks",
                                          ranks, world()->ranks())};
  if (const Status forced = force_isa(isa); !forced) return forced.error();
  auto rules = game.load();
  if (!rules) return rules.error();
  const auto high = parse_box(box, *rules);
  if (!high) return high.error();
  solve::Asked asked;
  asked.high = *high;
  asked.quantity = quantity_from(value);
  if (misere) asked.convention = Convention::misere;
  asked.kernel = kernel;
  asked.executor = executor;
  asked.threads = threads;
  asked.memory_limit = memory_limit(memory);
  const auto in_passes = solve::passes_from(passes, scratch, table);
  if (!in_passes) return in_passes.error();
  asked.passes = *in_passes;
  asked.ranks = {world() ? world()->ranks() : ranks, world(),
                 world() || !solved_here ? 1 : static_cast<std::size_t>(ranks)};
  asked.on_this_machine = solved_here || ranks == 1;
  return solve::make_plan(asked, *std::move(rules));
}

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string listed = fmt::format("{}", fmt::join(words, ","));
  return {[words = std::move(words)](std::string& text) -> std::string {
            if (std::ranges::find(words, text) != words.end()) return {};
            const std::string meant = rules::did_you_mean(text, {words.begin(), words.end()});
            return fmt::format("expected {}, found '{}'{}{}", fmt::join(words, ", "), text,
                               meant.empty() ? "" : "; ", meant);
          },
          "{" + listed + "}"};
}

CLI::Validator file_name() {
  return {
      [](std::string& text) {
        return std::string(text.empty() ? "expected the name of a file, found an empty text" : "");
      },
      ""};
}

CLI::Validator seconds_of_time() {
  return {[](std::string& text) {
            constexpr double most = 1e6;
            double seconds = 0;
            const bool taken =
                CLI::detail::lexical_cast(text, seconds) && seconds >= 0 && seconds <= most;
            return taken ? std::string()
                         : fmt::format("expected seconds, from 0 to {}, found '{}'", most, text);
          },
          ""};
}

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_brackets(std::string_view text) {
  text = without_blanks(text);
  const bool is_in_brackets = text.size() >= 2 && ((text.front() == '(' && text.back() == ')') ||
                                                   (text.front() == '[' && text.back() == ']'));
  return is_in_brackets ? text.substr(1, text.size() - 2) : text;
}

// The integer at the front of the text, which goes. Of "1e6" and "2.5e3", too.
std::optional<std::int64_t> take_integer(std::string_view& text) {
  std::int64_t value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [next, failure] = std::from_chars(begin, end, value);
  const bool goes_on = next != end && (*next == 'e' || *next == 'E' || *next == '.');
  if (failure != std::errc()) return std::nullopt;
  if (!goes_on) {
    text.remove_prefix(static_cast<std::size_t>(next - begin));
    return value;
  }
  constexpr double most = 0x1p53;  // doubles are exact up to here
  double real = 0;
  const auto [after, wrong] = std::from_chars(begin, end, real);
  if (wrong != std::errc() || std::abs(real) > most || real != std::floor(real))
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(after - begin));
  return static_cast<std::int64_t>(real);
}

}  // namespace

Result<std::vector<std::int64_t>> parse_integers(std::string_view text) {
  std::vector<std::int64_t> integers;
  for (std::string_view rest = without_blanks(without_brackets(text)); !rest.empty();) {
    if (!integers.empty() && rest.front() == ',') rest = without_blanks(rest.substr(1));
    const auto value = take_integer(rest);
    if (!value || !(rest.empty() || rest.front() == ',' || is_blank(rest.front())))
      return Error{Errc::usage, fmt::format("'{}' is not a list of integers such as 3,4,5", text)};
    integers.push_back(*value);
    rest = without_blanks(rest);
  }
  return integers;
}

Result<std::vector<std::int64_t>> parse_box(const std::string& text, const rules::Rules& rules) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  std::string with_commas = is_hexadecimal ? "" : text;
  std::ranges::replace_if(
      with_commas, [](char c) { return c == 'x' || c == 'X'; }, ',');
  auto high = parse_integers(with_commas);
  if (!high || is_hexadecimal)
    return Error{Errc::usage, fmt::format("--box {}: expected one number, such as 300, or one for "
                                          "each coordinate, such as 10,20,30",
                                          text)};
  if (high->size() == 1) high->resize(rules.written_dimensions(), high->front());
  return high;
}

void add_progress(CLI::App& command, std::string& mode) {
  command
      .add_option("--progress", mode,
                  "auto: a live line on a terminal; json: one object a second on stderr; none")
      ->check(one_of({"auto", "json", "none"}))
      ->capture_default_str();
}

void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--memory",
          [&bytes](const std::string& text) {
            const auto parsed = memory::parse_bytes(text);
            if (!parsed) throw CLI::ValidationError("--memory", parsed.error().message);
            bytes = *parsed;
          },
          help)
      ->type_name("BYTES");
}

std::uint64_t memory_limit(std::optional<std::uint64_t> bytes) {
  if (bytes) return *bytes;
  return world() ? memory_of_rank() : memory::available_memory();
}

}  // namespace grundy::cli
