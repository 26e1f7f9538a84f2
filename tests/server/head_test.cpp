// Heads of requests, and what any bytes in their place do.
#include "server/http/head.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace grundy::http {
namespace {

const std::string whole =
    "POST /a/b%20c/?x=1%2B2&y=+z&x HTTP/1.1\r\nHost: Example.org:80\r\nA: b\r\na:  c \t\r\n"
    "Content-Length: 12\r\n\r\n";

TEST(Head, IsTakenApart) {
  const Head head = read_head(whole + "the body", {});
  ASSERT_FALSE(head.refusal);
  EXPECT_EQ(head.bytes, whole.size());
  const Request& request = head.request;
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, (std::vector<std::string>{"a", "b c", ""}));
  EXPECT_EQ(request.query, (Query{{"x", "1+2"}, {"y", " z"}, {"x", ""}}));
  EXPECT_EQ(request.host, "example.org");
  EXPECT_EQ(request.field("a"), "b, c");
  EXPECT_EQ(request.content_length, 12U);
  EXPECT_TRUE(request.keep_alive);
}

TEST(Head, IsWholeAtItsEndAndNotBefore) {
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Head head = read_head(whole.substr(0, size), {});
    EXPECT_EQ(head.bytes, 0U) << size;
    EXPECT_FALSE(head.refusal) << size;
  }
}

// What is refused by the first bytes is refused by all of them: no cut makes it a request.
TEST(Head, AnyBytesAreTakenOrRefusedHoweverTheyAreCut) {
  std::mt19937_64 random(/*seed=*/1999);
  const std::string signs = "\r\n\r\n: ,;%2ef0/\\.\t\v?#\x01\x7f\x80 aGHTTP/1.1Host";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = whole;
    const auto changes = 1 + random() % 4;
    for (std::uint64_t i = 0; i < changes; ++i) {
      const std::size_t at = random() % text.size();
      const char sign = signs[random() % signs.size()];
      switch (random() % 3) {
        case 0:
          text[at] = sign;
          break;
        case 1:
          text.insert(at, 1, sign);
          break;
        default:
          text.erase(at, 1 + random() % 8);
      }
    }
    const Head head = read_head(text, {});
    bool refused = false;
    for (std::size_t size = 0; size <= text.size(); ++size) {
      const Head part = read_head(std::string_view(text).substr(0, size), {});
      EXPECT_LE(refused, part.refusal.has_value()) << text;
      refused = part.refusal.has_value();
      const bool is_whole = !refused && part.bytes != 0;
      EXPECT_EQ(part.bytes, is_whole ? head.bytes : part.bytes) << text;
    }
    EXPECT_EQ(refused, head.refusal.has_value());
    if (refused) continue;
    for (const std::string& segment : head.request.path)
      EXPECT_EQ(segment.find_first_of(std::string("/\\\0", 3)), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace grundy::http
