// support/targets.hpp: run a test on every SIMD target that this CPU has.
#pragma once
#include <gtest/gtest.h>

#include "kernels/isa.hpp"

namespace grundy::test {

// Calls body() once for each target, with that target in force.
template <class Body>
void on_every_target(const Body& body) {
  for (const std::string_view isa : kernels::isa_names()) {
    SCOPED_TRACE(testing::Message() << "target " << isa);
    ASSERT_TRUE(kernels::force_isa(isa));
    body();
  }
  kernels::choose_isa();
}

}  // namespace grundy::test
