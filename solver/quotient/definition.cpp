#include "quotient/definition.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace grundy::quotient {
namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t bytes_besides = 48;  // of a pair: its number, and what allocations take

bool has(const std::vector<std::uint64_t>& set, Element z) {
  return (set[z / word_bits] >> (z % word_bits) & 1) != 0;
}

void insert(std::vector<std::uint64_t>& set, Element z) {
  set[z / word_bits] |= std::uint64_t{1} << (z % word_bits);
}

bool is_empty(const std::vector<std::uint64_t>& set) {
  return std::ranges::all_of(set, [](std::uint64_t word) { return word == 0; });
}

bool is_subset(const std::vector<std::uint64_t>& part, const std::vector<std::uint64_t>& whole) {
  for (std::size_t i = 0; i < part.size(); ++i)
    if ((part[i] & ~whole[i]) != 0) return false;
  return true;
}

}  // namespace

std::optional<Contradiction> Definition::lost_beside(std::size_t number) const {
  const Kind& kind = kinds_[number];
  for (Element q = 0; q < monoid_->order(); ++q) {
    if (!monoid_->is_lost(monoid_->product(q, kind.value))) continue;
    for (const Element option : kind.options)
      if (monoid_->is_lost(monoid_->product(q, option)))
        return Contradiction{{}, number, q, option};
  }
  return std::nullopt;
}

Definition::Set Definition::set_of(const Kind& kind) const {
  Set set((monoid_->order() + word_bits - 1) / word_bits);
  for (Element z = 0; z < monoid_->order(); ++z) {
    const auto is_lost = [&](Element x) { return monoid_->is_lost(monoid_->product(z, x)); };
    if (!is_lost(kind.value) && std::ranges::none_of(kind.options, is_lost)) insert(set, z);
  }
  return set;
}

Definition::Set Definition::added(const Pair& pair, std::size_t kind) const {
  Set set(pair.set.size());
  for (Element z = 0; z < monoid_->order(); ++z)
    if (has(pair.set, monoid_->product(z, kinds_[kind].value)) &&
        has(sets_[kind], monoid_->product(z, pair.value)))
      insert(set, z);
  return set;
}

bool Definition::is_within_another(Element value, const Set& set) const {
  return std::ranges::any_of(found_[value],
                             [&](std::size_t pair) { return is_subset(set, pairs_[pair].set); });
}

// Whether it is new, and so kept.
Result<bool> Definition::keep(Pair pair, const lazy::Meter& meter) {
  if (is_empty(pair.set) || is_within_another(pair.value, pair.set)) return false;
  bytes_ += sizeof(Pair) + pair.set.size() * sizeof(std::uint64_t) + bytes_besides;
  if (bytes_ > meter.left()) return meter.out_of_memory(bytes_);
  found_[pair.value].push_back(pairs_.size());
  pairs_.push_back(std::move(pair));
  return true;
}

Contradiction Definition::stuck(std::size_t pair) const {
  Contradiction contradiction;
  for (; pair != nothing; pair = pairs_[pair].before)
    contradiction.sum.push_back(pairs_[pair].kind);
  return contradiction;
}

void Definition::remove_last_kind(std::size_t pairs) {
  for (; pairs_.size() > pairs; pairs_.pop_back()) found_[pairs_.back().value].pop_back();
  kinds_.pop_back();
  sets_.pop_back();
}

// All pairs with the new kind: it alone, those before with it, and new ones with any kind.
Result<std::optional<Contradiction>> Definition::extend(std::size_t number, lazy::Meter& meter) {
  using Found = std::optional<Contradiction>;
  const std::size_t before = pairs_.size();
  if (auto kept = keep({kinds_[number].value, sets_[number], nothing, number}, meter); !kept)
    return kept.error();
  for (std::size_t at = 0; at < pairs_.size(); ++at) {
    if (has(pairs_[at].set, identity)) return Found(stuck(at));
    if (meter.must_stop()) return Error{Errc::interrupted, "the check of a quotient was stopped"};
    for (std::size_t kind = at < before ? number : 0; kind <= number; ++kind) {
      const Element value = monoid_->product(pairs_[at].value, kinds_[kind].value);
      if (auto kept = keep({value, added(pairs_[at], kind), at, kind}, meter); !kept)
        return kept.error();
    }
  }
  return Found();
}

Result<std::optional<Contradiction>> Definition::add(const Kind& kind, lazy::Meter& meter) {
  using Found = std::optional<Contradiction>;
  const std::size_t number = kinds_.size();
  const std::size_t pairs = pairs_.size();
  kinds_.push_back(kind);
  if (kind.options.empty()) {  // nobody can tell it from nothing
    assert(kind.value == identity);
    sets_.emplace_back((monoid_->order() + word_bits - 1) / word_bits);
    return Found();
  }
  sets_.push_back(set_of(kind));
  const auto lost = lost_beside(number);
  auto found = lost ? Result<Found>(lost) : extend(number, meter);
  if (!found || *found) remove_last_kind(pairs);
  return found;
}

}  // namespace grundy::quotient
