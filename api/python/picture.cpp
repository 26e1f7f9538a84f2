#include "picture.hpp"

#include <algorithm>

#include "view/gather.hpp"
#include "view/gnuplot.hpp"
#include "view/script.hpp"

namespace grundy::python {
namespace {

// Positions along each axis.
constexpr std::int64_t side_of_one = 1000, side_of_two = 200;

exports::Slice corner_of(const Box& box) {
  exports::Slice corner{box, {}};
  for (std::size_t axis = box.dimensions(); axis-- > 0 && corner.axes.size() < 2;)
    if (box.extent(axis) > 1) corner.axes.insert(corner.axes.begin(), axis);
  const std::int64_t side = corner.axes.size() == 1 ? side_of_one : side_of_two;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const bool is_drawn = std::ranges::find(corner.axes, axis) != corner.axes.end();
    corner.region.high[axis] =
        is_drawn ? std::min(box.high[axis], box.low[axis] + side - 1) : box.low[axis];
  }
  return corner;
}

}  // namespace

Result<std::optional<std::string>> picture_of(const table::Values& values, const std::string& law) {
  const table::TableSpec& spec = values.info().spec;
  plot::Asked asked{corner_of(spec.box), spec.quantity, {}};
  if (asked.slice.axes.empty()) return std::optional<std::string>();
  std::optional<law::Certificate> certificate;
  if (!law.empty()) {
    auto read = law::read_certificate(law, "law");
    if (!read) return read.error();
    certificate = *std::move(read);
    asked.law = &*certificate;
  }
  const auto picture = plot::gather(values, asked);
  if (!picture) return picture.error();
  auto drawn = plot::run_gnuplot(plot::script_of(*picture, plot::Format::png), nullptr);
  if (!drawn && drawn.error().code == Errc::io) return std::optional<std::string>();
  if (!drawn) return drawn.error();
  return std::optional(*std::move(drawn));
}

}  // namespace grundy::python
