#include "kernels/isa.hpp"

#include <hwy/highway.h>

namespace grundy::kernels {
namespace {

struct Target {
  std::string_view name;
  std::int64_t bit;
};

constexpr Target targets[] = {
#if HWY_ARCH_X86
    {"avx3_dl", HWY_AVX3_DL},
    {"avx3", HWY_AVX3},
    {"avx2", HWY_AVX2},
    {"sse4", HWY_SSE4},
    {"ssse3", HWY_SSSE3},
#elif HWY_ARCH_ARM
    {"sve2_128", HWY_SVE2_128},
    {"sve_256", HWY_SVE_256},
    {"sve2", HWY_SVE2},
    {"sve", HWY_SVE},
    {"neon", HWY_NEON},
#endif
    {"scalar", HWY_BASELINE_SCALAR},
};

// What this CPU has of what was compiled; asked once, before anything is forced.
std::int64_t present() {
  static const std::int64_t bits = hwy::SupportedTargets() & HWY_TARGETS;
  return bits | HWY_BASELINE_SCALAR;
}

void use(std::int64_t bits) {
  hwy::SetSupportedTargetsForTest(bits);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string_view> isa_names() {
  std::vector<std::string_view> names;
  for (const Target& target : targets)
    if (present() & target.bit) names.push_back(target.name);
  return names;
}

std::string_view isa_name() noexcept {
  present();
  const std::int64_t bits = (hwy::SupportedTargets() & HWY_TARGETS) | HWY_BASELINE_SCALAR;
  for (const Target& target : targets)
    if (bits & target.bit) return target.name;
  return "scalar";
}

bool force_isa(std::string_view name) {
  for (const Target& target : targets)
    if (target.name == name && (present() & target.bit)) {
      use(target.bit);
      return true;
    }
  return false;
}

void choose_isa() {
  use(present());
}

}  // namespace grundy::kernels
