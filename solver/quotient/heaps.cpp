#include "quotient/heaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "oracle/options.hpp"

namespace grundy::quotient {

Result<HeapSearch> HeapSearch::of(std::shared_ptr<const rules::Rules> rules, Limits limits,
                                  lazy::Meter& meter) {
  if (rules->dimensions() != 1)
    return Error{
        Errc::unsupported,
        fmt::format("{} has {} coordinates; misère quotients are found of games of one heap",
                    rules->name, rules->dimensions())};
  if (!rules->endings.empty())
    return Error{
        Errc::unsupported,
        fmt::format("{} has endings, which leave open who has lost a misère sum", rules->name)};
  return HeapSearch(std::move(rules), limits, meter);
}

Result<Options> HeapSearch::options_of(std::uint64_t heap) const {
  const std::int64_t low = rules_->coordinates[0].low;
  const auto listed = oracle::options(*rules_, {low + static_cast<std::int64_t>(heap)});
  if (!listed) return listed.error();
  Options options;
  std::vector<std::uint32_t> sum;
  for (const oracle::Sum& option : *listed) {
    sum.clear();
    for (const Position& part : option) {
      const auto number = static_cast<std::uint64_t>(part[0] - low);
      if (number >= heap)
        return Error{Errc::unsupported,
                     fmt::format("heap {} has the option {}; misère quotients are found of heaps "
                                 "that become smaller",
                                 low + static_cast<std::int64_t>(heap), part[0])};
      sum.push_back(static_cast<std::uint32_t>(number));
    }
    options.add(sum);
  }
  return options;
}

// The shortest period of the heaps so far that they prove.
std::optional<Period> HeapSearch::period() const {
  const std::size_t known = builder_.size();
  if (!bound_) return std::nullopt;
  for (std::size_t length = 1; (*bound_)({length, bound_->least()}) < known; ++length) {
    std::size_t before = known - length;
    while (before > bound_->least() &&
           builder_.class_of(before - 1) == builder_.class_of(before - 1 + length))
      --before;
    const Period period{length, before};
    if ((*bound_)(period) < known) return period;
  }
  return std::nullopt;
}

Status HeapSearch::extend(std::uint64_t heap) {
  const std::uint64_t last = std::min(heap, limits_.heaps);
  while (!period_ && builder_.size() <= last) {
    if (meter_->must_stop())
      return Error{Errc::interrupted, fmt::format("the search for a misère quotient was stopped")};
    auto options = options_of(builder_.size());
    if (!options) return options.error();
    if (Status added = builder_.add(*std::move(options)); !added) return added;
    period_ = period();
  }
  return {};
}

Result<HeapQuotient> HeapSearch::quotient() {
  HeapQuotient found{std::make_shared<const Monoid>(builder_.monoid()), {}, period_};
  const std::size_t kept = period_ ? period_->before + period_->length : builder_.size();
  for (std::size_t heap = 0; heap < kept; ++heap) found.classes.push_back(builder_.class_of(heap));
  if (Status judged = judge(*rules_, found, *meter_); !judged) return judged.error();
  return found;
}

}  // namespace grundy::quotient
