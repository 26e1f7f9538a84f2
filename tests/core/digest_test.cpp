#include "core/digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace grundy {
namespace {

Digest digest_of(std::uint64_t first, std::uint64_t last) {
  Digest digest;
  for (std::uint64_t rank = first; rank < last; ++rank) digest.add(rank, rank % 7);
  return digest;
}

// The constants were computed by a separate program from the formula in core/digest.hpp,
// with Python's integers. Tables carry digests: a change here makes every stored one wrong.
TEST(Digest, HasItsPublishedConstants) {
  EXPECT_EQ(Digest{}.hex(), "00000000000000000000000000000000");
  const auto digest_of_one = [](std::uint64_t rank, std::uint64_t value) {
    Digest digest;
    digest.add(rank, value);
    return digest.hex();
  };
  EXPECT_EQ(digest_of_one(0, 0), "0000000000000000b4d055fcf2cbbd7b");
  EXPECT_EQ(digest_of_one(1, 0), "e220a8397b1dcdafda26e52fa3730902");
  EXPECT_EQ(digest_of_one(0, 1), "5692161d100b05e501d60447fea35413");
  EXPECT_EQ(digest_of_one(std::numeric_limits<std::uint64_t>::max(), 65535),
            "7c274f2806ed259dd9755fb6c0efe0a6");
  EXPECT_EQ(digest_of(0, 1000).hex(), "a8828fe82d13d593cf0045cdb078797f");
}

TEST(Digest, DoesNotDependOnOrder) {
  Digest backwards;
  for (std::uint64_t rank = 1000; rank-- > 0;) backwards.add(rank, rank % 7);
  EXPECT_EQ(backwards, digest_of(0, 1000));
}

TEST(Digest, OfPartsAddsUpToTheWhole) {
  for (const std::uint64_t cut : {0u, 1u, 500u, 999u, 1000u}) {
    Digest digest = digest_of(cut, 1000);
    digest.add(digest_of(0, cut));
    EXPECT_EQ(digest, digest_of(0, 1000)) << "cut at " << cut;
  }
}

TEST(Digest, TellsARankFromAValue) {
  std::vector<std::string> seen;
  for (std::uint64_t rank = 0; rank < 30; ++rank)
    for (std::uint64_t value = 0; value < 30; ++value) {
      Digest digest;
      digest.add(rank, value);
      seen.push_back(digest.hex());
    }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

}  // namespace
}  // namespace grundy
