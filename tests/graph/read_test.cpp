// Texts of every size, shape and compression, cut into blocks by chance.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <fstream>
#include <random>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "graph/text_source.hpp"
#include "graphs.hpp"

namespace grundy::graph::test {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t seed = 1953;

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
  return out;
}

std::string text_in(const std::string& bytes) {
  const grundy::test::TemporaryDirectory directory;
  std::ofstream(directory / "text", std::ios::binary) << bytes;
  const auto source = TextSource::open((directory / "text").string());
  if (!source) return source.error().message;
  std::string text;
  std::array<std::byte, 1000> some{};
  while (true) {
    const auto got = (*source)->read(some);
    if (!got) return got.error().message;
    if (*got == 0) return text;
    text.append(reinterpret_cast<const char*>(some.data()), *got);
  }
}

// Several blocks of edges, with lines of all lengths.
Pairs many_edges() {
  std::mt19937_64 random(seed);
  Pairs edges;
  for (std::size_t i = 0; i < 400'000; ++i)
    edges.emplace_back(random() >> (1 + random() % 63), random() % 1000);
  return edges;
}

Pairs pairs_in(const EdgeList& list) {
  Pairs pairs;
  for (const EdgeList::Piece& piece : list.pieces)
    for (const auto [from, to] : piece.edges.items()) pairs.emplace_back(from, to);
  return pairs;
}

class Read : public testing::TestWithParam<std::pair<const char*, std::size_t>> {
 protected:
  void SetUp() override {
    auto executor = parallel::make_executor(GetParam().first, GetParam().second);
    ASSERT_TRUE(executor);
    executor_ = *std::move(executor);
  }
  Work work() const { return {*executor_}; }
  std::unique_ptr<parallel::Executor> executor_;
};

TEST_P(Read, KeepsEveryEdgeInOrder) {
  const Pairs edges = many_edges();
  const std::string text = text_of(edges);
  ASSERT_GT(text.size(), 2 * LineBlocks::largest_block);
  for (const std::string& bytes :
       {text, text.substr(0, text.size() - 1), gzipped(text), zstandard(text),
        gzipped(text.substr(0, 999)) + gzipped(text.substr(999))}) {
    const auto list = read_text(bytes, work());
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_EQ(list->edges, edges.size());
    EXPECT_TRUE(pairs_in(*list) == edges) << "seed " << seed;
  }
}

TEST_P(Read, NamesTheLineOfTheFirstMistake) {
  const Pairs edges = many_edges();
  std::string text = text_of(edges) + "7 up\n" + text_of(edges) + "8 down\n";
  const auto list = read_text(text, work());
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, Errc::corrupt);
  EXPECT_THAT(list.error().message, HasSubstr(":400001: found 'up', expected a vertex"));
}

TEST_P(Read, StopsAsSoonAsTheMemoryIsTooSmall) {
  Work small = work();
  small.memory_limit = memory::resident_memory() + (4 << 20);
  const auto list = read_text(text_of(many_edges()), small);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, Errc::memory);
  EXPECT_THAT(list.error().message, HasSubstr("option `memory`"));
}

TEST_P(Read, StopsOnRequest) {
  const std::atomic<bool> stop{true};
  Work stopped = work();
  stopped.stop = &stop;
  const auto list = read_text("1 2\n", stopped);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, Errc::interrupted);
}

INSTANTIATE_TEST_SUITE_P(Executors, Read,
                         testing::Values(std::pair{"serial", 1u}, std::pair{"openmp", 3u},
                                         std::pair{"tbb", 2u}));

TEST(TextSource, UnpacksWhatItIsGiven) {
  const std::string text = text_of(many_edges());
  for (const std::string& some : {std::string(), std::string("1"), text}) {
    EXPECT_EQ(text_in(some), some);
    EXPECT_EQ(text_in(gzipped(some)), some);
    EXPECT_EQ(text_in(gzipped(some) + gzipped("2\n")), some + "2\n");
    EXPECT_EQ(text_in(zstandard(some)), some);
    EXPECT_EQ(text_in(zstandard(some) + zstandard("2\n")), some + "2\n");
  }
}

TEST(TextSource, NoticesWhatIsCutOffOrDamaged) {
  const std::string text = text_of(many_edges());
  for (const std::string& bytes : {gzipped(text), zstandard(text)}) {
    EXPECT_THAT(text_in(bytes.substr(0, bytes.size() - 1)), HasSubstr("ends too early"));
    EXPECT_THAT(text_in(bytes.substr(0, bytes.size() / 2)), HasSubstr("ends too early"));
    EXPECT_THAT(text_in(bytes.substr(0, 5)), HasSubstr("ends too early"));
  }
  std::string bytes = gzipped(text);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
  EXPECT_THAT(text_in(bytes), HasSubstr("damaged gzip data"));
  EXPECT_THAT(text_in(zstandard(text).substr(0, 1000) + std::string(1000, '\xff')),
              HasSubstr("zstd data"));
}

TEST(TextSource, SaysWhatCannotBeRead) {
  const auto source = TextSource::open("/nowhere/edges");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, Errc::io);
  EXPECT_THAT(source.error().message, HasSubstr("/nowhere/edges: cannot be read: No such file"));
}

TEST(LineBlocks, ReadsOnPastALineLongerThanABlock) {
  const auto executor = parallel::make_executor("serial", 1);
  const std::string comment = "#" + std::string(3 * LineBlocks::least_block, 'x') + "\n";
  const auto list = read_text("1 0\n" + comment + comment + "2 1\n", {**executor});
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list->edges, 2u);
}

TEST(LineBlocks, RefusesLinesThatNoEdgeHas) {
  const auto executor = parallel::make_executor("serial", 1);
  const auto list = read_text(std::string(4 << 20, 'x'), {**executor});
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, Errc::corrupt);
  EXPECT_THAT(list.error().message, HasSubstr("no list of edges"));
}

}  // namespace
}  // namespace grundy::graph::test
