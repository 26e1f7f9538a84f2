// quotient/learner.hpp: the misère quotient of finitely many generators, learnt from outcomes.
//
// The P-positions among the sums of k generators are a set of words over k letters that commute.
// The quotient is its syntactic monoid: two words are equal if no third one tells them apart. So it
// is learnt as regular languages are, with two kinds of questions (D. Angluin, "Learning regular
// sets from queries and counterexamples", Inform. and Comput. 75 (1987) 87-106; R. L. Rivest, R. E.
// Schapire, "Inference of finite automata using homing sequences", 103 (1993) 299-347):
//
//   outcomes   of a sum, by a search that remembers
//   correct?   by quotient/definition.hpp, whose contradictions name a sum with another outcome
//
// A word stands for each class, and a list of tests distinguishes words: the outcomes of their
// sums with each test. Whatever a contradiction shows is a test more, which tells two words apart
// that were taken for equal. If the quotient is finite this ends with it; else the limit ends it.
//
// Options of generators are words of earlier generators. That these have the right classes is for
// the caller to see to (quotient/builder.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "quotient/definition.hpp"
#include "quotient/monoid.hpp"
#include "quotient/word.hpp"
#include "search/meter.hpp"

namespace grundy::quotient {

using WordOptions = std::vector<Word>;

struct Learnt {
  std::shared_ptr<const Monoid> monoid = std::make_shared<const Monoid>(Monoid::trivial());
  std::vector<Word> words{Word()};  // one of each class, of the least generators that have one
  std::vector<Element> generators;  // the class of each

  Element class_of(const Word& word) const;
};

class Learner {
 public:
  // The meter must outlive it.
  Learner(std::size_t most_classes, lazy::Meter& meter)
      : most_classes_(most_classes), meter_(meter) {}

  // Other generators. Requires that each has options, of earlier generators.
  void begin(std::vector<WordOptions> generators);
  // One generator more. `before` is right about all sums of those before.
  void append(WordOptions options, Learnt before);

  // Errors: Errc::unsupported if there are more classes than allowed, or words too long;
  // Errc::memory and Errc::interrupted by the meter.
  Result<Learnt> learn();

 private:
  using Row = std::vector<bool>;
  struct Table {
    std::vector<Word> words;
    std::vector<Element> next;  // [class * generators + generator]
  };

  Result<bool> is_lost(const Word& word);
  Result<bool> search(const Word& word, std::size_t depth);
  Result<const Row*> row(const Word& word);
  Result<Table> tabulate();
  Element follow(const Table& table, Element from, const Word& word) const;
  Result<bool> add_test_that_commutes(const Table& table);
  Result<bool> add_test_of(const Table& table, const Word& word);
  Result<bool> add_test_of_rows(const Table& table);
  Result<std::optional<Learnt>> judged(const Table& table);
  Result<Word> misjudged(const Learnt& learnt, const Contradiction& contradiction);
  bool add_test(const Word& word);
  Status count_memory();

  std::size_t most_classes_;
  lazy::Meter& meter_;
  std::vector<WordOptions> generators_;
  std::optional<Learnt> before_;  // of the first generators
  std::unordered_map<Word, bool> lost_;
  std::vector<Word> tests_{Word()};
  std::unordered_map<Word, Row> rows_;
};

}  // namespace grundy::quotient
