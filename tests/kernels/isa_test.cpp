#include "kernels/isa.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(Isa, AnUnknownNameChangesNothing) {
  choose_isa();
  const auto before = isa_name();
  EXPECT_FALSE(force_isa("avx9000"));
  EXPECT_EQ(isa_name(), before);
}

}  // namespace
}  // namespace grundy::kernels
