// Prints the bit of the widest SIMD target of this CPU: Highway's bits are lower for wider ones.
#include <hwy/targets.h>

#include <cstdio>

int main() {
  const auto targets = static_cast<long long>(hwy::SupportedTargets()) & HWY_TARGETS;
  std::printf("%lld", targets & -targets);
}
