// plan/families.hpp: all families of rules, the fastest first. A line here is all that registers
// one.
#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "methods/heap/growth_method.hpp"
#include "methods/heap/pieces.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/heap/step.hpp"
#include "methods/offsets/family.hpp"
#include "methods/options/generic.hpp"
#include "methods/options/window.hpp"
#include "methods/rays/family.hpp"
#include "methods/splits/family.hpp"
#include "methods/sums/family.hpp"

namespace grundy::plan {

// Rules of a form of their own.
using Forms = std::tuple<growth::Family, step::Family, ray::Family, offset::Family, sparse::Family,
                         pieces::Family, split::Family, window::Family>;

// One of these is always left: `search` where the values of parts do not tell those of sums, and
// `generic` for all else.
using Families = decltype(std::tuple_cat(Forms{}, std::tuple<search::Family, generic::Family>{}));

inline constexpr std::size_t forms = std::tuple_size_v<Forms>;

template <std::size_t number>
using FamilyOf = std::tuple_element_t<number, Families>;

// Calls use(family) with each of them, by number: std::integral_constant<std::size_t, number>.
template <class Use>
constexpr void for_each_family(Use use) {
  [&]<std::size_t... number>(std::index_sequence<number...>) {
    (use(std::integral_constant<std::size_t, number>()), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<Families>>());
}

// The rules as a family reads them: alternative number i is the task of family number i.
template <class... Family>
std::variant<typename Family::Task...> tasks_of(std::tuple<Family...>);
using Task = decltype(tasks_of(Families{}));

// What solutions are kept in: the containers of all families, each once.
template <class Known, class... Rest>
struct Once {
  using type = Known;
};
template <class... Known, class First, class... Rest>
struct Once<std::variant<Known...>, First, Rest...>
    : Once<std::conditional_t<(std::is_same_v<First, Known> || ...), std::variant<Known...>,
                              std::variant<Known..., First>>,
           Rest...> {};
template <class... Container>
typename Once<std::variant<>, Container...>::type once(std::tuple<Container...>);
template <class... Family>
auto values_of(std::tuple<Family...>)
    -> decltype(once(std::tuple_cat(std::declval<typename Family::Containers>()...)));
using Values = decltype(values_of(Families{}));

// Calls use(family, task), where Family is the type of the first.
template <class Use>
decltype(auto) with_family(const Task& task, Use use) {
  using Returned =
      decltype(use(generic::Family{}, std::get<std::tuple_size_v<Families> - 1>(task)));
  const auto try_one = [&]<std::size_t number>(
                           const auto& next,
                           std::integral_constant<std::size_t, number>) -> Returned {
    if constexpr (number + 1 < std::tuple_size_v<Families>)
      if (task.index() != number)
        return next(next, std::integral_constant<std::size_t, number + 1>());
    return use(FamilyOf<number>{}, std::get<number>(task));
  };
  return try_one(try_one, std::integral_constant<std::size_t, 0>());
}

}  // namespace grundy::plan
