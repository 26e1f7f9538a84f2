// solve_tables DIRECTORY: solves boxes of catalogue games into tables, and dumps the values from
// the solver's own array (format: read_table.mjs), so that the whole path from rules to disk is
// read back by zarrita.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "run/asked.hpp"
#include "run/solve.hpp"
#include "run/sweep.hpp"

namespace {

using namespace grundy;

struct Job {
  std::string game;
  std::vector<std::int64_t> high;
  Quantity quantity;
  unsigned bytes;  // of a cell in the table: the fewest that hold the values
};

void dump(std::ofstream& file, const plan::Plan& plan, const sweep::Solution& solution,
          Quantity quantity, unsigned bytes) {
  std::string header = fmt::format("{} uint{}", to_string(quantity), 8 * bytes);
  for (std::size_t axis = 0; axis < plan.box.dimensions(); ++axis)
    header += fmt::format(" {}", plan.box.extent(axis));
  file << header << '\n';
  for (std::uint64_t rank = 0; rank < plan.positions(); ++rank) {
    const std::uint32_t value = sweep::value_at(plan, solution, quantity, plan.box.position(rank));
    for (unsigned byte = 0; byte < bytes; ++byte)
      file.put(static_cast<char>(value >> (8 * byte) & 0xff));
  }
}

Status write_solved(const std::filesystem::path& to, const Job& job) {
  solve::Asked asked;
  asked.game = job.game;
  asked.high = job.high;
  asked.quantity = job.quantity;
  const auto plan = solve::make_plan(asked);
  if (!plan) return plan.error();
  const auto executor = solve::make_executor(*plan, asked.executor);
  if (!executor) return executor.error();
  const auto stem = to / fmt::format("solved_{}_{}", job.game, to_string(job.quantity));
  solve::Options options;
  options.output = solve::Output{stem.string() + ".zarr"};
  options.program_version = "test";
  const auto report = solve::run(*plan, **executor, options);
  if (!report) return report.error();
  std::ofstream file(stem.string() + ".dump", std::ios::binary);
  dump(file, *plan, report->solution, job.quantity, job.bytes);
  if (job.quantity == Quantity::remoteness)
    dump(file, *plan, report->solution, Quantity::outcome, 1);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (const Job& job : {Job{"cutting", {200, 150}, Quantity::nimber, 1},
                         Job{"cards", {12, 12, 12, 12}, Quantity::outcome, 1},
                         Job{"lasker", {3000}, Quantity::nimber, 2},
                         Job{"chomp3", {30, 30, 30}, Quantity::remoteness, 2}})
    if (const Status solved = write_solved(argv[1], job); !solved) {
      fmt::print(stderr, "{}: {}\n", job.game, solved.error().message);
      return 1;
    }
  return 0;
}
