// ask/misere_quotient.hpp: misère sums of heaps of one game, by its misère quotient.
//
// The quotient (quotient/heaps.hpp) tells who wins any sum of the heaps that it is about, of all
// heaps if their classes repeat. It is found when first needed, judged by the rules before it
// answers, and kept.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "ask/expression.hpp"
#include "base/value.hpp"
#include "quotient/heaps.hpp"

namespace grundy::query {

// What an answer rests on.
struct QuotientUsed {
  std::size_t order = 0;
  bool is_whole = false;  // of all heaps; else of those up to the largest that was looked at
};

struct QuotientAnswer {
  Outcome outcome = Outcome::P;
  QuotientUsed used;
};

// Not thread-safe.
class MisereQuotients {
 public:
  // The meter must outlive it.
  explicit MisereQuotients(lazy::Meter& meter) : meter_(meter) {}

  // Whether the sum is one of heaps of one game, without endings.
  static bool covers(const Sum& sum) noexcept;

  // Of quotients found before. Requires a sum that is covered.
  std::optional<QuotientAnswer> known(const Sum& sum) const;

  // Looks at heaps up to the largest of the sum, or until the quotient is whole. Nothing if that
  // meets a limit, of time or memory by the meter, or must stop; then it is not tried again for
  // this game. Errc::wrong if what was found is not the quotient.
  Result<std::optional<QuotientAnswer>> find(const Sum& sum);

 private:
  struct Game {
    std::optional<quotient::HeapSearch> search;
    std::optional<quotient::HeapQuotient> found;
    bool has_ended = false;
  };

  lazy::Meter& meter_;
  std::map<std::shared_ptr<const rules::Rules>, Game> games_;
};

}  // namespace grundy::query
