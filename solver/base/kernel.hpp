// base/kernel.hpp: the name of a way of solving, such as "generic".
#pragma once
#include <string_view>

namespace grundy {

// Each way names itself once, by a literal, in its own folder: the name lives as long as the
// program.
class Kernel {
 public:
  consteval explicit Kernel(const char* name) : name_(name) {}

  constexpr std::string_view name() const noexcept { return name_; }
  friend constexpr bool operator==(Kernel, Kernel) = default;

 private:
  std::string_view name_;
};

constexpr std::string_view to_string(Kernel kernel) noexcept {
  return kernel.name();
}

}  // namespace grundy
