#include "law/child/child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

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

TEST(Child, SaysWhetherATimeWasOver) {
  const auto is_late = [](const Limits& limits, const std::function<std::string()>& work) {
    auto child = Child::start(limits, work);
    return child && child->text(nullptr) && child->ran_out_of_time();
  };
  const auto busy = []() -> std::string {
    for (volatile unsigned i = 0;;) i = i + 1;
  };
  EXPECT_TRUE(is_late({0.1, plenty}, never));
  EXPECT_TRUE(is_late({60, plenty, 0.05}, busy));
  EXPECT_FALSE(is_late({60, plenty, 0.05}, [] { return std::string("done"); }));
  EXPECT_FALSE(is_late({60, plenty, 0.05}, []() -> std::string { std::abort(); }));
}

TEST(Child, HasNoneOfTheFilesThatAreOpen) {
  const int open_here = open("/proc/self/status", O_RDONLY);
  ASSERT_GE(open_here, 0);
  const auto text = text_of(
      {10, plenty}, [&] { return std::string(fcntl(open_here, F_GETFD) < 0 ? "closed" : "open"); });
  close(open_here);
  EXPECT_EQ(text, "closed");
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
