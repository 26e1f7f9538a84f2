#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace grundy {
namespace {

// The constants were computed by a separate program from the formulas in base/digest.hpp, with
// Python's integers. Tables carry digests: a change here makes every stored one wrong.
TEST(Digest, HasItsPublishedFactors) {
  EXPECT_EQ(digest_fine(0, 0), (Residues{0x220a8397b1dcdb6, 0xe789e6aa1b965f7}));
  EXPECT_EQ(digest_fine(3, 1023), (Residues{0x755e8b8b133f166, 0x3b0df1f11725a8f}));
  EXPECT_EQ(digest_fine(3, 1024), digest_fine(3, 0));
  EXPECT_EQ(digest_coarse(7, 1023), digest_coarse(7, 0));
  EXPECT_EQ(digest_coarse(7, 1024), (Residues{0x1e00a34929a88f1e, 0x255b237b8bb1902}));
  EXPECT_EQ(digest_coarse(1, std::int64_t{1} << 53),
            (Residues{0x1f996311e64bbbb7, 0x145ddee6c02f47f4}));
}

TEST(Digest, IsTheSumOfWeightsTimesKeys) {
  Digest digest;
  EXPECT_EQ(digest.hex(), "00000000000000000000000000000000");
  digest.add(digest_fine(0, 5) * digest_coarse(0, 5), 1);
  digest.add(digest_fine(0, 2000) * digest_coarse(0, 2000), 0xffffffff);
  EXPECT_EQ(digest.hex(), "1a2e4c5bc0b0dfa70d2cfb69d0259892");
}

// (-1)^2 = 1, -1 + 1 = 0, and 2^60 * 2 = 1, modulo 2^61 - 1.
TEST(Residues, WrapAroundAtThePrime) {
  constexpr std::uint64_t last = Residues::prime - 1;
  constexpr std::uint64_t half = std::uint64_t{1} << 60;
  EXPECT_EQ((Residues{last, half} * Residues{last, 2}), (Residues{1, 1}));
  EXPECT_EQ((Residues{last, half} + Residues{1, half}), (Residues{0, 1}));
  EXPECT_EQ((Residues{last, 0} + Residues{last, 0}), (Residues{last - 1, 0}));
}

RankDigest rank_digest_of(std::uint64_t first, std::uint64_t last) {
  RankDigest digest;
  for (std::uint64_t rank = first; rank < last; ++rank) digest.add(rank, rank % 7);
  return digest;
}

// Likewise of base/digest.hpp.
TEST(RankDigest, HasItsPublishedConstants) {
  EXPECT_EQ(RankDigest{}.hex(), "00000000000000000000000000000000");
  const auto digest_of_one = [](std::uint64_t rank, std::uint64_t value) {
    RankDigest digest;
    digest.add(rank, value);
    return digest.hex();
  };
  EXPECT_EQ(digest_of_one(0, 0), "0000000000000000b4d055fcf2cbbd7b");
  EXPECT_EQ(digest_of_one(1, 0), "e220a8397b1dcdafda26e52fa3730902");
  EXPECT_EQ(digest_of_one(0, 1), "5692161d100b05e501d60447fea35413");
  EXPECT_EQ(digest_of_one(std::numeric_limits<std::uint64_t>::max(), 65535),
            "7c274f2806ed259dd9755fb6c0efe0a6");
  EXPECT_EQ(rank_digest_of(0, 1000).hex(), "a8828fe82d13d593cf0045cdb078797f");
}

TEST(RankDigest, OfPartsAddsUpToTheWhole) {
  for (const std::uint64_t cut : {0u, 1u, 500u, 999u, 1000u}) {
    RankDigest digest = rank_digest_of(cut, 1000);
    digest.add(rank_digest_of(0, cut));
    EXPECT_EQ(digest, rank_digest_of(0, 1000)) << "cut at " << cut;
  }
}

}  // namespace
}  // namespace grundy
