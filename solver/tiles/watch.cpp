#include "tiles/watch.hpp"

#include <fmt/format.h>

namespace grundy::tiles {

Resumable::Resumable(Kernel kernel, const Watch& watch, std::function<State()> state)
    : kernel_(kernel), watch_(watch), state_(std::move(state)), solved_(solved()) {}

// The last saved number is the count of positions solved, for progress.
Result<Resumable::Numbers> Resumable::begin(const Numbers& limits) {
  const Frontier* const saved = watch_.keeper ? watch_.keeper->saved() : nullptr;
  if (!saved) return Numbers(limits.size(), 0);
  Numbers numbers = saved->numbers;
  if (saved->kernel != kernel_)
    return Error{
        Errc::usage,
        fmt::format("the saved state is that of kernel {0}, and kernel {1} cannot resume from it; "
                    "resume with option `kernel` {0}, or start over with option `force`",
                    to_string(saved->kernel), to_string(kernel_))};
  if (numbers.size() != limits.size() + 1)
    return Error{Errc::corrupt,
                 fmt::format("the saved state of kernel {} has {} numbers, expected {}",
                             to_string(kernel_), numbers.size(), limits.size() + 1)};
  for (std::size_t i = 0; i < limits.size(); ++i)
    if (numbers[i] > limits[i])
      return Error{Errc::corrupt,
                   fmt::format("number {} of the saved state is {}, at most {} makes "
                               "sense",
                               i + 1, numbers[i], limits[i])};
  solved_ = numbers.back();
  numbers.pop_back();
  return numbers;
}

Status Resumable::load() {
  if (!watch_.keeper || !watch_.keeper->saved()) return {};
  State state = state_();
  if (Status loaded = watch_.keeper->load({std::move(state.parts), std::move(state.elsewhere)});
      !loaded)
    return loaded;
  if (watch_.solved) watch_.solved->store(solved_);
  return {};
}

Status Resumable::reached() {
  if (stopped()) return ended();
  solved_ = solved();
  if (watch_.keeper && (due_.exchange(false) || watch_.keeper->due())) return save();
  return {};
}

Error Resumable::ended() {
  solved_ = solved();
  return interrupted();
}

Error Resumable::interrupted() {
  if (watch_.keeper && solved_ > 0)
    if (const Status saved = save(); !saved) return saved.error();
  return {Errc::interrupted, "interrupted"};
}

Status Resumable::save() {
  State state = state_();
  state.numbers.push_back(solved_);
  return watch_.keeper->save(
      {kernel_, std::move(state.numbers), {std::move(state.parts), std::move(state.elsewhere)}});
}

}  // namespace grundy::tiles
