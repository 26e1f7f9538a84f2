#include "search/genus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grundy::lazy {
namespace {

std::uint32_t mex(const std::set<std::uint32_t>& values) {
  std::uint32_t least = 0;
  while (values.contains(least)) ++least;
  return least;
}

// The mex of `values` and of part(option) for each option.
template <class Part>
std::uint32_t mex_of(const std::set<Genus>& options, std::set<std::uint32_t> values, Part part) {
  for (const Genus& option : options) values.insert(part(option));
  return mex(values);
}

std::string digit(std::uint32_t number) {
  return number < 10 ? fmt::format("{}", number) : fmt::format("({})", number);
}

}  // namespace

std::uint32_t Genus::misere_nimber(std::size_t twos) const noexcept {
  const std::size_t size = superscripts_.size();
  return superscripts_[twos < size ? twos : size - 2 + (twos - size) % 2];
}

Genus Genus::of_options(const std::set<Genus>& options) {
  std::size_t longest = 2;  // the superscripts of all options alternate from its last two on
  for (const Genus& option : options) longest = std::max(longest, option.superscripts_.size());
  std::vector<std::uint32_t> numbers;
  const auto ends = [&] {
    const std::size_t size = numbers.size();
    return size >= longest + 1 && numbers[size - 1] == numbers[size - 3];
  };
  while (!ends()) {
    const std::size_t twos = numbers.size();
    std::set<std::uint32_t> beside;
    if (twos > 0) beside = {numbers.back(), numbers.back() ^ 1};
    numbers.push_back(mex_of(options, std::move(beside),
                             [&](const Genus& option) { return option.misere_nimber(twos); }));
    if (twos == 0 && options.empty()) numbers.back() = 1;
  }
  while (numbers.size() > 2 && numbers.back() == numbers[numbers.size() - 3]) numbers.pop_back();
  return {mex_of(options, {}, [](const Genus& option) { return option.nimber_; }),
          std::move(numbers)};
}

Genus Genus::of_tame(MisereKind kind) {
  const std::uint32_t nimber = kind.nimber();
  if (!kind.is_fickle()) return {nimber, {nimber, nimber ^ 2}};
  if (nimber == 0) return {0, {1, 2, 0}};
  return {1, {0, 3, 1}};
}

std::string to_string(const Genus& genus) {
  std::string text = digit(genus.nimber()) + "^";
  for (const std::uint32_t number : genus.superscripts()) text += digit(number);
  return text;
}

namespace {

// Memory of an option of a position, apart from its numbers.
constexpr std::uint64_t bytes_of_option = 48;

}  // namespace

GenusSearch::GenusSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
    : rules_(std::move(rules)),
      meter_(meter),
      walk_(rules_),
      kinds_(rules_, meter),
      positions_(rules_->dimensions()) {}

// Expands sums, beginning with the position alone. A sum stays on the stack until those above it
// are known.
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
      const auto known = expand(sum);
      if (!known) return known.error();
      if (!*known) continue;
    }
    stack_.pop_back();
  }
  return *genera_[*wanted];
}

// The number of a covered position.
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

// Keys must not be empty, so they begin with no_id.
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

// Finds the genus of the sum and returns true if those of all options are known. Otherwise pushes
// the unknown ones and returns false.
Result<bool> GenusSearch::expand(Id sum) {
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
