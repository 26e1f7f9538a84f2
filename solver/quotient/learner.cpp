#include "quotient/learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace grundy::quotient {
namespace {

constexpr std::size_t deepest = 20000;  // of a search, which calls itself
constexpr std::uint64_t entry_bytes = 96;

Error too_long() {
  return {Errc::unsupported,
          fmt::format("sums of more than {} equal positions would have to be searched",
                      static_cast<int>(most_exponent))};
}

}  // namespace

Element Learnt::class_of(const Word& word) const {
  Element result = identity;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (word[i] > 0)
      result = monoid->product(result,
                               monoid->power(generators[i], static_cast<std::uint64_t>(word[i])));
  return result;
}

void Learner::begin(std::vector<WordOptions> generators) {
  generators_ = std::move(generators);
  before_.reset();
  lost_.clear();
  rows_.clear();
  tests_ = {Word()};
}

void Learner::append(WordOptions options, Learnt before) {
  generators_.push_back(std::move(options));
  before_ = std::move(before);
}

Status Learner::count_memory() {
  const std::uint64_t bytes =
      entry_bytes * (lost_.size() + rows_.size()) + rows_.size() * tests_.size() / 8;
  if (bytes > meter_.left()) return meter_.out_of_memory(bytes);
  return {};
}

Result<bool> Learner::is_lost(const Word& word) {
  return search(word, 0);
}

// Nobody can move in the empty sum, so the player to move wins. Generators can be moved.
Result<bool> Learner::search(const Word& word, std::size_t depth) {
  if (word.empty()) return false;
  if (before_ && word.size() <= before_->generators.size())
    return before_->monoid->is_lost(before_->class_of(word));
  if (const auto known = lost_.find(word); known != lost_.end()) return known->second;
  if (depth == deepest) return too_long();
  if (Status s = meter_.expand(); !s) return s.error();
  bool lost = true;
  for (std::size_t generator = word.size(); lost && generator-- > 0;) {
    if (exponent(word, generator) == 0) continue;
    Word rest = word;
    remove_one(rest, generator);
    for (const Word& option : generators_[generator]) {
      Word after = rest;
      if (!add_to(after, option)) return too_long();
      const auto option_lost = search(after, depth + 1);
      if (!option_lost) return option_lost.error();
      if (*option_lost) {
        lost = false;
        break;
      }
    }
  }
  if (Status s = count_memory(); !s) return s.error();
  lost_.emplace(word, lost);
  return lost;
}

// The outcomes with each test.
Result<const Learner::Row*> Learner::row(const Word& word) {
  Row& row = rows_[word];
  while (row.size() < tests_.size()) {
    Word sum = word;
    if (!add_to(sum, tests_[row.size()])) return too_long();
    const auto lost = is_lost(sum);
    if (!lost) return lost.error();
    row.push_back(*lost);
  }
  return &row;
}

// Classes by rows, those of the first generators first.
Result<Learner::Table> Learner::tabulate() {
  Table table{{Word()}, {}};
  std::unordered_map<Row, Element> classes;
  const std::size_t count = generators_.size();
  constexpr Element unknown = ~Element{0};
  const auto empty = row(Word());
  if (!empty) return empty.error();
  classes.emplace(**empty, identity);
  table.next.resize(count, unknown);
  for (std::size_t last = 0; last < count; ++last)
    for (std::size_t at = 0; at < table.words.size(); ++at)
      for (std::size_t generator = 0; generator <= last; ++generator) {
        if (table.next[at * count + generator] != unknown) continue;
        Word word = table.words[at];
        if (!add_to(word, generator_word(generator))) return too_long();
        const auto outcomes = row(word);
        if (!outcomes) return outcomes.error();
        const auto [found, is_new] =
            classes.try_emplace(**outcomes, static_cast<Element>(table.words.size()));
        table.next[at * count + generator] = found->second;
        if (!is_new) continue;
        if (table.words.size() == most_classes_)
          return Error{Errc::unsupported, fmt::format("more than {} classes", most_classes_)};
        table.words.push_back(word);
        table.next.resize(table.next.size() + count, unknown);
      }
  return table;
}

Element Learner::follow(const Table& table, Element from, const Word& word) const {
  for (std::size_t i = 0; i < word.size(); ++i)
    for (std::size_t k = exponent(word, i); k > 0; --k)
      from = table.next[from * generators_.size() + i];
  return from;
}

bool Learner::add_test(const Word& word) {
  if (std::ranges::find(tests_, word) != tests_.end()) return false;
  tests_.push_back(word);
  return true;
}

// A word whose outcome is another than that of its class. Along it, one letter after the other is
// replaced by the word of the class so far: where the outcome changes, what follows is a test.
Result<bool> Learner::add_test_of(const Table& table, const Word& word) {
  Word rest = word;
  Element reached = identity;
  auto outcome = is_lost(word);
  if (!outcome) return outcome.error();
  while (!rest.empty()) {
    const std::size_t generator = rest.size() - 1;
    remove_one(rest, generator);
    reached = table.next[reached * generators_.size() + generator];
    Word replaced = table.words[reached];
    if (!add_to(replaced, rest)) return too_long();
    const auto now = is_lost(replaced);
    if (!now) return now.error();
    if (*now != *outcome) return add_test(rest);
  }
  return false;
}

// Classes to which the order of letters makes a difference.
Result<bool> Learner::add_test_that_commutes(const Table& table) {
  const std::size_t count = generators_.size();
  const auto next = [&](Element from, std::size_t generator) {
    return table.next[from * count + generator];
  };
  for (Element from = 0; from < table.words.size(); ++from)
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const Element ab = next(next(from, a), b), ba = next(next(from, b), a);
        if (ab == ba) continue;
        // Some test tells them apart, and one of them is misjudged with it.
        const Row &one = rows_.at(table.words[ab]), &other = rows_.at(table.words[ba]);
        const auto at = std::ranges::mismatch(one, other).in1 - one.begin();
        for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
          Word with = generator_word(second);
          if (!add_to(with, tests_[static_cast<std::size_t>(at)])) return too_long();
          if (add_test(with)) return true;
        }
      }
  return false;
}

// Sums of a word and a test are judged right by the table.
Result<bool> Learner::add_test_of_rows(const Table& table) {
  for (const Word& word : table.words) {
    const Row row = rows_.at(word);
    for (std::size_t test = 0; test < tests_.size(); ++test) {
      Word sum = word;
      if (!add_to(sum, tests_[test])) return too_long();
      const Word& reached = table.words[follow(table, identity, sum)];
      if (rows_.at(reached)[0] != row[test]) return add_test_of(table, sum);
    }
  }
  return false;
}

// A sum whose outcome is not that of its class.
Result<Word> Learner::misjudged(const Learnt& learnt, const Contradiction& contradiction) {
  std::vector<Word> suspects;
  const auto add_options = [&](const Word& word, std::size_t generator) {
    Word rest = word;
    remove_one(rest, generator);
    for (const Word& option : generators_[generator]) {
      suspects.push_back(rest);
      if (!add_to(suspects.back(), option)) return false;
    }
    return true;
  };
  Word sum;
  if (contradiction.sum.empty()) {
    sum = learnt.words[contradiction.beside];
    if (!add_to(sum, generator_word(contradiction.kind))) return too_long();
    suspects.push_back(sum);
    if (!add_options(sum, contradiction.kind)) return too_long();
  } else {
    for (const std::size_t generator : contradiction.sum)
      if (!add_to(sum, generator_word(generator))) return too_long();
    suspects.push_back(sum);
    for (std::size_t generator = 0; generator < sum.size(); ++generator)
      if (sum[generator] > 0 && !add_options(sum, generator)) return too_long();
  }
  for (const Word& word : suspects) {
    const auto lost = is_lost(word);
    if (!lost) return lost.error();
    if (*lost != learnt.monoid->is_lost(learnt.class_of(word))) return word;
  }
  return Error{Errc::wrong, "a quotient contradicts outcomes that it agrees with"};
}

// The quotient, if the table is right; else nothing, and a test more.
Result<std::optional<Learnt>> Learner::judged(const Table& table) {
  using Found = std::optional<Learnt>;
  const std::size_t order = table.words.size();
  std::vector<Element> product(order * order);
  std::vector<bool> is_lost(order);
  for (Element a = 0; a < order; ++a) {
    is_lost[a] = rows_.at(table.words[a])[0];
    for (Element b = 0; b < order; ++b) product[a * order + b] = follow(table, a, table.words[b]);
  }
  Learnt learnt{
      std::make_shared<const Monoid>(std::move(product), std::move(is_lost)), table.words, {}};
  for (std::size_t i = 0; i < generators_.size(); ++i) learnt.generators.push_back(table.next[i]);
  Definition definition(learnt.monoid);
  for (std::size_t i = 0; i < generators_.size(); ++i) {
    Kind kind{learnt.generators[i], {}};
    for (const Word& option : generators_[i]) kind.options.push_back(learnt.class_of(option));
    std::ranges::sort(kind.options);
    const auto repeated = std::ranges::unique(kind.options);
    kind.options.erase(repeated.begin(), repeated.end());
    const auto contradiction = definition.add(kind, meter_);
    if (!contradiction) return contradiction.error();
    if (!*contradiction) continue;
    const auto word = misjudged(learnt, **contradiction);
    if (!word) return word.error();
    const auto added = add_test_of(table, *word);
    if (!added) return added.error();
    if (!*added) return Error{Errc::wrong, "a quotient equals another one in all tests"};
    return Found();
  }
  return Found(std::move(learnt));
}

Result<Learnt> Learner::learn() {
  for (;;) {
    const auto table = tabulate();
    if (!table) return table.error();
    const auto commutes = add_test_that_commutes(*table);
    if (!commutes) return commutes.error();
    if (*commutes) continue;
    const auto agrees = add_test_of_rows(*table);
    if (!agrees) return agrees.error();
    if (*agrees) continue;
    auto learnt = judged(*table);
    if (!learnt) return learnt.error();
    if (*learnt) return **std::move(learnt);
  }
}

}  // namespace grundy::quotient
