#include "law/coq.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "law/emit/language.hpp"
#include "law/emit/repetition.hpp"
#include "methods/heap_moves.hpp"

namespace grundy::law {
namespace {

using family::HeapMove;
using relation::Repetition;

Error unsupported(const std::string& what) {
  return {Errc::unsupported, what + "; coq gets nimbers of one heap that repeat"};
}

// A comment of Coq has nested comments and texts in it.
std::string comment(std::string text) {
  std::ranges::replace(text, '"', '\'');
  for (const char* const mark : {"(*", "*)"})
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at))
      text.insert(at + 1, " ");
  return text;
}

Result<std::string> move_in_coq(const HeapMove& move) {
  const bool takes_all = move.parts() == 0 && move.upto == move.from;
  if (move.total != HeapMove::Total::exact || move.unlike || move.parts() > 2)
    return unsupported("a move does not take a fixed number and leave two parts at most");
  if (!takes_all && (move.upto || move.parts() == 0))
    return unsupported("a move is one of small heaps alone");
  return fmt::format("Move {} {} [{}]", takes_all ? 0 : move.from,
                     takes_all ? move.from : move.taken, fmt::join(move.least, "; "));
}

// "1; 2; 3" in lines.
std::string list_in_coq(const std::vector<std::int64_t>& values) {
  std::string text = in_lines(texts_of(values), 3);
  std::ranges::replace(text, ',', ';');
  return text;
}

// The heaps that Coq looks at: `enough` of repetition.v.
std::int64_t heaps_in_coq(const std::vector<HeapMove>& moves, const Repetition& repetition) {
  std::int64_t start = repetition.first, most = 0;
  for (const HeapMove& move : moves) {
    std::int64_t least = 0;
    for (const std::int64_t part : move.least) least += part;
    start = std::max({start, move.from, least});
    most = std::max({most, move.taken, move.from});
  }
  return 2 * start + 2 * repetition.length + most + 1;
}

// With the least end of the first period that the values of the first heaps allow.
std::optional<Repetition> guessed(const std::vector<std::int64_t>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  std::optional<Repetition> best;
  for (std::int64_t length = 1; length <= size / 4; ++length) {
    std::int64_t first = size - length;
    while (first > 0 && values[static_cast<std::size_t>(first - 1)] ==
                            values[static_cast<std::size_t>(first - 1 + length)])
      --first;
    if (first <= size / 2 && (!best || first + length < best->first + best->length))
      best = Repetition{first, length};
  }
  return best;
}

// A repetition of the law that is proved; nothing if none is.
Result<std::optional<Repetition>> repetition_of(const Certificate& certificate,
                                                const Certified& law, const Limits& limits,
                                                const std::atomic<bool>* stop) {
  if (!law.values.empty()) return law.repetition;
  std::optional<Repetition> repetition = law.repetition;
  if (!repetition) {
    const Says says(certificate, law);
    std::vector<std::int64_t> values;
    for (std::int64_t n = 0; n < most_heaps_in_coq; ++n) {
      const auto value = says({n});
      if (!value) return value.error();
      values.push_back(*value);
    }
    repetition = guessed(values);
    if (!repetition) return std::optional<Repetition>();
  }
  const auto text = Child::text_of(
      limits,
      [&] {
        const bool repeats =
            relation::repeats_from(certificate.rules, law.claim, *repetition).has_value();
        return std::string(repeats ? "+" : "-");
      },
      stop);
  if (!text) return text.error();
  return *text == "+" ? repetition : std::nullopt;
}

Result<std::vector<HeapMove>> moves_of(const Certificate& certificate, const Certified& law) {
  const rules::Rules& rules = certificate.rules;
  if (law.claim.quantity != Quantity::nimber || certificate.convention != Convention::normal)
    return unsupported("the law is one of outcomes");
  if (!certificate.section.empty() || rules.dimensions() != 1 || rules.joint)
    return unsupported("the game has several coordinates, or names other games");
  if (rules.coordinates[0].low != 0 || rules.coordinates[0].high || !rules.endings.empty() ||
      !rules::is_true(rules.where))
    return unsupported("the heaps are not 0, 1, 2, .., or the game has endings");
  auto moves = family::heap_moves(rules);
  if (!moves) return unsupported(moves.error().message);
  return moves;
}

}  // namespace

Result<std::string> in_coq(const Certificate& certificate, const Certified& law,
                           const std::vector<std::string>& remarks, const Limits& limits,
                           const std::atomic<bool>* stop) {
  const auto moves = moves_of(certificate, law);
  if (!moves) return moves.error();
  std::vector<std::string> written;
  for (const HeapMove& move : *moves) {
    auto one = move_in_coq(move);
    if (!one) return one.error();
    written.push_back(*std::move(one));
  }
  const auto repetition = repetition_of(certificate, law, limits, stop);
  if (!repetition) return repetition.error();
  if (!*repetition) return unsupported("no period of the law is proved");
  const auto [first, length] = **repetition;
  if (const std::int64_t heaps = heaps_in_coq(*moves, **repetition); heaps > most_heaps_in_coq)
    return unsupported(
        fmt::format("a proof looks at {} heaps, and coq at {} at most", heaps, most_heaps_in_coq));
  const Says says(certificate, law);
  std::vector<std::int64_t> values;
  for (std::int64_t n = 0; n < first + length; ++n) {
    const auto value = says({n});
    if (!value) return value.error();
    values.push_back(*value);
  }
  std::string text;
  for (const std::string& remark : remarks) text += "(* " + comment(remark) + " *)\n";
  text += repetition_in_coq();
  text += fmt::format(
      "\n(* The game.\n{}*)\n"
      "Definition game : list move :=\n  [{}].\n\n"
      "Definition values : list N := [\n{}]%N.\n\n"
      "Definition nimber : nat -> N := repeated values {} {}.\n\n",
      comment(certificate.rules.text), fmt::join(written, ";\n   "), list_in_coq(values), first,
      length);
  return text + fmt::format(
                    "Lemma checked : check game values {0} {1} = true.\n"
                    "Proof. vm_compute. reflexivity. Qed.\n\n"
                    "Theorem nimber_is_right : nimbers game nimber.\n"
                    "Proof. exact (repeated_is_right _ _ _ _ checked). Qed.\n\n"
                    "Theorem law : forall g, nimbers game g -> forall n, g n = nimber n.\n"
                    "Proof. exact (only_one _ _ _ _ checked). Qed.\n\n"
                    "Theorem period : forall g, nimbers game g -> forall n, {0} <= n -> "
                    "g (n + {1}) = g n.\n"
                    "Proof. exact (period_of_all _ _ _ _ checked). Qed.\n",
                    first, length);
}

}  // namespace grundy::law
