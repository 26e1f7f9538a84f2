// relation/isl.hpp: owners of isl objects.
//
// S. Verdoolaege, "isl: An Integer Set Library for the Polyhedral Model" (ICMS 2010): exact sets
// and relations of integer points under linear constraints with divisions by constants, which is
// Presburger arithmetic. Functions of isl either take ownership of an argument (pass take() or
// copy()) or borrow it (pass get()). An object that could not be made, for lack of memory or
// because a context has no operations left, is null, and so is everything made from it. So one
// check at the end is enough.
#pragma once
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <utility>
#include <vector>

namespace grundy::relation {

template <class T, T* (*copy_of)(T*), T* (*release)(T*)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T* object) : object_(object) {}
  Owned(const Owned& other) : object_(copy_of(other.object_)) {}
  Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() { release(object_); }

  T* get() const noexcept { return object_; }
  T* copy() const { return copy_of(object_); }
  T* take() noexcept { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

using Set = Owned<isl_set, isl_set_copy, isl_set_free>;
using Map = Owned<isl_map, isl_map_copy, isl_map_free>;
using BasicSet = Owned<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using Function = Owned<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free>;

inline Set operator&(const Set& a, const Set& b) {
  return Set(isl_set_intersect(a.copy(), b.copy()));
}
inline Set operator|(const Set& a, const Set& b) {
  return Set(isl_set_union(a.copy(), b.copy()));
}
inline Set operator-(const Set& a, const Set& b) {
  return Set(isl_set_subtract(a.copy(), b.copy()));
}
inline Map operator|(const Map& a, const Map& b) {
  return Map(isl_map_union(a.copy(), b.copy()));
}
inline Map operator&(const Map& a, const Map& b) {
  return Map(isl_map_intersect(a.copy(), b.copy()));
}
inline Map operator-(const Map& a, const Map& b) {
  return Map(isl_map_subtract(a.copy(), b.copy()));
}
// First a, then b.
inline Map then(const Map& a, const Map& b) {
  return Map(isl_map_apply_range(a.copy(), b.copy()));
}
inline Set domain(const Map& map) {
  return Set(isl_map_domain(map.copy()));
}

// Whether it is certainly so; false also after an error.
inline bool is_empty(const Set& set) {
  return isl_set_is_empty(set.get()) == isl_bool_true;
}
inline bool is_empty(const Map& map) {
  return isl_map_is_empty(map.get()) == isl_bool_true;
}
inline bool is_subset(const Set& a, const Set& b) {
  return isl_set_is_subset(a.get(), b.get()) == isl_bool_true;
}
inline bool is_subset(const Map& a, const Map& b) {
  return isl_map_is_subset(a.get(), b.get()) == isl_bool_true;
}

// The convex pieces of a set.
inline std::vector<BasicSet> pieces(const Set& set) {
  std::vector<BasicSet> all;
  isl_set_foreach_basic_set(
      set.get(),
      [](isl_basic_set* piece, void* to) {
        static_cast<std::vector<BasicSet>*>(to)->emplace_back(piece);
        return isl_stat_ok;
      },
      &all);
  return all;
}

// A map by its convex pieces.
inline std::vector<Map> pieces(const Map& map) {
  std::vector<Map> all;
  isl_map_foreach_basic_map(
      map.get(),
      [](isl_basic_map* piece, void* to) {
        static_cast<std::vector<Map>*>(to)->emplace_back(isl_map_from_basic_map(piece));
        return isl_stat_ok;
      },
      &all);
  return all;
}

// The same map or set with fewer pieces. isl 0.27 fails for some because of a bug ("total
// dimensionality changed unexpectedly"); these are returned unchanged.
template <class Object, class Coalesce>
Object coalesced_by(const Object& object, isl_ctx* context, Coalesce coalesce) {
  const bool was_sound = isl_ctx_last_error(context) == isl_error_none;
  Object simple(coalesce(object.copy()));
  if (simple.get() != nullptr || !was_sound) return simple;
  if (isl_ctx_last_error(context) == isl_error_quota) return simple;
  isl_ctx_reset_error(context);
  return object;
}
inline Map coalesced(const Map& map) {
  if (map.get() == nullptr) return map;
  return coalesced_by(map, isl_map_get_ctx(map.get()), isl_map_coalesce);
}
inline Set coalesced(const Set& set) {
  if (set.get() == nullptr) return set;
  return coalesced_by(set, isl_set_get_ctx(set.get()), isl_set_coalesce);
}

// Must outlive all objects made in it.
class Context {
 public:
  // isl counts its operations, so the same input ends in the same way on every machine. About
  // 10^6 of them take a quarter of a second. 0: without a limit.
  explicit Context(unsigned long most_operations = 0) : context_(isl_ctx_alloc()) {
    isl_options_set_on_error(context_, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(context_, most_operations);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { isl_ctx_free(context_); }

  isl_ctx* get() const noexcept { return context_; }
  // Counts operations again from 0. What is null stays so.
  void renew() { isl_ctx_reset_operations(context_); }
  // The same after a question that may have failed, and none of whose objects is used any more.
  void forget_failure() {
    renew();
    isl_ctx_reset_error(context_);
  }
  bool failed() const { return isl_ctx_last_error(context_) != isl_error_none; }

 private:
  isl_ctx* context_;
};

}  // namespace grundy::relation
