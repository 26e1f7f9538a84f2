// law/certificate/judging.hpp: the ways of judging that files of this folder share.
#pragma once
#include <atomic>

#include "base/box.hpp"
#include "base/machine.hpp"
#include "law/certificate/certificate.hpp"
#include "law/child/child.hpp"

namespace grundy::law {

// Judges by the definition at every position of the box.
Result<Judged> by_definition(const Certificate& certificate, const Certified& law, const Box& box,
                             const Limits& limits, const std::atomic<bool>* stop);

// Judges a law by an automaton.
Result<Judged> by_automaton(const Certificate& certificate, const Certified& law,
                            const Limits& limits, const std::atomic<bool>* stop);

Limits left_of(const Limits& limits, const Stopwatch& watch);

}  // namespace grundy::law
