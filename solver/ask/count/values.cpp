#include "ask/count/values.hpp"

#include <algorithm>
#include <bit>

namespace grundy::count {
namespace {

constexpr std::int64_t values_at_once = 1 << 16;

class Counting {
 public:
  Counting(const Link& link, std::size_t variables, const Options& options)
      : link_(link),
        options_(options),
        arithmetic_(std::nullopt, options.sum_coordinates),
        assignment_(variables, 0),
        found_(std::bit_ceil(std::size_t{link.term->bound()})) {}

  // Calls use(x, nimber) for each value of the variable.
  template <class Use>
  Status for_each(std::int64_t low, std::int64_t high, const Use& use) {
    for (std::int64_t x = low; x <= high; x += values_at_once) {
      if (options_.stop && options_.stop->load()) return Error{Errc::interrupted, "interrupted"};
      const std::int64_t length = std::min(values_at_once, high - x + 1);
      nimbers_.assign(static_cast<std::size_t>(length), 0);
      link_.term->add_row(assignment_, link_.variable, x, nimbers_);
      for (std::int64_t i = 0; i < length; ++i) use(x + i, nimbers_[static_cast<std::size_t>(i)]);
    }
    return {};
  }

  Status one_by_one(std::int64_t low, std::int64_t high) {
    return for_each(low, high, [&](std::int64_t x, std::uint32_t nimber) {
      arithmetic_.add(arithmetic_.with(arithmetic_.one(), x), found_[nimber]);
    });
  }

  // x, x + length, x + 2 length, .. up to high have the same nimber.
  Status by_period(std::int64_t low, std::int64_t high, std::int64_t length) {
    return for_each(low, low + length - 1, [&](std::int64_t x, std::uint32_t nimber) {
      const Number count = (high - x) / length + 1;
      const Number sum = count * x + Number{length} * (count * (count - 1) / 2);
      arithmetic_.add({count, arithmetic_.has_sums() ? sum : 0}, found_[nimber]);
    });
  }

  Histogram& found() { return found_; }

 private:
  const Link& link_;
  const Options& options_;
  Arithmetic arithmetic_;
  std::vector<std::int64_t> assignment_;
  std::vector<std::uint32_t> nimbers_;
  Histogram found_;
};

}  // namespace

Result<Histogram> histogram_of_values(const Link& link, const Range& range, std::size_t variables,
                                      const Options& options) {
  Counting counting(link, variables, options);
  const auto repeats = link.term->repeats();
  const std::int64_t first = repeats ? std::max(range.low, repeats->first) : range.high;
  const bool is_long = repeats && first < range.high && (range.high - first) / 2 >= repeats->length;
  if (Status done = counting.one_by_one(range.low, is_long ? first - 1 : range.high); !done)
    return done.error();
  if (is_long)
    if (Status done = counting.by_period(first, range.high, repeats->length); !done)
      return done.error();
  return std::move(counting.found());
}

}  // namespace grundy::count
