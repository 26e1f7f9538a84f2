// law/certificate/says.hpp: how laws that are no formula are read from their certificates.
#pragma once
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "law/certificate/certificate.hpp"
#include "relation/proofs/range.hpp"

namespace grundy::law {

// Errc::rules for ends that are no numbers in the language of claims.
Result<relation::RangeEnds> range_ends(const rules::Rules& rules, const relation::RangeTexts& texts,
                                       std::string_view source);

// The values of a law without formula or list; null for other laws.
std::shared_ptr<const HeapValues> heap_values_of(const Certificate& certificate,
                                                 const Certified& law);

}  // namespace grundy::law
