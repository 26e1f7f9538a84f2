// law/certificate/section.hpp: a part of a game that no move leaves, as a game of its own.
#pragma once
#include <atomic>
#include <string>
#include <string_view>

#include "law/child/child.hpp"
#include "relation/proofs/reduction.hpp"

namespace grundy::law {

// The rules of the section. Errc::usage if moves lead out of it or it is empty; Errc::unsupported
// if that is not known within the limits; Errc::interrupted once `stop`, which may be null, is
// true; Errc::io if no child process can be started.
Result<rules::Rules> section_of(const rules::Rules& rules, const relation::Section& section,
                                const Limits& limits, const std::atomic<bool>* stop);

// Reads "1,:" for two coordinates: a number or `:` for each. Errc::usage for anything else.
Result<relation::Section> parse_section(std::string_view text, const rules::Rules& rules);

// "a <= 1, c <= 0": the coordinates that the section limits.
std::string to_string(const relation::Section& section, const rules::Rules& rules);

}  // namespace grundy::law
