#include "search/genus_search.hpp"

#include <algorithm>
#include <utility>

#include "search/options.hpp"

namespace grundy::lazy {
namespace {

// What an option of a position takes beside its numbers.
constexpr std::uint64_t bytes_of_option = 48;

}  // namespace

GenusSearch::GenusSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
    : rules_(std::move(rules)),
      meter_(meter),
      walk_(rules_),
      kinds_(rules_, meter),
      positions_(rules_->dimensions()) {}

// As a sum of the position alone. A sum stays on the stack until those after it are known.
Result<Genus> GenusSearch::genus(const Position& position) {
  const auto tame = kind(position);
  if (!tame) return tame.error();
  if (!tame->is_wild()) return Genus::of_tame(*tame);
  if (Status covered = walk_.cover(position, meter_); !covered) return covered.error();
  const auto alone = sum_of({position});
  if (!alone) return alone.error();
  const auto wanted = number_of(*alone);
  if (!wanted) return wanted.error();
  stack_.assign(1, *wanted);
  while (!stack_.empty()) {
    const Id sum = stack_.back();
    if (genera_[sum] == nullptr) {
      const auto known = look_into(sum);
      if (!known) return known.error();
      if (!*known) continue;
    }
    stack_.pop_back();
  }
  return *genera_[*wanted];
}

// Of a position that is covered.
Result<Id> GenusSearch::component(const Position& position) {
  Position canonical = position;
  walk_.make_canonical(canonical);
  if (const Id known = positions_.find(canonical); known != no_id) return known;
  const auto kind = kinds_.kind(canonical);
  if (!kind) return kind.error();
  if (Status room = positions_.make_room(canonical.size(), meter_); !room) return room.error();
  if (Status room = make_room(components_, 1, meter_); !room) return room.error();
  components_.push_back({*kind, walk_.standing(canonical) != Standing::dead, std::nullopt});
  meter_.add_position();
  return positions_.add(canonical);
}

Result<GenusSearch::Sum> GenusSearch::sum_of(const std::vector<Position>& positions) {
  Sum sum;
  for (const Position& position : positions) {
    const auto part = component(position);
    if (!part) return part.error();
    if (components_[*part].can_move) sum.push_back(*part);
  }
  std::sort(sum.begin(), sum.end());
  return sum;
}

Status GenusSearch::list_options(Id component) {
  if (components_[component].options) return {};
  std::vector<std::vector<Position>> found;
  const auto key = positions_.key(component);
  const Position position(key.begin(), key.end());
  const Status listed =
      for_each_option(walk_, position, meter_, [&](std::vector<Position> option) -> Status {
        found.push_back(std::move(option));
        return {};
      });
  if (!listed) return listed;
  std::vector<Sum> options;
  for (const auto& option : found) {
    auto sum = sum_of(option);
    if (!sum) return sum.error();
    if (Status room = meter_.take(bytes_of_option + sum->size() * sizeof(Id)); !room) return room;
    options.push_back(*std::move(sum));
  }
  std::sort(options.begin(), options.end());
  options.erase(std::unique(options.begin(), options.end()), options.end());
  components_[component].options = std::move(options);
  return {};
}

std::optional<Genus> GenusSearch::of_tame(const Sum& sum) const {
  MisereKind all = MisereKind::fickle(0);
  for (const Id part : sum) all = all + components_[part].kind;
  if (all.is_wild()) return std::nullopt;
  return Genus::of_tame(all);
}

// Keys are not empty, and so they begin with a number of no position.
Result<Id> GenusSearch::number_of(const Sum& sum) {
  Sum key{no_id};
  key.insert(key.end(), sum.begin(), sum.end());
  if (const Id known = sums_.find(key); known != no_id) return known;
  if (Status room = sums_.make_room(key.size(), meter_); !room) return room.error();
  if (Status room = make_room(genera_, 1, meter_); !room) return room.error();
  const auto tame = of_tame(sum);
  genera_.push_back(tame ? &*different_.insert(*tame).first : nullptr);
  meter_.add_position();
  return sums_.add(key);
}

// Whether the genera of all options are known, and so this one's; else those wait on the stack.
Result<bool> GenusSearch::look_into(Id sum) {
  if (Status expanded = meter_.expand(); !expanded) return expanded.error();
  const auto key = sums_.key(sum);
  const Sum parts(key.begin() + 1, key.end());
  const std::size_t before = stack_.size();
  std::set<const Genus*> genera;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i] == parts[i - 1]) continue;
    if (Status listed = list_options(parts[i]); !listed) return listed.error();
    for (const Sum& option : *components_[parts[i]].options) {
      Sum next = parts;
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
      for (const Id part : option)
        next.insert(std::upper_bound(next.begin(), next.end(), part), part);
      const auto number = number_of(next);
      if (!number) return number.error();
      if (genera_[*number] != nullptr) {
        genera.insert(genera_[*number]);
        continue;
      }
      if (Status room = make_room(stack_, 1, meter_); !room) return room.error();
      stack_.push_back(*number);
    }
  }
  if (stack_.size() > before) return false;
  std::set<Genus> options;
  for (const Genus* genus : genera) options.insert(*genus);
  genera_[sum] = &*different_.insert(Genus::of_options(options)).first;
  return true;
}

}  // namespace grundy::lazy
