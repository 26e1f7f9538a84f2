// cli/info.cpp: `grundy info`, what a table says of itself.
#include "table/info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "table/reader.hpp"

namespace grundy::cli {
namespace {

// Nimbers of the histogram that are printed for people.
constexpr std::size_t most_rows = 16;

void print_histogram(const std::vector<std::uint64_t>& histogram) {
  if (histogram.empty()) return;
  fmt::print("  nimbers      ");
  for (std::size_t v = 0; v < std::min(histogram.size(), most_rows); ++v)
    fmt::print("{}{}: {}", v ? ", " : "", v, grouped(histogram[v]));
  fmt::print("{}\n", histogram.size() > most_rows ? ", ..." : "");
}

void print_for_people(const table::TableInfo& info) {
  const auto& [spec, result] = info;
  fmt::print(
      "{}({}): {} of {}{}\n", spec.game,
      fmt::join(spec.coordinates.begin() + (spec.is_joint() ? 1 : 0), spec.coordinates.end(), ", "),
      to_string(spec.quantity), size_of(spec.written(spec.box)),
      spec.convention == Convention::misere ? ", misere play" : "");
  for (const auto& [name, value] : spec.parameters)
    fmt::print("  parameter    {} = {}\n", name, value);
  fmt::print("  from, to     {} .. {}\n", to_string(spec.written(spec.box.low)),
             to_string(spec.written(spec.box.high)));
  if (!spec.where.empty())
    fmt::print("  positions    {}, where {}\n", grouped(result.positions), spec.where);
  fmt::print("  P-positions  {}\n", grouped(result.p_positions));
  if (spec.quantity != Quantity::outcome)
    fmt::print("  largest      {} {}\n", to_string(spec.quantity), result.max_value);
  print_histogram(result.histogram);
  if (result.period) fmt::print("  period       {}\n", period_text(*result.period, spec.box));
  fmt::print("  digest       {}\n", result.digest);
  if (spec.section_axis)
    fmt::print("  p_section    along {}: its lines hold at most one P-position each\n",
               spec.coordinates[*spec.section_axis]);
  if (spec.store == table::Store::sorted)
    fmt::print("  stored       sorted: positions whose symmetric coordinates ascend\n");
  if (spec.store == table::Store::section) fmt::print("  stored       p_section alone\n");
  fmt::print("  solved by    grundy {}, kernel {}, {}\n", spec.program_version, result.kernel,
             result.executor);
  fmt::print("\n{}{}", spec.rules, spec.rules.ends_with('\n') ? "" : "\n");
}

Status show_info(const std::string& path, bool as_json) {
  const auto table = table::Table::open(path);
  if (!table) return table.error();
  if (as_json)
    print(table::to_json(table->info()));
  else
    print_for_people(table->info());
  return {};
}

}  // namespace

void add_info(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("info", "Describe a table: game, box, counts, digest");
  const auto path = std::make_shared<std::string>();
  const auto as_json = std::make_shared<bool>(false);
  command->add_option("table", *path, "A table written by 'grundy solve -o'")
      ->required()
      ->check(file_name())
      ->type_name("T.zarr");
  command->add_flag("--json", *as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy info three_pile.zarr");
  command->callback([&result, path, as_json] { result = show_info(*path, *as_json); });
}

}  // namespace grundy::cli
