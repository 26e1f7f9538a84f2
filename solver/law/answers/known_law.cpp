#include "law/answers/known_law.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "law/certificate/section.hpp"
#include "relation/proofs/line.hpp"

namespace grundy::law {
namespace {

using Numbers = std::vector<std::uint64_t>;

class CertifiedLaw final : public KnownLaw {
 public:
  explicit CertifiedLaw(Certificate certificate)
      : certificate_(std::move(certificate)),
        law_(certificate_.laws.front()),
        says_(certificate_, law_),
        rules_(certificate_.section.empty()
                   ? certificate_.rules
                   : relation::within(certificate_.rules, certificate_.section)) {
    assert(law_.status == "proved");
  }

  Quantity quantity() const override { return law_.claim.quantity; }

  std::string text() const override {
    if (certificate_.section.empty()) return law_.claim.text;
    return law_.claim.text + ", where " + to_string(certificate_.section, certificate_.rules);
  }

  std::optional<std::uint64_t> value(const Position& position) const override {
    if (!is_about(position)) return std::nullopt;
    const auto value = says_(position);
    if (!value || *value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*value);
  }

  std::optional<Numbers> numbers(const lazy::Line& line, std::uint64_t value,
                                 std::size_t most) const override {
    if (line.count == 0) return Numbers();
    if (value > std::numeric_limits<std::int64_t>::max() || !is_about(line.start))
      return std::nullopt;
    if (!law_.values.empty()) return repeating_numbers(line, value, most);
    if (const HeapValues* const heaps = says_.heap_values())
      return numbers_of_heaps(*heaps, line, static_cast<std::int64_t>(value), most);
    if (law_.automaton) return scanned_numbers(line, value, most);
    return relation::numbers_with(rules_, law_.claim, {line.start, line.step, line.count},
                                  static_cast<std::int64_t>(value), most);
  }

 private:
  bool is_about(const Position& position) const {
    for (std::size_t axis = 0; axis < rules_.dimensions(); ++axis) {
      const rules::Coordinate& coordinate = rules_.coordinates[axis];
      if (position[axis] < coordinate.low || (coordinate.high && position[axis] > *coordinate.high))
        return false;
    }
    return true;
  }

  // Of heaps side by side. The least numbers of a descending line are the last heaps, so all of
  // them are asked for.
  static std::optional<Numbers> numbers_of_heaps(const HeapValues& heaps, const lazy::Line& line,
                                                 std::int64_t value, std::size_t most) {
    const std::int64_t step = line.step[0];
    if (step != 1 && step != -1) return std::nullopt;
    const std::int64_t start = line.start[0];
    const std::int64_t last = start + step * (static_cast<std::int64_t>(line.count) - 1);
    constexpr std::size_t all = 1 << 20;
    const auto found = heaps.heaps_with(value, std::min(start, last), std::max(start, last),
                                        step > 0 ? most : all);
    if (!found || (step < 0 && found->size() == all)) return std::nullopt;
    Numbers numbers;
    for (const std::int64_t heap : *found)
      numbers.push_back(static_cast<std::uint64_t>((heap - start) / step));
    if (step < 0) std::ranges::reverse(numbers);
    if (numbers.size() > most) numbers.resize(most);
    return numbers;
  }

  // Looks at one position after the other; nothing if they are many.
  std::optional<Numbers> scanned_numbers(const lazy::Line& line, std::uint64_t value,
                                         std::size_t most) const {
    constexpr std::uint64_t most_scanned = 1 << 16;
    Numbers found;
    Position at = line.start;
    for (std::uint64_t i = 0; i < line.count && found.size() < most; ++i) {
      if (i == most_scanned) return std::nullopt;
      if (this->value(at) == value) found.push_back(i);
      for (std::size_t axis = 0; axis < at.size(); ++axis) at[axis] += line.step[axis];
    }
    return found;
  }

  // Of heaps whose values repeat. On the heaps that repeat, so do the numbers: with as many as the
  // period is long. Those of the first heaps are looked at one by one.
  std::optional<Numbers> repeating_numbers(const lazy::Line& line, std::uint64_t value,
                                           std::size_t most) const {
    const auto& [first, length] = *law_.repetition;
    const std::int64_t step = line.step[0] == 0 ? 1 : line.step[0];
    if (step != 1 && step != -1) return std::nullopt;
    const auto count = static_cast<std::int64_t>(line.count);
    const std::int64_t start = line.start[0];
    const std::int64_t last = start + step * (count - 1);
    const std::int64_t far = std::max(start, last), near = std::min(start, last);
    const auto has = [&](std::int64_t heap) {
      const auto own = this->value({heap});
      return own && *own == value;
    };
    const auto number_of = [&](std::int64_t heap) {
      return static_cast<std::uint64_t>((heap - start) / step);
    };
    Numbers found;
    const auto add_single = [&](std::int64_t from, std::int64_t to) {  // inclusive, in any order
      for (std::int64_t heap = from; found.size() < most; heap += step) {
        if (has(heap)) found.push_back(number_of(heap));
        if (heap == to) return;
      }
    };
    const auto add_repeating = [&](std::int64_t from, std::int64_t to) {
      std::vector<std::int64_t> ahead;  // less than a period from `from`
      for (std::int64_t i = 0; i < length && i <= std::abs(to - from); ++i)
        if (has(from + step * i)) ahead.push_back(i);
      for (std::int64_t turn = 0; !ahead.empty(); turn += length)
        for (const std::int64_t i : ahead) {
          if (found.size() >= most || turn + i > std::abs(to - from)) return;
          found.push_back(number_of(from + step * (turn + i)));
        }
    };
    if (near >= first) {
      add_repeating(start, last);
    } else if (far < first) {
      add_single(start, last);
    } else if (step > 0) {
      add_single(start, first - 1);
      add_repeating(first, last);
    } else {
      add_repeating(start, first);
      add_single(first - 1, last);
    }
    return found;
  }

  Certificate certificate_;
  const Certified& law_;
  Says says_;
  rules::Rules rules_;  // of the section
};

}  // namespace

std::unique_ptr<const KnownLaw> certified_law(Certificate certificate) {
  return std::make_unique<CertifiedLaw>(std::move(certificate));
}

}  // namespace grundy::law
