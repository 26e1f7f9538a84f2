#include "table/metadata.hpp"

#include <fmt/format.h>

#include <limits>

#include "table/json_text.hpp"
#include "table/metadata_file.hpp"

namespace grundy::table {

// The zarr.json of a table.

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
  if (!spec.where.empty()) attributes["where"] = spec.where;
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
  if (fields.has("where")) spec.where = fields.text("where");
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

// In the form that zarr-python writes (zarr-specs, pull request 309).
json consolidated(const std::map<std::string, std::string>& array_texts) {
  json metadata = json::object();
  for (const auto& [name, text] : array_texts) metadata[name] = json::parse(text);
  return {{"kind", "inline"}, {"must_understand", false}, {"metadata", metadata}};
}

// A spec that was read from a file and makes no sense is damage.
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
  if (info.spec.where.empty())
    attributes.expect("positions", *info.spec.box.volume());
  else if (info.result.positions > *info.spec.box.volume())
    attributes.reject("positions", "at most the tuples of the box");
  if (!status) return status.error();
  return info;
}

bool names_our_format(std::string_view text) {
  const auto document = parse_text(text);
  if (!document) return false;
  Status status;
  return Fields(*document, "", status).object("attributes").has("grundy_format");
}

// The zarr.json of an array.

namespace {

// No table of ours exceeds these, and no damaged number makes a reader ask for absurd memory.
constexpr std::int64_t most_chunk_cells = std::int64_t{1} << 24;
constexpr std::int64_t most_shard_cells = std::int64_t{1} << 40;
constexpr std::uint64_t most_shards = std::uint64_t{1} << 24;
constexpr std::uint64_t most_chunks_of_shard = std::uint64_t{1} << 24;

constexpr Names<Codec::Shuffle, 3> shuffles{{{"noshuffle", Codec::Shuffle::none},
                                             {"shuffle", Codec::Shuffle::bytes},
                                             {"bitshuffle", Codec::Shuffle::bits}}};

constexpr Names<Codec::Kind, 2> blosc_compressors{
    {{"lz4", Codec::Kind::blosc_lz4}, {"zstd", Codec::Kind::blosc_zstd}}};

constexpr Names<unsigned, 3> data_types{{{"uint8", 1}, {"uint16", 2}, {"uint32", 4}}};

// The codec "bytes" has no byte order where a cell is one byte.
json bytes_codec(unsigned width) {
  json codec{{"name", "bytes"}};
  if (width > 1) codec["configuration"] = {{"endian", "little"}};
  return codec;
}

json compressor_json(const Codec& codec, unsigned width) {
  if (codec.kind == Codec::Kind::zstd)
    return {{"name", "zstd"}, {"configuration", {{"level", codec.level}, {"checksum", false}}}};
  return {{"name", "blosc"},
          {"configuration",
           {{"cname", name_of(blosc_compressors, codec.kind)},
            {"clevel", codec.level},
            {"shuffle", name_of(shuffles, codec.shuffle)},
            {"typesize", width},
            {"blocksize", 0}}}};
}

// A shape of positive sides that hold at most `most` cells.
std::vector<std::int64_t> sides_from(const Fields& fields, std::string_view key,
                                     std::size_t dimensions, std::int64_t most) {
  auto sides = fields.integers(key, 1, most);
  std::int64_t cells = 1;
  for (const std::int64_t side : sides)
    if (__builtin_mul_overflow(cells, side, &cells))
      cells = std::numeric_limits<std::int64_t>::max();
  if (sides.size() != dimensions || cells > most)
    fields.reject(key, fmt::format("{} sides that hold at most {} cells", dimensions, most));
  return sides;
}

int level_from(const Fields& configuration, std::string_view key, int most) {
  return static_cast<int>(configuration.integer(key, 1, most));
}

Codec compressor_from(const Fields& codec, unsigned width) {
  const Fields configuration = codec.object("configuration");
  if (codec.text("name") == "zstd")
    return {Codec::Kind::zstd, Codec::Shuffle::none, level_from(configuration, "level", 22)};
  codec.expect("name", "blosc");
  configuration.expect("typesize", width);
  return {value_of(blosc_compressors, configuration, "cname"),
          value_of(shuffles, configuration, "shuffle"), level_from(configuration, "clevel", 9)};
}

void expect_bytes_codec(const Fields& codec, unsigned width) {
  codec.expect("name", "bytes");
  if (width > 1) codec.object("configuration").expect("endian", "little");
}

Codec chunk_codec_from(const Fields& sharding, unsigned width) {
  const auto codecs = sharding.objects("codecs");
  if (codecs.size() != 3) {
    sharding.reject("codecs", "bytes, zstd or blosc, and crc32c");
    return {};
  }
  expect_bytes_codec(codecs[0], width);
  codecs[2].expect("name", "crc32c");
  return compressor_from(codecs[1], width);
}

Layout layout_from(const Fields& grid, const Fields& sharding, std::size_t dimensions) {
  Layout layout{sides_from(sharding, "chunk_shape", dimensions, most_chunk_cells),
                sides_from(grid, "chunk_shape", dimensions, most_shard_cells)};
  for (std::size_t axis = 0; axis < std::min(layout.chunk.size(), layout.shard.size()); ++axis)
    if (layout.shard[axis] % layout.chunk[axis] != 0)
      grid.reject("chunk_shape", "multiples of the sides of inner chunks");
  return layout;
}

std::vector<std::int64_t> shape_of(const Box& box) {
  std::vector<std::int64_t> shape;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) shape.push_back(box.extent(axis));
  return shape;
}

// What the cells mean, for people who see the array in a program that knows nothing of Grundy.
std::string long_name(const ArrayFormat& format) {
  if (format.name == section_name)
    return fmt::format(
        "index of the only P-position (outcome 0) on each line of the axis that is "
        "left out; {}: there is none",
        format.fill);
  std::string text = format.name;
  if (format.name == to_string(Quantity::outcome)) text += ": 0 = P, 1 = N";
  if (format.has_holes) text += fmt::format("; {}: no position", format.fill);
  for (const auto& group : format.sorted_axes) {
    std::string axes;
    for (const std::size_t axis : group)
      axes += (axes.empty() ? "" : ", ") + format.dimensions[axis];
    text += fmt::format("; only where {} ascend: sort them to look a position up", axes);
  }
  return text;
}

}  // namespace

std::string array_text(const ArrayFormat& format) {
  const json crc{{"name", "crc32c"}};
  const json sharding{
      {"name", "sharding_indexed"},
      {"configuration",
       {{"chunk_shape", format.layout.chunk},
        {"codecs", {bytes_codec(format.width), compressor_json(format.codec, format.width), crc}},
        {"index_codecs", {bytes_codec(8), crc}},
        {"index_location", "end"}}}};
  return to_text(
      {{"zarr_format", 3},
       {"node_type", "array"},
       {"shape", shape_of(format.box)},
       {"data_type", name_of(data_types, format.width)},
       {"chunk_grid",
        {{"name", "regular"}, {"configuration", {{"chunk_shape", format.layout.shard}}}}},
       {"chunk_key_encoding", {{"name", "default"}, {"configuration", {{"separator", "."}}}}},
       {"fill_value", format.fill},
       {"codecs", json::array({sharding})},
       {"dimension_names", format.dimensions},
       {"attributes", {{"origin", format.box.low}, {"long_name", long_name(format)}}}});
}

Result<ArrayFormat> parse_array(std::string_view text, const ArrayFormat& expected) {
  auto document = parse_text(text);
  if (!document) return document.error();
  Status status;
  const Fields fields(*document, "", status);
  fields.expect("zarr_format", 3);
  fields.expect("node_type", "array");
  fields.expect("shape", shape_of(expected.box));
  fields.expect("dimension_names", expected.dimensions);
  fields.object("attributes").expect("origin", expected.box.low);
  fields.object("chunk_key_encoding").expect("name", "default");
  fields.object("chunk_key_encoding").object("configuration").expect("separator", ".");
  ArrayFormat format = expected;
  format.width = value_of(data_types, fields, "data_type");
  format.fill = static_cast<std::uint32_t>(
      fields.integer("fill_value", 0, (std::int64_t{1} << (8 * format.width)) - 1));
  if (format.has_holes && format.fill != no_position(format.width))
    fields.reject("fill_value", "the largest number of the data type");
  const auto codecs = fields.objects("codecs");
  if (codecs.size() != 1) fields.reject("codecs", "sharding_indexed alone");
  if (!status) return status.error();
  codecs[0].expect("name", "sharding_indexed");
  const Fields sharding = codecs[0].object("configuration");
  sharding.expect("index_location", "end");
  sharding.expect("index_codecs", {bytes_codec(8), {{"name", "crc32c"}}});
  fields.object("chunk_grid").expect("name", "regular");
  format.layout = layout_from(fields.object("chunk_grid").object("configuration"), sharding,
                              expected.box.dimensions());
  format.codec = chunk_codec_from(sharding, format.width);
  if (!status) return status.error();
  if (format.shards().size() > most_shards)
    return Error{Errc::corrupt, fmt::format("{} shards, at most {} are supported",
                                            format.shards().size(), most_shards)};
  if (format.chunks(0).size() > most_chunks_of_shard)
    return Error{Errc::corrupt, fmt::format("{} chunks a shard, at most {} are supported",
                                            format.chunks(0).size(), most_chunks_of_shard)};
  return format;
}

}  // namespace grundy::table
