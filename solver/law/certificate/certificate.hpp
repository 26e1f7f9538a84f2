// law/certificate/certificate.hpp: a law with all that is needed to judge it again; start reading
// here.
//
// Judging shares nothing with the search for laws: this folder links the reader of rules, the
// definition (oracle/) and isl. The file holds the rules, the claim and its status. A law with the
// status "proved" is proved again. One that was verified on a box is compared with the definition
// again: at each position its value must follow from the values that the law gives the options.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "law/certificate/automaton.hpp"
#include "law/certificate/heap_values.hpp"
#include "law/child/child.hpp"
#include "relation/proofs/range.hpp"
#include "relation/proofs/reduction.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

inline constexpr int certificate_version = 1;

// Options are all heaps from one end to another, and values follow from the ends
// (law/certificate/range_values.hpp).
struct RangeLaw {
  enum class By : std::uint8_t { runs, leaving };  // theorem 1 or 2
  By by = By::runs;
  relation::RangeTexts ends;
};

struct Certified {
  std::string kind;    // how it was guessed: law/find.hpp
  std::string status;  // "proved" for all positions, or "verified" on the box
  rules::Claim claim;
  // For a law proved by repetition: both the claim and the rules repeat with it.
  std::optional<relation::Repetition> repetition = {};
  // Instead of a formula: the values up to the end of the first period. Then `claim` has only a
  // text and a quantity. Requires `repetition`.
  std::vector<std::uint32_t> values = {};
  // Instead of a formula, too: one of these.
  std::optional<RangeLaw> range = {};
  std::optional<Automaton> automaton = {};
};

struct Certificate {
  rules::Rules rules;
  Convention convention = Convention::normal;
  Box box;
  std::vector<Certified> laws;     // one at least
  relation::Section section = {};  // empty: the laws are about all positions
};

// Errc::corrupt for a text that is no certificate, Errc::rules for invalid rules or claims.
// `source` names the text in messages.
Result<Certificate> read_certificate(std::string_view text, std::string_view source);

// Of a file. Errc::usage for a folder, Errc::io for what cannot be read, else as
// read_certificate().
Result<Certificate> read_certificate_file(const std::string& path);
std::string certificate_text(const Certificate& certificate);

// The text of a law of a game of heaps whose values are listed.
std::string repetition_text(const rules::Rules& rules, Quantity quantity,
                            const relation::Repetition& repetition);

// The text of a law by ranges, and by an automaton.
std::string range_text(const rules::Rules& rules, Quantity quantity, const RangeLaw& range);
std::string automaton_text(const rules::Rules& rules, Quantity quantity,
                           const Automaton& automaton);

struct Judged {
  bool holds = false;
  std::string why;              // how it was shown, or why it was not
  std::uint64_t positions = 0;  // positions examined one by one
};

// At most that many positions of a box are examined: those of a smaller box in it.
inline constexpr std::uint64_t most_judged = 20'000;

// If that many heaps or fewer determine all others, each is examined, as far as time allows.
inline constexpr std::uint64_t most_heaps = 50'000'000;

// Judges a law of the certificate. Errc::interrupted once `stop`, which may be null, is true;
// Errc::io if no child process can be started; the errors of oracle::claimed.
Result<Judged> judge(const Certificate& certificate, const Certified& law, const Limits& limits,
                     const std::atomic<bool>* stop);

// The values that a law gives.
class Says {
 public:
  // Certificate and law must outlive this.
  Says(const Certificate& certificate, const Certified& law);

  Quantity quantity() const { return law_.claim.quantity; }

  // The errors of oracle::claimed(), and Errc::usage if a law without a formula says nothing.
  Result<std::int64_t> operator()(const Position& position) const;

  // Of a law that is neither a formula nor a list; else null.
  const HeapValues* heap_values() const { return heap_values_.get(); }

 private:
  const Certified& law_;
  std::int64_t low_;
  std::shared_ptr<const HeapValues> heap_values_;
};

}  // namespace grundy::law
