// law/answers/look.hpp: a law looked for in bounded time, to answer questions from it.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "law/certificate/certificate.hpp"

namespace grundy::law {

// What a law is to be about.
struct Sought {
  rules::Rules rules;              // of the whole game
  relation::Section section = {};  // empty: all positions
  Convention convention = Convention::normal;
  Quantity quantity = Quantity::nimber;
};

// The law that law::find() proves within about these seconds; nothing if it proves none. The bytes
// are for the box and for the proofs. Errc::interrupted once `stop`, which may be null, is true.
Result<std::optional<Certificate>> look_for_law(const Sought& sought, double seconds,
                                                std::uint64_t bytes, const std::atomic<bool>* stop);

// Whether a certificate that was read is about what is sought, and judge() confirms it as proved
// within these seconds.
Result<bool> is_confirmed(const Certificate& certificate, const Sought& sought, double seconds,
                          std::uint64_t bytes, const std::atomic<bool>* stop);

}  // namespace grundy::law
