// support/oracle_effort.hpp: how long the oracle will take, before it is asked.
#pragma once
#include <algorithm>
#include <vector>

#include "base/box.hpp"
#include "oracle/options.hpp"
#include "rules/rules.hpp"

namespace grundy::support {

// Values of its binders that are tried at a position.
inline double tries_of(const rules::Rules& rules, const rules::OptionRule& rule,
                       const Position& at) {
  double tries = 1;
  for (const oracle::Span& span : oracle::spans(rules, rule, at))
    tries *= std::max(1.0, 1 + span.length());
  return tries;
}

// Over all positions of the box, as if all had as many as the high corner.
inline double oracle_tries(const rules::Rules& rules, const Box& box) {
  double tries = 0;
  for (const rules::OptionRule& rule : rules.options) tries += tries_of(rules, rule, box.high);
  return tries * static_cast<double>(*box.volume());
}

}  // namespace grundy::support
