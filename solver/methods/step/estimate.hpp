// methods/step/estimate.hpp: how long solving takes, as a guess.
#pragma once
#include "methods/scope.hpp"
#include "methods/step/steps.hpp"

namespace grundy::step {

// Seconds on scope.threads. Takes a few milliseconds where nimbers are looked at.
double estimated_seconds(const Steps& steps, const family::Scope& scope);

}  // namespace grundy::step
