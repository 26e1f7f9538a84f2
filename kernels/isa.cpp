#include "kernels/isa.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <string>

namespace grundy::kernels {
namespace {

// What this CPU has of what was compiled; asked once, before anything is forced.
std::int64_t present() {
  static const std::int64_t bits = hwy::SupportedTargets() & HWY_TARGETS;
  return bits | HWY_BASELINE_SCALAR;
}

struct Target {
  std::string name;
  std::int64_t bit;
};

std::string name_of(std::int64_t bit) {
  if (bit == HWY_BASELINE_SCALAR) return "scalar";
  std::string name = hwy::TargetName(bit);
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

// What is present, as Highway lists it: each version knows other targets. Better ones have lower
// bits.
const std::vector<Target>& targets() {
  static const std::vector<Target> all = [] {
    std::vector<Target> found;
    for (std::int64_t left = present(); left != 0; left &= left - 1)
      found.push_back({name_of(left & -left), left & -left});
    return found;
  }();
  return all;
}

void use(std::int64_t bits) {
  hwy::SetSupportedTargetsForTest(bits);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string_view> isa_names() {
  std::vector<std::string_view> names;
  for (const Target& target : targets()) names.push_back(target.name);
  return names;
}

std::string_view isa_name() {
  const auto& all = targets();
  const std::int64_t bits = hwy::SupportedTargets();
  const auto in_force =
      std::ranges::find_if(all, [bits](const Target& target) { return (bits & target.bit) != 0; });
  return in_force == all.end() ? all.back().name : in_force->name;
}

bool force_isa(std::string_view name) {
  for (const Target& target : targets())
    if (target.name == name) {
      use(target.bit);
      return true;
    }
  return false;
}

void choose_isa() {
  use(present());
}

}  // namespace grundy::kernels
