#include "table/codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string_view>

namespace grundy::table {
namespace {

const std::vector<Codec> every_codec{{Codec::Kind::zstd, Codec::Shuffle::none, 1},
                                     {Codec::Kind::zstd, Codec::Shuffle::none, 9},
                                     {Codec::Kind::blosc_lz4, Codec::Shuffle::none, 9},
                                     {Codec::Kind::blosc_lz4, Codec::Shuffle::bytes, 5},
                                     {Codec::Kind::blosc_lz4, Codec::Shuffle::bits, 9},
                                     {Codec::Kind::blosc_zstd, Codec::Shuffle::none, 5},
                                     {Codec::Kind::blosc_zstd, Codec::Shuffle::bytes, 5},
                                     {Codec::Kind::blosc_zstd, Codec::Shuffle::bits, 5}};

std::vector<std::byte> random_bytes(std::size_t count, unsigned most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> bytes(count);
  std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random() % (most + 1)); });
  return bytes;
}

// RFC 3720 (iSCSI), appendix B.4, and the check value of every catalogue of CRCs.
TEST(Codec, Crc32cIsTheOneOfIscsi) {
  EXPECT_EQ(crc32c(std::vector<std::byte>(32, std::byte{0})), 0x8a9136aau);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32, std::byte{0xff})), 0x62a8ab43u);
  const std::string_view digits = "123456789";
  EXPECT_EQ(crc32c(std::as_bytes(std::span(digits))), 0xe3069283u);
}

TEST(Codec, DecodesWhatItEncoded) {
  for (const Codec& codec : every_codec)
    for (const unsigned width : {1u, 2u, 4u})
      for (const std::size_t cells : {1u, 7u, 8u, 1000u, 32768u})
        for (const unsigned most : {0u, 3u, 255u}) {
          const auto plain = random_bytes(cells * width, most, /*seed=*/17);
          std::vector<std::byte> encoded;
          ASSERT_TRUE(encode_chunk(codec, plain, width, encoded));
          std::vector<std::byte> decoded(plain.size());
          ASSERT_TRUE(decode_chunk(codec, encoded, decoded));
          EXPECT_EQ(decoded, plain);
        }
}

TEST(Codec, FindsEveryFlippedBit) {
  for (const Codec& codec : every_codec) {
    const auto plain = random_bytes(256, 3, /*seed=*/18);
    std::vector<std::byte> encoded;
    ASSERT_TRUE(encode_chunk(codec, plain, 1, encoded));
    std::vector<std::byte> decoded(plain.size());
    for (std::size_t bit = 0; bit < encoded.size() * 8; ++bit) {
      auto damaged = encoded;
      damaged[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      const Status status = decode_chunk(codec, damaged, decoded);
      ASSERT_FALSE(status);
      EXPECT_EQ(status.error().code, Errc::corrupt);
    }
  }
}

// A true CRC over nonsense: only the decompressor can complain.
TEST(Codec, RefusesNonsenseWithATrueChecksum) {
  std::mt19937 random(/*seed=*/19);
  for (const Codec& codec : every_codec)
    for (int trial = 0; trial < 2000; ++trial) {
      const auto plain = random_bytes(512, 3, random());
      std::vector<std::byte> encoded;
      ASSERT_TRUE(encode_chunk(codec, plain, 2, encoded));
      encoded.erase(encoded.end() - 4, encoded.end());
      for (int flips = 0; flips < 3; ++flips)
        encoded[random() % encoded.size()] ^= static_cast<std::byte>(1 + random() % 255);
      const std::uint32_t crc = crc32c(encoded);
      for (int i = 0; i < 4; ++i) encoded.push_back(static_cast<std::byte>(crc >> 8 * i & 0xff));
      std::vector<std::byte> decoded(plain.size());
      // It may decode to something else; it may not crash or write beyond the cells.
      if (const Status status = decode_chunk(codec, encoded, decoded); !status) {
        EXPECT_EQ(status.error().code, Errc::corrupt);
      }
    }
}

TEST(Codec, RefusesAnotherLength) {
  for (const Codec& codec : every_codec) {
    std::vector<std::byte> encoded;
    ASSERT_TRUE(encode_chunk(codec, random_bytes(512, 9, 20), 1, encoded));
    for (const std::size_t wrong : {511u, 513u}) {
      std::vector<std::byte> decoded(wrong);
      EXPECT_FALSE(decode_chunk(codec, encoded, decoded));
    }
    EXPECT_FALSE(decode_chunk(codec, std::span(encoded).first(4), encoded));
  }
}

std::size_t size_with(const Codec& codec, const std::vector<std::vector<std::byte>>& samples) {
  std::vector<std::byte> encoded;
  for (const auto& sample : samples) EXPECT_TRUE(encode_chunk(codec, sample, 1, encoded));
  return encoded.size();
}

// One random bit a byte: shuffled bits are an eighth, and nothing can be smaller.
TEST(Codec, TrialTakesTheFastestOfThoseThatAreSmall) {
  const std::vector<std::vector<std::byte>> samples{random_bytes(32768, 1, 21),
                                                    random_bytes(32768, 1, 22)};
  const auto chosen = choose_codec(samples, 1);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->codec, (Codec{Codec::Kind::blosc_lz4, Codec::Shuffle::bits, 9}));
  EXPECT_EQ(chosen->bytes, size_with(chosen->codec, samples));
  for (const Codec& codec : every_codec)
    EXPECT_LE(chosen->bytes, size_with(codec, samples) * 21 / 20);
}

// Long repeats at a distance: what zstd looks for.
TEST(Codec, TrialTakesASlowOneThatIsSmaller) {
  auto repeated = random_bytes(8192, 255, 23);
  for (int copy = 0; copy < 3; ++copy)
    repeated.insert(repeated.end(), repeated.begin(), repeated.begin() + 8192);
  const auto chosen = choose_codec(std::vector<std::vector<std::byte>>{repeated}, 1);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->codec.kind, Codec::Kind::zstd);
}

// Random bits fit in an eighth of their bytes and in no less.
TEST(Codec, TellsWhetherSomeCodecFits) {
  const std::vector<std::vector<std::byte>> samples{random_bytes(32768, 1, 24),
                                                    random_bytes(32768, 1, 25)};
  auto least = std::numeric_limits<std::size_t>::max();
  for (const Codec& codec : {Codec{Codec::Kind::blosc_lz4, Codec::Shuffle::bits, 9},
                             Codec{Codec::Kind::zstd, Codec::Shuffle::none, 1},
                             Codec{Codec::Kind::zstd, Codec::Shuffle::none, 9}})
    least = std::min(least, size_with(codec, samples));
  EXPECT_TRUE(some_codec_fits(samples, 1, least));
  EXPECT_FALSE(some_codec_fits(samples, 1, least - 1));
  EXPECT_FALSE(some_codec_fits(samples, 1, least / 2));
  EXPECT_TRUE(some_codec_fits({}, 1, 0));
}

}  // namespace
}  // namespace grundy::table
