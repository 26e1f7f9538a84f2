#include "table/export/chunked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "table/metadata.hpp"

namespace grundy::exports {
namespace {

std::string slice_text(const Slice& slice) {
  std::string text;
  for (std::size_t axis = 0; axis < slice.region.dimensions(); ++axis) {
    if (axis > 0) text += ',';
    text += fmt::to_string(slice.region.low[axis]);
    if (std::ranges::find(slice.axes, axis) != slice.axes.end())
      text += fmt::format(":{}", slice.region.high[axis]);
  }
  return text;
}

}  // namespace

nlohmann::json table_attributes(const Source& source) {
  const auto group = nlohmann::json::parse(table::group_text(source.info()));
  nlohmann::json attributes = group["attributes"];
  // An export holds every value, so its readers need not know how the table is stored.
  for (const char* name : {"grundy_format", "store", "sorted_axes", "section_axis"})
    attributes.erase(name);
  const Slice& slice = source.slice();
  if (slice.region != source.info().spec.box ||
      slice.axes.size() != source.info().spec.box.dimensions())
    attributes["slice"] = slice_text(slice);
  return attributes;
}

nlohmann::json array_attributes(const Source& source) {
  return {{"origin", source.box().low}};
}

}  // namespace grundy::exports
