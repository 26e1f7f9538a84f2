// law/prove.hpp: shorthand for tests of proofs.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "relation/proofs/prove.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::law {

// The verdict on a claim about the only game of `text`.
inline relation::Verdict verdict_on(const std::string& text, const std::string& claim,
                                    Convention convention = Convention::normal) {
  const rules::Rules rules = rules::parsed(text);
  const auto read = rules::parse_claim(claim, rules);
  if (!read) {
    ADD_FAILURE() << read.error().message;
    return {};
  }
  return relation::prove(rules, convention, *read);
}

}  // namespace grundy::law
