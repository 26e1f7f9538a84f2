#include "cli/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/cell_window.hpp"

namespace grundy::cli {
namespace {

constexpr std::int64_t longest_list_unasked = 50;
constexpr std::int64_t widest_grid_unasked = 20;
constexpr std::uint64_t most_printed = 10'000;
constexpr std::int64_t list_row = 10;

// In C order.
std::vector<std::uint32_t> values_of(const plan::Plan& plan, const sweep::Solution& solution) {
  std::vector<std::uint32_t> values(*plan.box.volume());
  const auto row = static_cast<std::uint64_t>(plan.box.extent(plan.box.dimensions() - 1));
  for (std::uint64_t rank = 0; rank < values.size(); rank += row)
    sweep::read_values(plan, solution, plan.quantity, plan.box.position(rank),
                       std::span(values).subspan(rank, row));
  return values;
}

// Of a tuple that is no position.
bool is_none(const plan::Plan& plan, std::uint32_t value) {
  return !plan.inside.is_all() && value == no_position(sizeof value);
}

std::string text_of(Quantity quantity, std::uint32_t value) {
  return quantity == Quantity::outcome ? std::string(to_string(static_cast<Outcome>(value)))
                                       : fmt::to_string(value);
}

std::vector<std::string> texts_of(const plan::Plan& plan, const sweep::Solution& solution) {
  std::vector<std::string> texts;
  for (const std::uint32_t value : values_of(plan, solution))
    texts.push_back(is_none(plan, value) ? "." : text_of(plan.quantity, value));
  return texts;
}

std::size_t widest(const std::vector<std::string>& texts) {
  return std::ranges::max_element(texts, {}, &std::string::size)->size();
}

// The labels of an axis.
std::vector<std::string> labels_of(const Box& box, std::size_t axis) {
  std::vector<std::string> labels;
  for (std::int64_t x = box.low[axis]; x <= box.high[axis]; ++x)
    labels.push_back(fmt::to_string(x));
  return labels;
}

void print_row(const std::string& label, std::size_t label_width,
               std::span<const std::string> texts, std::size_t width) {
  fmt::print("    {:>{}} ", label, label_width);
  for (const std::string& text : texts) fmt::print(" {:>{}}", text, width);
  fmt::print("\n");
}

void print_list(const plan::Plan& plan, std::span<const std::string> texts, std::size_t width) {
  const std::size_t axis = plan.rules.first_written();
  const auto label = [&](std::int64_t x) {
    return fmt::format("{} = {} ..", plan.rules.coordinates[axis].name, x);
  };
  const std::size_t label_width = label(plan.box.high[axis]).size();
  for (std::int64_t i = 0; i < plan.box.extent(axis); i += list_row) {
    const auto begin = static_cast<std::size_t>(i);
    const std::size_t length = std::min<std::size_t>(list_row, texts.size() - begin);
    print_row(label(plan.box.low[axis] + i), label_width, texts.subspan(begin, length), width);
  }
}

// Of the last two coordinates.
void print_grid(const plan::Plan& plan, std::span<const std::string> texts, std::size_t width) {
  const std::size_t down = plan.box.dimensions() - 2;
  const auto rows = labels_of(plan.box, down);
  const auto columns = labels_of(plan.box, down + 1);
  const std::string corner = fmt::format("{}\\{}", plan.rules.coordinates[down].name,
                                         plan.rules.coordinates[down + 1].name);
  const std::size_t label_width = std::max(corner.size(), widest(rows));
  width = std::max(width, widest(columns));
  print_row(corner, label_width, columns, width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    print_row(rows[i], label_width, texts.subspan(i * columns.size(), columns.size()), width);
}

// "a = 3, b = 0": all coordinates of the position but the last two.
std::string slice_name(const plan::Plan& plan, const Position& position) {
  std::string name;
  for (std::size_t axis = plan.rules.first_written(); axis + 2 < position.size(); ++axis)
    name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", plan.rules.coordinates[axis].name,
                        position[axis]);
  return name;
}

Json nested(const Box& box, std::size_t axis, std::span<const Json> values) {
  if (axis == box.dimensions()) return values.front();
  Json array = Json::array();
  const std::size_t part = values.size() / static_cast<std::size_t>(box.extent(axis));
  for (; !values.empty(); values = values.subspan(part))
    array.push_back(nested(box, axis + 1, values.first(part)));
  return array;
}

}  // namespace

bool are_printed_unasked(const plan::Plan& plan) {
  const Box& box = plan.box;
  if (plan.rules.written_dimensions() == 1)
    return box.extent(plan.rules.first_written()) <= longest_list_unasked;
  return box.dimensions() == 2 && box.extent(0) <= widest_grid_unasked &&
         box.extent(1) <= widest_grid_unasked;
}

Status check_printable(const plan::Plan& plan) {
  if (plan.positions() <= most_printed) return {};
  return Error{Errc::usage,
               fmt::format("--print shows at most {} positions, and this box has {}; write a table "
                           "with -o and take a slice of it with `grundy export`",
                           grouped(most_printed), grouped(plan.positions()))};
}

void print_values(const plan::Plan& plan, const sweep::Solution& solution) {
  const auto texts = texts_of(plan, solution);
  const std::size_t width = widest(texts);
  if (plan.rules.written_dimensions() == 1) {
    fmt::print("  values\n");
    return print_list(plan, texts, width);
  }
  const std::size_t down = plan.box.dimensions() - 2;
  const auto slice = static_cast<std::size_t>(plan.box.extent(down) * plan.box.extent(down + 1));
  for (std::size_t rank = 0; rank < texts.size(); rank += slice) {
    const std::string name = slice_name(plan, plan.box.position(rank));
    fmt::print("  values{}{}\n", name.empty() ? "" : " at ", name);
    print_grid(plan, std::span(texts).subspan(rank, slice), width);
  }
}

Json values_json(const plan::Plan& plan, const sweep::Solution& solution) {
  std::vector<Json> values;
  for (const std::uint32_t value : values_of(plan, solution))
    values.push_back(is_none(plan, value)                 ? Json()
                     : plan.quantity == Quantity::outcome ? Json(text_of(plan.quantity, value))
                                                          : Json(value));
  return nested(plan.box, plan.rules.first_written(), values);
}

}  // namespace grundy::cli
