#include <fmt/format.h>

#include <limits>

#include "table/checksum.hpp"
#include "table/json_text.hpp"
#include "table/metadata.hpp"

namespace grundy::table {
namespace {

using nlohmann::json;

constexpr std::int64_t most_int64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t most_uint32 = std::numeric_limits<std::uint32_t>::max();
constexpr Names<Convention, 2> conventions{
    {{"normal", Convention::normal}, {"misere", Convention::misere}}};
constexpr Names<Quantity, 3> quantities{{{"outcome", Quantity::outcome},
                                         {"nimber", Quantity::nimber},
                                         {"remoteness", Quantity::remoteness}}};
const Names<Store, 3> stores{{{name_of(Store::full), Store::full},
                              {name_of(Store::sorted), Store::sorted},
                              {name_of(Store::section), Store::section}}};

json spec_json(const TableSpec& spec) {
  json attributes{{"grundy_format", format_version},
                  {"program_version", spec.program_version},
                  {"game", spec.game},
                  {"rules", spec.rules},
                  {"parameters", spec.parameters},
                  {"convention", to_string(spec.convention)},
                  {"quantity", to_string(spec.quantity)},
                  {"coordinates", spec.coordinates},
                  {"origin", spec.box.low},
                  {"box", spec.box.high},
                  {"closure", spec.closure.high},
                  {"store", name_of(spec.store)}};
  if (!spec.sorted_axes.empty()) attributes["sorted_axes"] = spec.sorted_axes;
  if (spec.section_axis) attributes["section_axis"] = *spec.section_axis;
  return attributes;
}

TableSpec spec_from(const Fields& fields) {
  fields.integer("grundy_format", oldest_format_version, format_version);
  const auto coordinates = [&](std::string_view key) {
    return fields.integers(key, -largest_coordinate, largest_coordinate);
  };
  TableSpec spec;
  spec.program_version = fields.text("program_version");
  spec.game = fields.text("game");
  spec.rules = fields.text("rules");
  spec.parameters = fields.text_map("parameters");
  spec.convention = value_of(conventions, fields, "convention");
  spec.quantity = value_of(quantities, fields, "quantity");
  spec.coordinates = fields.texts("coordinates");
  spec.box = {coordinates("origin"), coordinates("box")};
  spec.closure = {spec.box.low, coordinates("closure")};
  spec.store = value_of(stores, fields, "store");
  if (fields.has("sorted_axes"))
    for (const auto& group : fields.integer_lists("sorted_axes", 0, max_dimensions - 1))
      spec.sorted_axes.emplace_back(group.begin(), group.end());
  if (fields.has("section_axis"))
    spec.section_axis = fields.integer("section_axis", 0, max_dimensions - 1);
  return spec;
}

json period_json(const TablePeriod& period) {
  return {{"of", period.of},
          {"length", period.length},
          {"preperiod", period.preperiod},
          {"proof", period.proof}};
}

TablePeriod period_from(const Fields& fields) {
  return {fields.text("of"), static_cast<std::uint64_t>(fields.integer("length", 1, most_int64)),
          static_cast<std::uint64_t>(fields.integer("preperiod", 0, most_int64)),
          fields.text("proof")};
}

std::string hexadecimal(const Fields& fields, std::string_view key, std::size_t digits) {
  std::string text = fields.text(key);
  if (text.size() != digits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    fields.reject(key, fmt::format("{} hexadecimal digits", digits));
  return text;
}

TableResult result_from(const Fields& fields) {
  TableResult result;
  result.kernel = fields.text("kernel");
  result.isa = fields.text("isa");
  result.executor = fields.text("executor");
  result.positions = static_cast<std::uint64_t>(fields.integer("positions", 0, most_int64));
  result.p_positions = static_cast<std::uint64_t>(fields.integer("p_positions", 0, most_int64));
  result.max_value = static_cast<std::uint32_t>(fields.integer("max_value", 0, most_uint32));
  for (const std::int64_t count : fields.integers("histogram", 0, most_int64))
    result.histogram.push_back(static_cast<std::uint64_t>(count));
  if (fields.has("period")) result.period = period_from(fields.object("period"));
  result.digest = hexadecimal(fields, "digest", 32);
  result.digest_version =
      fields.integer("grundy_format", oldest_format_version, format_version) == 2 ? 1 : 2;
  return result;
}

// As zarr-python writes it (zarr-specs, pull request 309).
json consolidated(const std::map<std::string, std::string>& array_texts) {
  json metadata = json::object();
  for (const auto& [name, text] : array_texts) metadata[name] = json::parse(text);
  return {{"kind", "inline"}, {"must_understand", false}, {"metadata", metadata}};
}

// What a spec lacks to make sense is damage here.
Status check_parsed(const Status& fields, const TableSpec& spec) {
  if (!fields) return fields;
  if (Status s = check(spec); !s) return Error{Errc::corrupt, s.error().message};
  return {};
}

}  // namespace

std::string spec_text(const TableSpec& spec) {
  return to_text(spec_json(spec));
}

Result<TableSpec> parse_spec(std::string_view text) {
  auto document = parse_text(text);
  if (!document) return document.error();
  Status status;
  TableSpec spec = spec_from(Fields(*document, "", status));
  if (status = check_parsed(status, spec); !status) return status.error();
  return spec;
}

std::string group_text(const TableInfo& info,
                       const std::map<std::string, std::string>& array_texts) {
  json attributes = spec_json(info.spec);
  if (info.result.digest_version == 1) attributes["grundy_format"] = 2;
  attributes["kernel"] = info.result.kernel;
  attributes["isa"] = info.result.isa;
  attributes["executor"] = info.result.executor;
  attributes["positions"] = info.result.positions;
  attributes["p_positions"] = info.result.p_positions;
  attributes["max_value"] = info.result.max_value;
  attributes["histogram"] = info.result.histogram;
  if (info.result.period) attributes["period"] = period_json(*info.result.period);
  attributes["digest"] = info.result.digest;
  attributes[checksum_key] = no_checksum;
  json group{{"zarr_format", 3}, {"node_type", "group"}, {"attributes", attributes}};
  if (!array_texts.empty()) group["consolidated_metadata"] = consolidated(array_texts);
  return to_text(group);
}

Result<TableInfo> parse_group(std::string_view text) {
  auto document = parse_text(text);
  if (!document) return document.error();
  Status status;
  const Fields fields(*document, "", status);
  fields.expect("zarr_format", 3);
  fields.expect("node_type", "group");
  const Fields attributes = fields.object("attributes");
  TableInfo info{spec_from(attributes), result_from(attributes)};
  if (attributes.has(checksum_key)) hexadecimal(attributes, checksum_key, 8);
  if (status = check_parsed(status, info.spec); !status) return status.error();
  attributes.expect("positions", *info.spec.box.volume());
  if (!status) return status.error();
  return info;
}

bool names_our_format(std::string_view text) {
  const auto document = parse_text(text);
  if (!document) return false;
  Status status;
  return Fields(*document, "", status).object("attributes").has("grundy_format");
}

}  // namespace grundy::table
