#include "search/genus.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::lazy {
namespace {

std::uint32_t mex(const std::set<std::uint32_t>& values) {
  std::uint32_t least = 0;
  while (values.contains(least)) ++least;
  return least;
}

// The mex of these and of what is made of each option.
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
  std::size_t longest = 2;  // from its last two on, all options alternate
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

}  // namespace grundy::lazy
