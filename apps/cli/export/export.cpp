// cli/export/export.cpp: `grundy export`, a table or a part of it in another format.
#include "table/export/export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "table/hdf5/hdf5.hpp"

namespace grundy::cli {
namespace {

const std::array formats{&exports::csv,  &exports::npy, &exports::zarr2,
                         &exports::hdf5, &exports::png, &exports::bfile};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const exports::Format* format : formats) names.emplace_back(format->name);
  return names;
}

struct ExportChoice {
  std::string table;
  std::string format;
  std::string file;
  std::string slice;
  std::string array;
  unsigned scale = 1;
  bool force = false;
  std::string progress = "auto";
  bool as_json = false;

  bool to_stdout() const { return file == "-"; }
};

// What was exported, and where to.
struct Exported {
  const ExportChoice& choice;
  const exports::Report& report;
  std::string_view array;
  double seconds;
};

Json to_json(const Exported& exported) {
  const exports::Report& report = exported.report;
  return {{"table", exported.choice.table},  {"format", exported.choice.format},
          {"file", exported.choice.file},    {"array", exported.array},
          {"dimensions", report.dimensions}, {"origin", report.box.low},
          {"box", report.box.high},          {"positions", *report.box.volume()},
          {"bytes", report.bytes},           {"seconds", exported.seconds}};
}

void print_for_people(const Exported& exported) {
  const exports::Report& report = exported.report;
  fmt::print("{}: {} of ({}), {}\n", exported.choice.file, exported.array,
             fmt::join(report.dimensions, ", "), size_of(report.box));
  fmt::print("  from, to     {} .. {}\n", to_string(report.box.low), to_string(report.box.high));
  fmt::print("  size         {} bytes, written in {}\n", grouped(report.bytes),
             duration(exported.seconds));
}

Status check(const ExportChoice& choice) {
  if (choice.scale != 1 && choice.format != "png")
    return Error{Errc::usage,
                 fmt::format("--scale is for pictures (--format png), not for {}", choice.format)};
  if (choice.to_stdout() && choice.as_json)
    return Error{Errc::usage,
                 "-o - and --json would both write to standard output; name a file, or leave "
                 "--json out"};
  const bool binary = choice.format == "png" || choice.format == "npy";
  if (choice.to_stdout() && binary && isatty(STDOUT_FILENO) != 0)
    return Error{Errc::usage,
                 fmt::format("{} is nothing for a terminal; name a file with -o", choice.format)};
  return {};
}

Result<exports::Request> request_of(const ExportChoice& choice, const table::Table& table) {
  const auto& spec = table.info().spec;
  auto slice = choice.slice.empty() ? Result(exports::everything(spec.box))
                                    : exports::parse_slice(choice.slice, spec);
  if (!slice) return slice.error();
  exports::Request request;
  request.format = *std::ranges::find(formats, choice.format, &exports::Format::name);
  request.file = choice.file;
  request.stream = choice.to_stdout() ? stdout : nullptr;
  request.force = choice.force;
  request.array = quantity_from(choice.array).value_or(spec.quantity);
  request.slice = *std::move(slice);
  request.scale = choice.scale;
  return request;
}

Status run_export(const ExportChoice& choice) {
  const auto start = std::chrono::steady_clock::now();
  if (const Status sound = check(choice); !sound) return sound;
  const auto table = table::Table::open(choice.table);
  if (!table) return table.error();
  auto request = request_of(choice, *table);
  if (!request) return request.error();
  const auto report = [&] {
    Progress progress(choice.progress, choice.file, *request->slice.region.volume());
    request->watch = {&stop_on_interrupt(), &progress.solved()};
    return exports::run(*table, *request);
  }();
  if (!report) return report.error();
  if (choice.to_stdout()) return {};
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  const Exported exported{choice, *report, to_string(request->array), passed.count()};
  if (choice.as_json)
    print(to_json(exported));
  else
    print_for_people(exported);
  return {};
}

}  // namespace

void add_export(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("export", about_export);
  const auto choice = std::make_shared<ExportChoice>();
  command->add_option("table", choice->table, "A table written by 'grundy solve -o'")
      ->required()
      ->check(file_name())
      ->type_name("T.zarr");
  command
      ->add_option(
          "--format", choice->format,
          "csv    a position a line; outcomes are P and N\n"
          "npy    NumPy: numpy.load\n"
          "zarr2  a directory for readers of Zarr 2\n"
          "hdf5   HDF5, for h5py and others\n"
          "png    two axes as a picture: the first runs down, the second to the right, the "
          "low corner at the top left; value 0 is white, 1 dark violet, the largest "
          "of the whole table yellow, values between in equal steps\n"
          "bfile  one axis, or two by antidiagonals, as the OEIS takes sequences: lines 'n a(n)'\n"
          "Outcomes are 0 = P, 1 = N except in csv")
      ->required()
      ->check(one_of(format_names()));
  command
      ->add_option(
          "-o,--output", choice->file,
          "What to write, whole or not at all; - is standard output (csv, npy, png, bfile)")
      ->required()
      ->check(file_name())
      ->type_name("FILE");
  command
      ->add_option("--slice", choice->slice,
                   "The part to export: for each coordinate a value (that axis goes), LOW:HIGH "
                   "(both included) or : for all, such as ':,5,0:20'")
      ->type_name("SLICE");
  command
      ->add_option("--array", choice->array,
                   "Which array, if the table has two (default: what it was solved for)")
      ->check(one_of({"nimber", "outcome", "remoteness"}));
  command->add_option("--scale", choice->scale, "png: pixels along each side of a position")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--force", choice->force, "Replace FILE if it is there");
  add_progress(*command, choice->progress);
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy export three_pile.zarr --format npy -o three_pile.npy\n"
      "  grundy export three_pile.zarr --format png --slice ':,:,5' --scale 3 -o slice.png\n"
      "  grundy export three_pile.zarr --format csv --slice '3,4,:' -o -");
  command->callback([&result, choice] { result = run_export(*choice); });
}

}  // namespace grundy::cli
