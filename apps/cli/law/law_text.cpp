#include "cli/law/law_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace grundy::cli {

std::string positions_text(const rules::Rules& rules, const relation::Section& section) {
  std::string text = rules.name;
  std::string_view join = " with ";
  for (std::size_t axis = 0; axis < section.size(); ++axis) {
    if (!section[axis]) continue;
    text += fmt::format("{}{} <= {}", join, rules.coordinates[axis].name, *section[axis]);
    join = " and ";
  }
  return text;
}

namespace {

std::string share(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{:.3g} %", 100 * static_cast<double>(part) / static_cast<double>(all));
}

std::string lost_text(const law::Statistics::Part& part) {
  return fmt::format("{} of {} positions up to {} ({})", grouped(part.lost),
                     grouped(part.positions), to_string(part.box.high),
                     share(part.lost, part.positions));
}

void print_nimbers(const law::Statistics& found) {
  const auto& [all, half] = std::tie(found.all, found.half);
  fmt::print("  largest     {} at {}; up to {} it is {}\n", all.largest, to_string(all.largest_at),
             to_string(half.box.high), half.largest);
  std::vector<std::string> frequent;
  for (const auto& [value, count] : found.frequent)
    frequent.push_back(fmt::format("{} ({})", value, share(count, all.positions)));
  fmt::print("  values      {} different; most often {}\n", grouped(found.different),
             fmt::join(frequent, ", "));
  if (found.gone && *found.gone > 0)
    fmt::print("  rare        {} of them not beyond {}\n", grouped(*found.gone),
               to_string(half.box.high));
}

}  // namespace

void print_statistics(const law::Statistics& found, Quantity value) {
  fmt::print("  lost        {}\n", lost_text(found.all));
  fmt::print("              {}\n", lost_text(found.half));
  if (found.last_lost) fmt::print("  last lost   {}\n", to_string(*found.last_lost));
  if (found.slopes)
    fmt::print("  slopes      {:.4g} to {:.4g}, median {:.4g}\n", found.slopes->least,
               found.slopes->greatest, found.slopes->median);
  if (value == Quantity::nimber) print_nimbers(found);
}

void print_misere(const law::MisereHeaps& heaps) {
  if (heaps.wild)
    fmt::print("  wild        ({}), the first heap that behaves like no sum of Nim heaps\n",
               *heaps.wild);
  else if (heaps.tame_up_to >= heaps.low)
    fmt::print("  tame        all heaps up to ({}): sums of them are won as those of Nim heaps\n",
               heaps.tame_up_to);
  constexpr std::size_t most_shown = 32, a_line = 8;
  const std::size_t shown = std::min(most_shown, heaps.genera.size());
  for (std::size_t i = 0; i < shown; i += a_line) {
    std::vector<std::string> line;
    for (std::size_t j = i; j < std::min(i + a_line, shown); ++j)
      line.push_back(lazy::to_string(heaps.genera[j]));
    const auto first = heaps.low + static_cast<std::int64_t>(i);
    fmt::print("  {:<10}  ({}) {}\n", i == 0 ? "genera" : "", first, fmt::join(line, " "));
  }
}

void print_headline(const law::Subject& about, const std::string& words) {
  fmt::print("{}: {}{}\n", positions_text(about.rules, about.section), words,
             about.convention == Convention::misere ? ", misère play" : "");
}

void print_period(const law::PeriodTable& table, const std::string& heap) {
  constexpr std::size_t a_line = 16, exceptions_a_line = 8;
  const std::size_t length = table.by_residue.size();
  for (std::size_t begin = 0; begin < length; begin += a_line) {
    std::string residues, nimbers;
    for (std::size_t r = begin; r < std::min(begin + a_line, length); ++r) {
      residues += fmt::format(" {:>3}", r);
      nimbers += fmt::format(" {:>3}", table.by_residue[r]);
    }
    fmt::print("  {:<11}{}\n  {:<11}{}\n", fmt::format("{} mod {}", heap, length), residues,
               "nimber", nimbers);
  }
  for (std::size_t begin = 0; begin < table.exceptions.size(); begin += exceptions_a_line) {
    std::vector<std::string> line;
    const std::size_t end = std::min(begin + exceptions_a_line, table.exceptions.size());
    for (std::size_t i = begin; i < end; ++i)
      line.push_back(fmt::format("({}) {}", table.exceptions[i].first, table.exceptions[i].second));
    fmt::print("  {:<11} {}\n", begin == 0 ? "but" : "", fmt::join(line, ", "));
  }
}

void print_standing(const law::Subject& about, const law::Checked& checked) {
  const std::string compared =
      fmt::format("all {} positions up to {}", grouped(checked.box.volume().value_or(0)),
                  to_string(about.rules.written(checked.box.high)));
  switch (checked.standing) {
    case law::Standing::proved:
      fmt::print("  proved      for all {}positions: {}\n", about.section.empty() ? "" : "these ",
                 checked.proof);
      if (checked.box.dimensions() > 0) fmt::print("  compared    with {}\n", compared);
      if (!checked.wins.empty()) fmt::print("  wins        {}\n", checked.wins);
      break;
    case law::Standing::verified:
      fmt::print("  verified    on {}\n", compared);
      fmt::print("  not proved  {}\n", checked.why_not);
      break;
    case law::Standing::refuted:
      fmt::print("  refuted     {}\n", checked.counterexample
                                           ? to_string(*checked.counterexample, about.quantity)
                                           : "beyond the box: the claim contradicts itself there");
  }
}

void print_took(double seconds) {
  fmt::print("  took        {}\n", duration(seconds));
}

}  // namespace grundy::cli
