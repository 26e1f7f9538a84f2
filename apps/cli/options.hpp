// cli/options.hpp: options that several subcommands share, and what they mean.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "plan/plan.hpp"
#include "rules/rules.hpp"

namespace grundy::cli {

// --isa, and what it asks for. Errc::usage for a SIMD target that this CPU has not.
void add_isa(CLI::App& command, std::string& isa);
Status force_isa(const std::string& name);

// --rules, files or texts whose games may be named.
void add_rules(CLI::App& command, std::vector<std::string>& sources);

// GAME --rules FILE --param K=V
struct GameChoice {
  std::string game;
  std::vector<std::string> rules_files;
  std::vector<std::string> parameters;

  void add_to(CLI::App& command);
  Result<rules::Rules> load() const;
};

// GAME --box N[,N...] --value .. --misere --threads .. and the rest of a plan.
struct PlanChoice {
  GameChoice game;
  std::string box;
  std::string value;
  bool misere = false;
  std::size_t threads = 0;
  std::string executor = "tbb";
  std::string kernel = "auto";
  std::string isa;
  std::optional<std::uint64_t> memory;
  std::string passes = "1";
  std::string scratch;
  std::size_t ranks = 1;

  void add_to(CLI::App& command);
  void add_ranks_to(CLI::App& command, int most, const std::string& help);
  // `table` is what is to be written, or empty: the scratch file lies beside it unless --scratch
  // names another folder. Plans for ranks need not fit this machine unless they are solved here.
  Result<plan::Plan> plan(const std::filesystem::path& table, bool solved_here) const;
};

// "300", "1e6", "10,20,30" or "10x20x30": the highest coordinates, one for all or one for each.
Result<std::vector<std::int64_t>> parse_box(const std::string& text, const rules::Rules& rules);

// Takes one of these words.
CLI::Validator one_of(std::vector<std::string> words);

// Refuses an empty name of a file, which would be taken for an option left out.
CLI::Validator file_name();

// Takes numbers from 0 to 10^6. CLI::Range would take `nan` too.
CLI::Validator seconds_of_time();

// Integers separated by commas or blanks, in brackets or not: "3,4,5", "(3, 4, 5)".
Result<std::vector<std::int64_t>> parse_integers(std::string_view text);

// --progress, as Progress (progress.hpp) takes it.
void add_progress(CLI::App& command, std::string& mode);

// --memory, an amount such as 8G, in bytes.
void add_memory(CLI::App& command, std::optional<std::uint64_t>& bytes, const std::string& help);

// The bytes of --memory, or what the machine has free where it is left out.
std::uint64_t memory_limit(std::optional<std::uint64_t> bytes);

}  // namespace grundy::cli
