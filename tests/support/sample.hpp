// support/sample.hpp: rules to be solved over a box, with a name for the test.
#pragma once
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace grundy::sweep {

struct Sample {
  std::string name;
  std::string text;
  std::vector<std::int64_t> high;
};

inline void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

}  // namespace grundy::sweep
