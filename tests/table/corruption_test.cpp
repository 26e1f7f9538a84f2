#include <nlohmann/json.hpp>

#include "sample.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A table of nimbers with p_section: 32 * 40 cells in one shard.
class Corruption : public testing::Test {
 protected:
  void SetUp() override {
    TableSpec spec = spec_of(box_, Quantity::nimber);
    spec.section_axis = 1;
    const auto cells = cells_of(
        box_, [](const Position& at) { return static_cast<std::uint32_t>(at[0] ^ at[1]); });
    write_table(path_, spec, {view_of(cells, box_)});
  }

  // Opens the table and reads all of it; the first error on the way.
  Status read_everything() const {
    const auto table = Table::open(path_);
    if (!table) return table.error();
    const auto cells = read_all(*table, Quantity::nimber);
    if (!cells) return cells.error();
    for (const Position& at : {box_.low, box_.high}) {
      if (const auto outcome = table->outcome(at); !outcome) return outcome.error();
      if (const auto value = table->at(Quantity::nimber, at); !value) return value.error();
    }
    return {};
  }

  void expect_corrupt(const fs::path& file, const std::string& said) const {
    const Status status = read_everything();
    ASSERT_FALSE(status) << "expected a complaint about " << said;
    EXPECT_EQ(status.error().code, Errc::corrupt) << status.error().message;
    EXPECT_NE(status.error().message.find(file.string()), std::string::npos)
        << status.error().message;
    EXPECT_NE(status.error().message.find(said), std::string::npos) << status.error().message;
  }

  // Sets one field of a zarr.json and expects a complaint that names it.
  void expect_field_checked(const std::string& name, const std::string& pointer,
                            const json& value) {
    SCOPED_TRACE(name + pointer + " = " + value.dump());
    const fs::path file = path_ / name;
    const std::string original = bytes_of(file);
    json document = json::parse(original);
    document[json::json_pointer(pointer)] = value;
    overwrite(file, document.dump());
    expect_corrupt(file, "");
    overwrite(file, original);
  }

  const Box box_ = box_of({32, 40});
  const test::TemporaryDirectory directory_;
  const fs::path path_ = directory_ / "t.zarr";
};

TEST_F(Corruption, IsAbsentAtFirst) {
  EXPECT_TRUE(read_everything());
}

TEST_F(Corruption, NoTableAtAll) {
  const auto table = Table::open(directory_ / "other.zarr");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Errc::usage);
}

TEST_F(Corruption, MissingFiles) {
  for (const char* name :
       {"zarr.json", "nimber/zarr.json", "p_section/zarr.json", "nimber/c.0.0", "p_section/c.0"}) {
    const fs::path file = path_ / name;
    const std::string original = bytes_of(file);
    fs::remove(file);
    expect_corrupt(file, "cannot open");
    fs::create_directory(file);
    expect_corrupt(file, "not a regular file");
    fs::remove(file);
    overwrite(file, "");
    expect_corrupt(file, "");
    overwrite(file, original);
  }
}

TEST_F(Corruption, TruncatedAndLengthenedShards) {
  const fs::path file = path_ / "nimber" / "c.0.0";
  const std::string original = bytes_of(file);
  for (std::size_t size = 0; size < original.size(); ++size) {
    overwrite(file, original.substr(0, size));
    expect_corrupt(file, "");
  }
  overwrite(file, original + "x");
  expect_corrupt(file, "index");
}

TEST_F(Corruption, EveryFlippedBitOfAShardIsFound) {
  for (const char* name : {"nimber/c.0.0", "p_section/c.0"}) {
    const fs::path file = path_ / name;
    const std::string original = bytes_of(file);
    for (std::size_t bit = 0; bit < original.size() * 8; ++bit) {
      std::string damaged = original;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      overwrite(file, damaged);
      expect_corrupt(file, "CRC-32C");
    }
    overwrite(file, original);
  }
}

// An index that is whole but lies: its checksum is made good again.
TEST_F(Corruption, OffsetsBeyondTheFile) {
  const fs::path file = path_ / "nimber" / "c.0.0";
  const std::string original = bytes_of(file);
  const std::size_t index = original.size() - 20;
  for (const auto& [at, byte] :
       {std::pair{index, '\x7f'}, {index + 8, '\xff'}, {index + 7, '\x7f'}, {index + 15, '\xff'}}) {
    std::string damaged = original;
    damaged[at] = byte;
    const std::uint32_t crc = crc32c(std::as_bytes(std::span(damaged).subspan(index, 16)));
    for (std::size_t i = 0; i < 4; ++i)
      damaged[index + 16 + i] = static_cast<char>(crc >> 8 * i & 0xff);
    overwrite(file, damaged);
    expect_corrupt(file, "");
  }
}

TEST_F(Corruption, EveryFieldOfTheGroupIsChecked) {
  const std::string file = "zarr.json";
  for (const json& wrong : {json(), json(2), json("3"), json(3.5), json::array(), json::object()})
    expect_field_checked(file, "/zarr_format", wrong);
  expect_field_checked(file, "/node_type", "array");
  const json group = json::parse(bytes_of(path_ / file));
  for (const auto& [key, value] : group["attributes"].items())
    for (const json& wrong : {json(), json(-1), json(true), json{{"a", 1}}, json::array({"x", 1}),
                              json(1e300), json("?"), json::array({-1})}) {
      const bool free_text = value.is_string() && key != "digest" && key != "quantity" &&
                             key != "convention" && key != "store" && wrong.is_string();
      if (!free_text) expect_field_checked(file, "/attributes/" + key, wrong);
    }
  expect_field_checked(file, "/attributes", json());
  expect_field_checked(file, "/attributes/grundy_format", 1);
  expect_field_checked(file, "/attributes/parameters/S", 3);
  expect_field_checked(file, "/attributes/box", {31, 39, 39});
  expect_field_checked(file, "/attributes/box", {31, 9'007'199'254'740'993});
  expect_field_checked(file, "/attributes/box", {18'446'744'073'709'551'615u, 39});
  expect_field_checked(file, "/attributes/box", {32, 39});  // the array's shape says 32
  expect_field_checked(file, "/attributes/closure", {30, 39});
  expect_field_checked(file, "/attributes/section_axis", 2);
  expect_field_checked(file, "/attributes/store", "sorted");  // by which axes?
  expect_field_checked(file, "/attributes/store", "section");
}

TEST_F(Corruption, AQuantityWithoutItsArray) {
  json document = json::parse(bytes_of(path_ / "zarr.json"));
  document["attributes"]["quantity"] = "outcome";
  overwrite(path_ / "zarr.json", document.dump());
  expect_corrupt(path_ / "outcome" / "zarr.json", "cannot open");
}

TEST_F(Corruption, EveryFieldOfAnArrayIsChecked) {
  const std::string file = "nimber/zarr.json";
  const std::string grid = "/chunk_grid/configuration/chunk_shape";
  const std::string sharding = "/codecs/0/configuration";
  const auto many = std::int64_t{1} << 40;
  expect_field_checked(file, "/zarr_format", 2);
  expect_field_checked(file, "/node_type", "group");
  expect_field_checked(file, "/shape", {32, 41});
  expect_field_checked(file, "/shape", "32x40");
  expect_field_checked(file, "/data_type", "float64");
  expect_field_checked(file, "/data_type", "uint16");  // typesize and byte order disagree
  expect_field_checked(file, "/chunk_grid/name", "irregular");
  expect_field_checked(file, grid, {32, 40, 1});
  expect_field_checked(file, grid, {0, 40});
  expect_field_checked(file, grid, {-32, -40});
  expect_field_checked(file, grid, {many, many});
  expect_field_checked(file, grid, {33, 40});
  expect_field_checked(file, "/chunk_key_encoding/name", "v2");
  expect_field_checked(file, "/chunk_key_encoding/configuration/separator", "/");
  expect_field_checked(file, "/fill_value", -1);
  expect_field_checked(file, "/fill_value", 256);
  expect_field_checked(file, "/fill_value", "NaN");
  expect_field_checked(file, "/dimension_names", {"b", "a"});
  expect_field_checked(file, "/attributes/origin", {1, 0});
  expect_field_checked(file, "/codecs", json::array());
  expect_field_checked(file, "/codecs/0/name", "gzip");
  expect_field_checked(file, sharding + "/chunk_shape", {0, 0});
  expect_field_checked(file, sharding + "/chunk_shape", {many, 1});
  expect_field_checked(file, sharding + "/chunk_shape", {1 << 24, 1 << 24});
  expect_field_checked(file, sharding + "/codecs/0/name", "transpose");
  expect_field_checked(file, sharding + "/codecs/1/name", "gzip");
  expect_field_checked(file, sharding + "/codecs/2/name", "crc32");
  expect_field_checked(file, sharding + "/codecs", json::array({"bytes"}));
  expect_field_checked(file, sharding + "/index_codecs", json::array());
  expect_field_checked(file, sharding + "/index_location", "start");
}

TEST_F(Corruption, TextThatIsNoMetadata) {
  for (const char* name : {"zarr.json", "nimber/zarr.json"})
    for (const std::string& text :
         {std::string("{"), std::string("[]"), std::string("7"), std::string("\0\xff", 2),
          std::string(1 << 20, '['), "{\"attributes\":" + std::string(1 << 20, '{')}) {
      const fs::path file = path_ / name;
      const std::string original = bytes_of(file);
      overwrite(file, text);
      expect_corrupt(file, "");
      overwrite(file, original);
    }
}

// Metadata carries no checksum, so a change may go unseen here; but nothing may crash, and what
// fails must fail as damage.
TEST_F(Corruption, RandomDamageToMetadataNeverCrashes) {
  std::mt19937 random(/*seed=*/2024);
  for (const char* name : {"zarr.json", "nimber/zarr.json", "p_section/zarr.json"}) {
    const fs::path file = path_ / name;
    const std::string original = bytes_of(file);
    for (int trial = 0; trial < 500; ++trial) {
      std::string damaged = original;
      for (auto edits = 1 + random() % 3; edits > 0; --edits) {
        const std::size_t at = random() % damaged.size();
        const char* const replacements = "0129-\",:{}[]x\xff";
        if (random() % 4 == 0)
          damaged.erase(at, 1 + random() % 20);
        else
          damaged[at] = replacements[random() % 14];
      }
      overwrite(file, damaged);
      if (const Status status = read_everything(); !status) {
        EXPECT_NE(status.error().code, Errc::usage) << status.error().message;
      }
    }
    overwrite(file, original);
  }
}

}  // namespace
}  // namespace grundy::table
