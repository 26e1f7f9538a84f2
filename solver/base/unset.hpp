// base/unset.hpp: an allocator for vectors of numbers that are written before they are read.
//
// `std::vector<T, Unset<T>> values(n)` has n values that nobody has set: nothing is written twice.
#pragma once
#include <memory>
#include <new>
#include <utility>

namespace grundy::memory {

template <class T>
struct Unset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unset<U>;
  };

  template <class U>
  void construct(U* place) noexcept(noexcept(::new (static_cast<void*>(place)) U)) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
};

}  // namespace grundy::memory
