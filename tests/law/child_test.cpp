#include "law/child/child.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

namespace grundy::law {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

std::optional<std::string> text_of(const Limits& limits, const std::function<std::string()>& work) {
  auto child = Child::start(limits, work);
  if (!child) return std::nullopt;
  const auto text = child->text(nullptr);
  return text ? *text : std::nullopt;
}

[[noreturn]] std::string never() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Child, HandsOverItsText) {
  EXPECT_EQ(text_of({10, plenty}, [] { return std::string("done"); }), "done");
  const std::string long_text(1 << 20, 'x');
  EXPECT_EQ(text_of({10, plenty}, [&] { return long_text; }), long_text);
}

TEST(Child, SaysNothingBeyondItsLimits) {
  EXPECT_EQ(text_of({0.1, plenty}, never), std::nullopt);
  EXPECT_EQ(text_of({10, 32 << 20},
                    [] { return std::string(std::vector<char>(256 << 20, 'x').data(), 9); }),
            std::nullopt);
  EXPECT_EQ(text_of({10, plenty}, []() -> std::string { std::abort(); }), std::nullopt);
}

TEST(Child, IsStopped) {
  auto child = Child::start({60, plenty}, never);
  ASSERT_TRUE(child);
  const std::atomic<bool> stop{true};
  const auto text = child->text(&stop);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::law
