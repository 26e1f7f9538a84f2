#include "sweep/resumable.hpp"

#include <fmt/format.h>

namespace grundy::sweep {

Resumable::Resumable(plan::Kernel kernel, const Hooks& hooks, std::function<State()> state)
    : kernel_(kernel), hooks_(hooks), state_(std::move(state)), solved_(solved()) {}

// The last of the numbers saved is that of the positions solved, for progress.
Result<Resumable::Numbers> Resumable::begin(const Numbers& limits) {
  const Frontier* const saved = hooks_.keeper ? hooks_.keeper->saved() : nullptr;
  if (!saved) return Numbers(limits.size(), 0);
  Numbers numbers = saved->numbers;
  if (saved->kernel != kernel_ || numbers.size() != limits.size() + 1)
    return Error{Errc::corrupt,
                 fmt::format("the saved state is of kernel {} with {} numbers, expected {} with {}",
                             plan::to_string(saved->kernel), numbers.size(),
                             plan::to_string(kernel_), limits.size() + 1)};
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
  if (!hooks_.keeper || !hooks_.keeper->saved()) return {};
  if (Status loaded = hooks_.keeper->load(state_().parts); !loaded) return loaded;
  if (hooks_.solved) hooks_.solved->store(solved_);
  return {};
}

Status Resumable::reached() {
  solved_ = solved();
  if (stopped()) return interrupted();
  if (hooks_.keeper && (due_.exchange(false) || hooks_.keeper->due())) return save();
  return {};
}

Error Resumable::interrupted() {
  if (hooks_.keeper && solved_ > 0)
    if (const Status saved = save(); !saved) return saved.error();
  return {Errc::interrupted, "interrupted"};
}

Status Resumable::save() {
  State state = state_();
  state.numbers.push_back(solved_);
  return hooks_.keeper->save({kernel_, std::move(state.numbers), std::move(state.parts)});
}

}  // namespace grundy::sweep
