// The target that GRUNDY_FUZZ_TARGET names, for libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto* const target =
      &*std::ranges::find(grundy::fuzz::targets(), GRUNDY_FUZZ_TARGET, &grundy::fuzz::Target::name);
  target->run({data, size});
  return 0;
}
