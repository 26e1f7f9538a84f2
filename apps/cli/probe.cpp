// cli/probe.cpp: `grundy probe`, positions looked up in a table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <vector>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/options.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"
#include "table/reader.hpp"

namespace grundy::cli {
namespace {

struct ProbeChoice {
  std::string table;
  std::vector<std::string> positions;
  bool as_json = false;
};

Status probe(const table::Table& table, std::string_view text, bool as_json) {
  const auto position = parse_integers(text);
  if (!position) return position.error();
  const table::TableSpec& spec = table.info().spec;
  const Quantity quantity = spec.quantity;
  const auto value = table.at(quantity, spec.from_written(*position));
  if (!value) return value.error();
  const bool outcome = quantity == Quantity::outcome;
  const Json shown = outcome ? Json(to_string(static_cast<Outcome>(*value))) : Json(*value);
  if (as_json)
    print({{"position", *position}, {to_string(quantity), shown}});
  else
    fmt::print("{}  {}\n", fmt::join(*position, ","),
               outcome ? shown.get<std::string>() : std::to_string(*value));
  return {};
}

Status run_probe(const ProbeChoice& choice) {
  const auto table = table::Table::open(choice.table);
  if (!table) return table.error();
  Refusals refusals("position", choice.as_json);
  const auto answer = [&](const std::string& position, std::size_t line) -> Status {
    const Status probed = probe(*table, position, choice.as_json);
    return probed ? probed : refusals.add(probed.error(), position, line);
  };
  for (const std::string& position : choice.positions)
    if (const Status answered = position == "-" ? for_each_line(answer) : answer(position, 0);
        !answered)
      return answered;
  return refusals.end();
}

}  // namespace

void add_probe(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("probe", "Look positions up in a table");
  const auto choice = std::make_shared<ProbeChoice>();
  command->add_option("table", choice->table, "A table written by 'grundy solve -o'")
      ->required()
      ->check(file_name())
      ->type_name("T.zarr");
  command
      ->add_option("position", choice->positions,
                   "Coordinates such as 3,4,5; - reads one position a line")
      ->required()
      ->type_name("POSITION");
  command->add_flag("--json", choice->as_json, "One JSON object a line");
  command->footer(
      "Examples:\n"
      "  grundy probe three_pile.zarr 3,4,5 3,4,1\n"
      "  printf '3 4 5\\n' | grundy probe three_pile.zarr -");
  command->callback([&result, choice] { result = run_probe(*choice); });
}

}  // namespace grundy::cli
