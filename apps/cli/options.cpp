#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "ask/expression.hpp"
#include "base/machine.hpp"
#include "cli/world.hpp"
#include "kernels/isa.hpp"
#include "rules/language/catalogue.hpp"
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

void add_rules(CLI::App& command, std::string& file) {
  command.add_option("--rules", file, "Also know the games of this file")
      ->check(file_name())
      ->type_name("FILE");
}

void GameChoice::add_to(CLI::App& command) {
  command
      .add_option("game", game,
                  "A game of the catalogue (see 'grundy games'), a .game file, or an octal or "
                  "hexadecimal code such as 0.137")
      ->required()
      ->type_name("GAME");
  add_rules(command, rules_file);
  command.add_option("--param", parameters, "Set a parameter of the game: m=3, or S=2,5 for a set")
      ->type_name("K=V")
      ->allow_extra_args(false);
}

Result<rules::Rules> GameChoice::load() const {
  rules::Parameters overrides;
  for (const std::string& text : parameters)
    if (Status s = rules::add_override(overrides, text); !s) return s.error();
  if (rules_file.empty()) return rules::load(game, overrides);
  auto games = rules::load_file(rules_file);
  if (!games) return games.error();
  return query::catalogue_and(*std::move(games))(game, overrides);
}

void PlanChoice::add_to(CLI::App& command) {
  game.add_to(command);
  command
      .add_option("--box", box,
                  "The highest value of each coordinate, inclusive; one number stands for all")
      ->required()
      ->type_name("N[,N...]");
  command
      .add_option("--value", value,
                  "What to compute: outcome, nimber or remoteness (default: nimber, under misere "
                  "play outcome)")
      ->check(CLI::IsMember({"outcome", "nimber", "remoteness"}));
  command.add_flag("--misere", misere, "The player who cannot move wins");
  command.add_option("--threads", threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--executor", executor, "What runs the threads: serial, openmp or tbb")
      ->check(CLI::IsMember({"serial", "openmp", "tbb"}))
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

Result<std::vector<std::int64_t>> parse_integers(std::string_view text) {
  std::vector<std::int64_t> integers;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip_blanks = [&] {
    while (at != end && is_blank(*at)) ++at;
  };
  for (skip_blanks(); at != end; skip_blanks()) {
    if (!integers.empty() && *at == ',') {
      ++at;
      skip_blanks();
    }
    std::int64_t value = 0;
    const auto [next, failure] = std::from_chars(at, end, value);
    if (failure != std::errc() || (next != end && *next != ',' && !is_blank(*next)))
      return Error{Errc::usage, fmt::format("'{}' is not a list of integers such as 3,4,5", text)};
    integers.push_back(value);
    at = next;
  }
  return integers;
}

Result<std::vector<std::int64_t>> parse_box(const std::string& text, const rules::Rules& rules) {
  auto high = parse_integers(text);
  if (high && high->size() == 1) high->resize(rules.dimensions(), high->front());
  return high;
}

void add_progress(CLI::App& command, std::string& mode) {
  command
      .add_option("--progress", mode,
                  "auto: a live line on a terminal; json: one object a second on stderr; none")
      ->check(CLI::IsMember({"auto", "json", "none"}))
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
