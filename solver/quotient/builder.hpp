// quotient/builder.hpp: partial quotients, of one position after the other.
//
// Q(n) is the misère quotient of all sums of the first n positions, whose options are such sums.
// Mostly it is Q(n - 1): then some class x does for position n, and quotient/definition.hpp tells
// which one. Otherwise the position becomes a generator, and the quotient is learnt again. The
// larger quotient need not contain the smaller one: positions without a difference before may
// differ beside the new one. So all positions are judged again, and those whose class was a product
// of generators that does not do any more get another one, or become generators themselves.
//
// T. E. Plambeck, A. N. Siegel (2008); A. N. Siegel, "Misère games and misère
// quotients", lecture notes (2006), on what they call the mex function of a quotient.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "quotient/definition.hpp"
#include "quotient/learner.hpp"
#include "quotient/monoid.hpp"
#include "quotient/word.hpp"
#include "search/meter.hpp"

namespace grundy::quotient {

// The options of a position: sums of positions, by their numbers.
class Options {
 public:
  void add(std::span<const std::uint32_t> sum) {
    parts_.insert(parts_.end(), sum.begin(), sum.end());
    ends_.push_back(static_cast<std::uint32_t>(parts_.size()));
  }
  std::size_t size() const noexcept { return ends_.size(); }
  std::span<const std::uint32_t> operator[](std::size_t option) const noexcept {
    const std::size_t begin = option == 0 ? 0 : ends_[option - 1];
    return {parts_.data() + begin, ends_[option] - begin};
  }

 private:
  std::vector<std::uint32_t> parts_;
  std::vector<std::uint32_t> ends_;  // of each option
};

class Builder {
 public:
  // The meter must outlive it.
  Builder(std::size_t most_classes, lazy::Meter& meter);

  // Adds the position of the next number, from 0, by its options: sums of earlier ones. Errors as
  // for Learner::learn; then everything is as before, for the positions before. For that much,
  // what monoid() and class_of() tell has been judged by the definition.
  Status add(Options options);

  std::size_t size() const noexcept { return now_.items.size(); }
  const Monoid& monoid() const noexcept { return *now_.learnt.monoid; }
  Element class_of(std::size_t position) const noexcept { return now_.items[position].value; }
  // Positions that generate all classes.
  std::vector<std::size_t> generators() const;

 private:
  struct Item {
    Options options;
    bool is_generator = false;
    Word word;  // of generators
    Element value = identity;
  };
  // What is known of the positions so far, apart from what the learner remembers.
  struct State {
    std::vector<Item> items;
    Learnt learnt;
    std::map<std::vector<Element>, Element> kinds;  // by the classes of options
    Definition judged{learnt.monoid};               // of these kinds
  };

  std::vector<Element> classes_of(const Options& options) const;
  Result<std::optional<Element>> fitting(const std::vector<Element>& options,
                                         std::size_t most_generators);
  Result<bool> fit(Item& item, std::size_t most_generators);
  Result<WordOptions> word_options(const Item& item) const;
  void make_generator(std::size_t position);
  Status add_generator();
  Status begin_learning();
  Status learn();
  Result<bool> judge_all();

  lazy::Meter& meter_;
  Learner learner_;
  State now_;
};

}  // namespace grundy::quotient
