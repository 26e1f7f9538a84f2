// relation/recent.hpp: what was found about the rules that were read last.
//
// Boxes of a game are often planned one after the other, such as for the moves of a position.
#pragma once
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "rules/rules.hpp"

namespace grundy::relation {

// Whether both have the same coordinates and options, on the same lines. Endings may differ.
bool have_same_options(const rules::Rules& a, const rules::Rules& b);

// The last `most` values that were found or made. Thread-safe.
template <class Value>
class Recent {
 public:
  // The value for which is_right(value) holds, or make(), a std::shared_ptr<Value>.
  template <class IsRight, class Make>
  std::shared_ptr<Value> find(const IsRight& is_right, const Make& make) {
    const std::scoped_lock lock(mutex_);
    for (auto value = values_.begin(); value != values_.end(); ++value)
      if (is_right(**value)) {
        values_.splice(values_.begin(), values_, value);
        return values_.front();
      }
    values_.push_front(make());
    if (values_.size() > most) values_.pop_back();
    return values_.front();
  }

 private:
  static constexpr std::size_t most = 16;

  std::mutex mutex_;
  std::list<std::shared_ptr<Value>> values_;
};

}  // namespace grundy::relation
