#include "view/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/cell_window.hpp"

namespace grundy::plot {
namespace {

constexpr int width = 900, height = 700, wide = 1800;
constexpr std::uint64_t logarithmic_from = 1000;  // times the least count
constexpr std::size_t most_title = 70;            // of a law's text

std::string quoted(const std::string& text) {
  std::string inside;
  for (const char c : text) inside.append(c == '\'' ? 2 : 1, c);
  return fmt::format("'{}'", inside);
}

std::string shortened(const std::string& text) {
  return text.size() <= most_title ? text : text.substr(0, most_title) + " ..";
}

std::string head(const Picture& picture, Format format) {
  const bool beside = picture.law && picture.kind == Kind::slice;
  std::string text;
  if (format != Format::script)
    text += fmt::format("set terminal {} size {},{} {}\n",
                        format == Format::png ? "pngcairo" : "svg", beside ? wide : width, height,
                        format == Format::png ? "" : "background rgb 'white'");
  text += "set encoding utf8\nset datafile missing 'NaN'\n";
  return text;
}

std::string label(Quantity quantity) {
  return std::string(to_string(quantity));
}

// Outcomes have two names on an axis, other values numbers.
std::string ticks(const Picture& picture, const char* axis) {
  if (picture.quantity != Quantity::outcome) return "";
  return fmt::format("set {}tics ('P' 0, 'N' 1)\n", axis);
}

std::string number(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "NaN";
}

// Of each position the value, and what the law says.
struct Row {
  std::optional<std::int64_t> value;  // none of a tuple that is no position
  std::optional<std::int64_t> said;

  std::optional<std::int64_t> difference() const {
    return value && said ? std::optional(*value - *said) : std::nullopt;
  }
};

Row row_of(const Picture& picture, std::size_t i) {
  const std::uint32_t value = picture.values[i];
  if (picture.has_holes && value == no_position(sizeof value)) return {};
  return {value, picture.law ? picture.law->values[i] : std::nullopt};
}

struct Verdict {
  std::size_t differ = 0;
  std::size_t said = 0;  // of how many positions the law says something
};

Verdict verdict(const Picture& picture) {
  Verdict verdict;
  for (std::size_t i = 0; i < picture.values.size(); ++i) {
    const auto difference = row_of(picture, i).difference();
    if (difference) ++verdict.said;
    if (difference && *difference != 0) ++verdict.differ;
  }
  return verdict;
}

std::string to_string(const Verdict& verdict) {
  return verdict.differ == 0
             ? fmt::format("difference: none at {} positions", verdict.said)
             : fmt::format("difference: at {} of {} positions", verdict.differ, verdict.said);
}

std::string sequence(const Picture& picture) {
  std::string text = "$values << EOD\n";
  for (std::size_t i = 0; i < picture.values.size(); ++i) {
    const Row row = row_of(picture, i);
    text += fmt::format("{} {} {} {}\n", picture.box.low[0] + static_cast<std::int64_t>(i),
                        number(row.value), number(row.said), number(row.difference()));
  }
  text += "EOD\n";
  const Verdict found = verdict(picture);
  const bool differs = picture.law && found.differ > 0;
  std::string title = picture.title;
  if (picture.law) title += "; law: " + shortened(picture.law->text);
  if (picture.law && !differs) title += "; " + to_string(found);
  if (differs) text += "set multiplot layout 2,1\n";
  text += fmt::format(
      "set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel '{}'\nset key above\n{}"
      "set offsets 0, 0, graph 0.05, 0\nset yrange [0:*]\n",
      plot::quoted(title), quoted(picture.axes[0]), label(picture.quantity), ticks(picture, "y"));
  std::string plot =
      fmt::format("plot $values using 1:2 with points pt 7 ps 0.4 lc rgb '#1f4e79' title '{}'",
                  label(picture.quantity));
  if (picture.law)
    plot += ", \\\n  $values using 1:3 with points pt 6 ps 0.8 lc rgb '#c55a11' title 'law'";
  if (!differs) return text + plot + "\n";
  return text + plot +
         fmt::format(
             "\nset title '{}'\nset ylabel 'difference'\nset ytics autofreq\n"
             "set yrange [* < -1 : 1 < *]\n"
             "plot $values using 1:4 with impulses lc rgb '#a00000' title '{} less law'\n"
             "unset multiplot\n",
             to_string(found), label(picture.quantity));
}

// Rows of the picture from above: the first axis runs down, the second to the right.
template <class Value>
std::string matrix(const Picture& picture, const char* name, const Value& value) {
  const auto rows = static_cast<std::size_t>(picture.box.extent(0));
  const auto columns = static_cast<std::size_t>(picture.box.extent(1));
  std::string text = fmt::format("${} << EOD\n", name);
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x)
      fmt::format_to(std::back_inserter(text), "{} ",
                     number(value(row_of(picture, y * columns + x))));
    text += "\n";
  }
  return text + "EOD\n";
}

std::string panel(const Picture& picture, const std::string& title, const char* name) {
  return fmt::format(
      "set title {} noenhanced\nplot ${} matrix using ({} + $1):({} + $2):3 with image notitle\n",
      quoted(title), name, picture.box.low[1], picture.box.low[0]);
}

// Cells are square unless the picture would become a strip.
std::string proportions(const Box& box) {
  constexpr std::int64_t longest = 4;  // times the other side
  const auto [shorter, longer] = std::minmax({box.extent(0), box.extent(1)});
  return longer <= longest * shorter ? "set size ratio -1\n" : "";
}

std::string colours(const Picture& picture) {
  if (picture.quantity == Quantity::outcome)
    return "set palette maxcolors 2 defined (0 '#ffffff', 1 '#51608f')\n"
           "set cbrange [-0.5:1.5]\nset cbtics ('P' 0, 'N' 1)\nset cblabel 'outcome'\n";
  std::int64_t most = 0;
  for (std::size_t i = 0; i < picture.values.size(); ++i)
    most = std::max(most, row_of(picture, i).value.value_or(0));
  return fmt::format(
      "set palette defined (0 '#ffffff', 0.001 '#440154', 0.25 '#3b528b', 0.5 '#21918c', "
      "0.75 '#5ec962', 1 '#fde725')\nset cbrange [0:{}]\nset cblabel '{}'\n",
      std::max(most, std::int64_t{1}), label(picture.quantity));
}

// An arrow to each, and a ring where it ends.
std::string arrows(const WinningMoves& moves) {
  constexpr auto colour = "#e3007a";
  const auto [y, x] = moves.from;
  std::string text = fmt::format(
      "set object circle at {},{} radius screen 0.006 front fillcolor rgb '{}' fillstyle solid\n",
      x, y, colour);
  for (const auto& [to_y, to_x] : moves.to)
    text += fmt::format(
        "set arrow from {},{} to {},{} front linewidth 2 linecolor rgb '{}'\n"
        "set object circle at {},{} radius screen 0.012 front linewidth 2 fillstyle empty border "
        "rgb '{}'\n",
        x, y, to_x, to_y, colour, to_x, to_y, colour);
  return text;
}

std::string slice(const Picture& picture) {
  std::string text = matrix(picture, "values", [](const Row& row) { return row.value; });
  text += fmt::format(
      "set xlabel {} noenhanced\nset ylabel {} noenhanced\nset autoscale xfix\n"
      "set autoscale yfix\nset yrange [*:*] reverse\nset tics out nomirror\n{}{}",
      quoted(picture.axes[1]), quoted(picture.axes[0]), proportions(picture.box), colours(picture));
  if (picture.moves) text += arrows(*picture.moves);
  if (!picture.law) return text + panel(picture, picture.title, "values");
  const Verdict found = verdict(picture);
  const std::string law = "law: " + shortened(picture.law->text);
  text += matrix(picture, "law", [](const Row& row) { return row.said; });
  if (found.differ == 0)
    return text + "set multiplot layout 1,2\n" + panel(picture, picture.title, "values") +
           panel(picture, law + "; " + to_string(found), "law") + "unset multiplot\n";
  text += matrix(picture, "difference", [](const Row& row) {
    const auto difference = row.difference();
    return difference ? std::optional<std::int64_t>(*difference != 0) : std::nullopt;
  });
  return text + "set multiplot layout 1,3\n" + panel(picture, picture.title, "values") +
         panel(picture, law, "law") +
         "set palette maxcolors 2 defined (0 '#e8e8e8', 1 '#c00000')\n"
         "set cbrange [-0.5:1.5]\nset cbtics ('equal' 0, 'not' 1)\nunset cblabel\n" +
         panel(picture, to_string(found), "difference") + "unset multiplot\n";
}

std::string histogram(const Picture& picture) {
  std::string text = "$values << EOD\n";
  std::uint64_t least = 0, most = 0;
  for (std::size_t value = 0; value < picture.counts.size(); ++value) {
    const std::uint64_t count = picture.counts[value];
    if (count == 0) continue;
    least = least == 0 ? count : std::min(least, count);
    most = std::max(most, count);
    text += fmt::format("{} {}\n", value, count);
  }
  const bool logarithmic = most / least >= logarithmic_from;
  return text + fmt::format(
                    "EOD\nset title {} noenhanced\nset xlabel '{}'\nset ylabel 'positions'\n"
                    "set key above\nset style fill solid 0.8\nset boxwidth 0.8\n"
                    "set xrange [-0.7:{}]\n{}{}"
                    "plot $values using 1:2 with boxes lc rgb '#1f4e79' title 'positions with each "
                    "value'\n",
                    quoted(picture.title), label(picture.quantity),
                    static_cast<double>(picture.counts.size()) - 0.3, ticks(picture, "x"),
                    logarithmic ? "set logscale y\nset yrange [0.5:*]\n" : "set yrange [0:*]\n");
}

}  // namespace

std::string script_of(const Picture& picture, Format format) {
  switch (picture.kind) {
    case Kind::sequence:
      return head(picture, format) + sequence(picture);
    case Kind::slice:
      return head(picture, format) + slice(picture);
    case Kind::histogram:
      break;
  }
  return head(picture, format) + histogram(picture);
}

}  // namespace grundy::plot
