// cli/plot/plot.cpp: `grundy plot`, values as a picture.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <sstream>

#include "ask/session/solving.hpp"
#include "ask/session/table_moves.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "law/certificate/certificate.hpp"
#include "table/durable_file.hpp"
#include "view/gather.hpp"
#include "view/gnuplot.hpp"
#include "view/script.hpp"

namespace grundy::cli {
namespace {

struct PlotChoice {
  GameChoice game;  // or a table
  std::string box;
  std::string value;
  bool misere = false;
  std::string slice;
  std::string kind = "auto";
  std::string law;
  std::string moves;
  std::string output;
  std::string progress = "auto";
  bool force = false;
  bool as_json = false;
};

const std::map<std::string, plot::Kind> kinds{{"sequence", plot::Kind::sequence},
                                              {"slice", plot::Kind::slice},
                                              {"histogram", plot::Kind::histogram}};

using Shared = std::shared_ptr<const table::Values>;

Result<plot::Format> format_of(const std::string& file) {
  const std::string end = std::filesystem::path(file).extension();
  if (end == ".png") return plot::Format::png;
  if (end == ".svg") return plot::Format::svg;
  if (end == ".gp") return plot::Format::script;
  return Error{Errc::usage,
               fmt::format("{}: pictures are .png or .svg, and scripts of gnuplot .gp", file)};
}

bool is_table(const std::string& name) {
  return std::filesystem::is_directory(name) || name.ends_with(".zarr");
}

Result<Shared> solved(const PlotChoice& choice, std::optional<Quantity> quantity) {
  auto rules = choice.game.load();
  if (!rules) return rules.error();
  std::vector<std::int64_t> high;
  if (!choice.box.empty()) {
    auto read = parse_box(choice.box, *rules);
    if (!read) return read.error();
    high = *std::move(read);
  }
  const auto convention = choice.misere ? std::optional(Convention::misere) : std::nullopt;
  const solve::Asked asked = plot::box_to_draw(*rules, std::move(high), quantity, convention);
  std::optional<Progress> progress;
  const auto watch = [&](std::uint64_t solved, std::uint64_t total) {
    if (!progress) progress.emplace(choice.progress, rules->name, total);
    progress->solved() = solved;
    return !stop_on_interrupt();
  };
  const auto values = session::solve(asked, std::nullopt, watch);
  if (!values) return values.error();
  return Shared(*values);
}

Result<Shared> values_of(const PlotChoice& choice, std::optional<Quantity> quantity) {
  if (!is_table(choice.game.game)) return solved(choice, quantity);
  if (!choice.box.empty() || choice.misere || !choice.game.parameters.empty() ||
      !choice.game.rules_files.empty())
    return Error{Errc::usage,
                 "--box, --misere, --rules and --param are for games: a table has its own"};
  return table::open_values(choice.game.game);
}

Status draw(const PlotChoice& choice, const plot::Picture& picture, plot::Format format) {
  std::string bytes = script_of(picture, format);
  if (format != plot::Format::script) {
    auto drawn = plot::run_gnuplot(bytes, &stop_on_interrupt());
    if (!drawn) return drawn.error();
    bytes = *std::move(drawn);
  }
  return table::write_durably(choice.output, std::as_bytes(std::span(bytes)));
}

Status mark_moves(const std::string& text, const Shared& values, const exports::Slice& slice,
                  plot::Picture& picture) {
  const auto position = parse_integers(text);
  if (!position) return position.error();
  if (Status inside = plot::check_moves(*position, slice); !inside) return inside;
  const auto finder = session::MoveFinder::of(values);
  if (!finder) return finder.error();
  const auto found = (*finder)->from(*position, &stop_on_interrupt());
  if (!found) return found.error();
  std::vector<std::vector<Position>> to;
  for (const query::Move& move : std::span(found->moves.options).first(found->moves.winning))
    to.push_back(move.to);
  plot::mark_moves(*position, to, slice, picture);
  return {};
}

Result<plot::Picture> gathered(const PlotChoice& choice) {
  std::optional<law::Certificate> law;
  std::optional<Quantity> quantity = quantity_from(choice.value);
  if (!choice.law.empty()) {
    auto read = law::read_certificate_file(choice.law);
    if (!read) return read.error();
    law = *std::move(read);
    const Quantity about = law->laws.front().claim.quantity;
    if (quantity && *quantity != about)
      return Error{Errc::usage, fmt::format("the law is about {}s", to_string(about))};
    quantity = about;
  }
  const auto values = values_of(choice, quantity);
  if (!values) return values.error();
  const table::TableSpec& spec = (*values)->info().spec;
  auto slice = choice.slice.empty() ? Result(exports::everything(spec.box))
                                    : exports::parse_slice(choice.slice, spec);
  if (!slice) return slice.error();
  plot::Asked asked{*std::move(slice),
                    quantity.value_or(spec.quantity),
                    {},
                    law ? &*law : nullptr,
                    &stop_on_interrupt()};
  if (const auto kind = kinds.find(choice.kind); kind != kinds.end()) asked.kind = kind->second;
  auto picture = gather(**values, asked);
  if (!picture || choice.moves.empty()) return picture;
  if (Status marked = mark_moves(choice.moves, *values, asked.slice, *picture); !marked)
    return marked.error();
  return picture;
}

Status run_plot(const PlotChoice& choice) {
  const auto format = format_of(choice.output);
  if (!format) return format.error();
  if (!choice.force && std::filesystem::exists(choice.output))
    return Error{Errc::usage,
                 fmt::format("{} is there: name another file, or add --force", choice.output)};
  const auto picture = gathered(choice);
  if (!picture) return picture.error();
  if (Status drawn = draw(choice, *picture, *format); !drawn) return drawn;
  if (choice.as_json)
    print(Json{{"file", choice.output}, {"title", picture->title}});
  else
    fmt::print("{}: {}\n", choice.output, picture->title);
  return {};
}

}  // namespace

void add_plot(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("plot", about_plot);
  const auto choice = std::make_shared<PlotChoice>();
  choice->game.add_to(*command);
  command
      ->add_option("-o,--output", choice->output,
                   "The picture: .png or .svg; or .gp, the script for gnuplot, with the data")
      ->required()
      ->check(file_name())
      ->type_name("FILE");
  command
      ->add_option("--slice", choice->slice,
                   "What is drawn: for each coordinate a value, LOW:HIGH (both included) or :, "
                   "such as ':,:,5'; two axes at most may be left")
      ->type_name("SLICE");
  command
      ->add_option("--kind", choice->kind,
                   "sequence: one axis; slice: two; histogram: how many positions have each "
                   "value (default: by the number of axes)")
      ->check(one_of({"auto", "sequence", "slice", "histogram"}));
  command->add_option("--value", choice->value, "nimber, outcome or remoteness")
      ->check(one_of({"nimber", "outcome", "remoteness"}));
  command->add_option("--box", choice->box, "Of a game: solve all positions up to here")
      ->type_name("N[,N...]");
  command->add_flag("--misere", choice->misere, "Of a game: the player who cannot move wins");
  CLI::Option* const moves =
      command
          ->add_option("--moves", choice->moves,
                       "Mark this position of a slice and draw an arrow for each winning move")
          ->type_name("N,N[,N...]");
  command
      ->add_option("--law", choice->law,
                   "Draw the law of this file, written by 'grundy law -o', and the difference")
      ->check(file_name())
      ->type_name("F.law")
      ->excludes(moves);
  add_progress(*command, choice->progress);
  command->add_flag("--force", choice->force, "Replace FILE if it is there");
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy plot kayles --box 200 -o kayles.png\n"
      "  grundy plot three_pile.zarr --slice ':,:,5' -o slice.svg\n"
      "  grundy plot officers --box 10000 --kind histogram -o officers.png\n"
      "  grundy plot kiki --value outcome --box 30 -o kiki.svg");
  command->callback([&result, choice] { result = run_plot(*choice); });
}

}  // namespace grundy::cli
