#include "kernels/isa.hpp"

#include <gtest/gtest.h>

#define HWY_COMPILE_ALL_ATTAINABLE  // as the kernels are
#include <hwy/highway.h>

#include <bit>

namespace grundy::kernels {
namespace {

TEST(Isa, EveryTargetOfThisCpuCanBeForcedByNameAndScalarIsTheLast) {
  const auto names = isa_names();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.back(), "scalar");
  for (const std::string_view name : names) {
    EXPECT_TRUE(force_isa(name)) << name;
    EXPECT_EQ(isa_name(), name);
    EXPECT_EQ(isa_names(), names) << "forcing " << name << " must not hide the others";
  }
  choose_isa();
  EXPECT_EQ(isa_name(), names.front());
}

// A target without a name would be used but never tested.
TEST(Isa, EveryTargetThatIsCompiledAndThisCpuHasHasAName) {
  choose_isa();
  const std::int64_t bits = hwy::SupportedTargets() & (HWY_TARGETS | HWY_BASELINE_SCALAR);
  EXPECT_EQ(isa_names().size(),
            static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(bits))));
}

TEST(Isa, AnUnknownNameChangesNothing) {
  choose_isa();
  const auto before = isa_name();
  EXPECT_FALSE(force_isa("avx9000"));
  EXPECT_EQ(isa_name(), before);
}

}  // namespace
}  // namespace grundy::kernels
