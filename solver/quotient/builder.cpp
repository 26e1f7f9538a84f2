#include "quotient/builder.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace grundy::quotient {

Builder::Builder(std::size_t most_classes, lazy::Meter& meter)
    : meter_(meter), learner_(most_classes, meter) {}

std::vector<std::size_t> Builder::generators() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < now_.items.size(); ++i)
    if (now_.items[i].is_generator) found.push_back(i);
  return found;
}

std::vector<Element> Builder::classes_of(const Options& options) const {
  std::set<Element> classes;
  for (std::size_t i = 0; i < options.size(); ++i) {
    Element value = identity;
    for (const std::uint32_t part : options[i]) value = monoid().product(value, class_of(part));
    classes.insert(value);
  }
  return {classes.begin(), classes.end()};
}

// A class that the definition allows, a product of the first generators; it is one of `judged` now.
Result<std::optional<Element>> Builder::fitting(const std::vector<Element>& options,
                                                std::size_t most_generators) {
  for (Element value = 0; value < monoid().order(); ++value) {
    if (now_.learnt.words[value].size() > most_generators) continue;
    const auto contradiction = now_.judged.add({value, options}, meter_);
    if (!contradiction) return contradiction.error();
    if (!*contradiction) return std::optional(value);
  }
  return std::optional<Element>();
}

// Gives the item a class by its options, if there is one.
Result<bool> Builder::fit(Item& item, std::size_t most_generators) {
  const std::vector<Element> options = classes_of(item.options);
  auto known = now_.kinds.find(options);
  if (known == now_.kinds.end()) {
    const auto value = fitting(options, most_generators);
    if (!value) return value.error();
    if (!*value) return false;
    known = now_.kinds.emplace(options, **value).first;
  }
  if (now_.learnt.words[known->second].size() > most_generators) return false;
  item.value = known->second;
  item.word = now_.learnt.words[item.value];
  return true;
}

Result<WordOptions> Builder::word_options(const Item& item) const {
  std::set<Word> words;
  for (std::size_t i = 0; i < item.options.size(); ++i) {
    Word word;
    for (const std::uint32_t part : item.options[i])
      if (!add_to(word, now_.items[part].word))
        return Error{Errc::unsupported, "an option of too many equal generators"};
    words.insert(std::move(word));
  }
  return WordOptions(words.begin(), words.end());
}

// Words of later generators, and of what they generate, move up by one.
void Builder::make_generator(std::size_t position) {
  const auto number = static_cast<std::size_t>(
      std::count_if(now_.items.begin(), now_.items.begin() + static_cast<std::ptrdiff_t>(position),
                    [](const Item& item) { return item.is_generator; }));
  for (Item& item : now_.items)
    if (item.word.size() > number) item.word.insert(number, 1, 0);
  now_.items[position].is_generator = true;
  now_.items[position].word = generator_word(number);
}

Status Builder::begin_learning() {
  std::vector<WordOptions> generators;
  for (const Item& item : now_.items) {
    if (!item.is_generator) continue;
    auto words = word_options(item);
    if (!words) return words.error();
    generators.push_back(*std::move(words));
  }
  learner_.begin(std::move(generators));
  return {};
}

// Judges all positions by the quotient that was just learnt. Whether it must be learnt again.
Result<bool> Builder::judge_all() {
  now_.kinds.clear();
  now_.judged = Definition(now_.learnt.monoid);
  for (Item& item : now_.items) item.value = now_.learnt.class_of(item.word);
  // Generators first: the options that were learnt from have the classes of their words.
  for (const Item& item : now_.items) {
    if (!item.is_generator) continue;
    Kind kind{item.value, classes_of(item.options)};
    if (const auto known = now_.kinds.find(kind.options);
        known != now_.kinds.end() && known->second == kind.value)
      continue;
    const auto contradiction = now_.judged.add(kind, meter_);
    if (!contradiction) return contradiction.error();
    if (*contradiction) return Error{Errc::wrong, "a quotient contradicts its generators"};
    now_.kinds.emplace(std::move(kind.options), kind.value);
  }
  bool has_changed = false;
  std::size_t before = 0;  // generators
  for (std::size_t i = 0; i < now_.items.size(); ++i) {
    Item& item = now_.items[i];
    before += item.is_generator;
    if (item.is_generator || item.options.size() == 0) continue;
    Kind kind{item.value, classes_of(item.options)};
    if (const auto known = now_.kinds.find(kind.options); known == now_.kinds.end()) {
      const auto contradiction = now_.judged.add(kind, meter_);
      if (!contradiction) return contradiction.error();
      if (!*contradiction) {
        now_.kinds.emplace(std::move(kind.options), kind.value);
        continue;
      }
    } else if (known->second == kind.value) {
      continue;
    }
    const auto fits = fit(item, before);
    if (!fits) return fits.error();
    if (!*fits) {
      make_generator(i);
      return true;
    }
    has_changed = true;
  }
  return has_changed;
}

Status Builder::learn() {
  // Each round changes the words of a position for a reason; this many is a mistake.
  for (std::size_t round = 0; round < 4 * now_.items.size() + 16; ++round) {
    auto learnt = learner_.learn();
    if (!learnt) return learnt.error();
    now_.learnt = *std::move(learnt);
    const auto again = judge_all();
    if (!again) return again.error();
    if (!*again) return {};
    if (Status s = begin_learning(); !s) return s;
  }
  return Error{Errc::unsupported, "the classes of positions do not settle"};
}

Status Builder::add_generator() {
  const std::size_t position = now_.items.size() - 1;
  auto words = word_options(now_.items[position]);
  if (!words) return words.error();
  make_generator(position);
  learner_.append(*std::move(words), now_.learnt);
  return learn();
}

Status Builder::add(Options options) {
  now_.items.push_back({std::move(options), false, {}, identity});
  if (now_.items.back().options.size() == 0) return {};
  const auto fits = fit(now_.items.back(), ~std::size_t{0});
  if (fits && *fits) return {};
  if (!fits) {
    now_.items.pop_back();
    return fits.error();
  }
  State before = now_;
  before.items.pop_back();
  const Status added = add_generator();
  if (added) return {};
  now_ = std::move(before);
  if (Status s = begin_learning(); !s) return s;
  return added;
}

}  // namespace grundy::quotient
