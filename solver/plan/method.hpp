// plan/method.hpp: which family solves the positions, and why.
//
// A family's own recogniser decides whether rules belong to it, by their form and never by their
// name. The families are asked in the order of `Families`; `search` or `generic` is always left. A
// family that is slow to recognise (`seconds_to_recognise`) is asked last, if the box takes longer.
//
// To register a family, include its family.hpp here, add it to Forms, and link its folder in
// plan/CMakeLists.txt.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/heap/growth.hpp"
#include "methods/heap/pieces.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/heap/step.hpp"
#include "methods/offsets/family.hpp"
#include "methods/options/generic.hpp"
#include "methods/options/window.hpp"
#include "methods/rays/family.hpp"
#include "methods/scan/family.hpp"
#include "methods/scan/sections.hpp"
#include "methods/splits/family.hpp"
#include "methods/sums/family.hpp"

namespace grundy::plan {

// The families of rules of a special form, in the order in which they are asked: roughly, the
// fastest first.
using Forms =
    std::tuple<growth::Family, step::Family, ray::Family, sections::Family, scan::Family,
               offset::Family, sparse::Family, pieces::Family, split::Family, window::Family>;

// All families. One of the last two always applies: `search` if the values of sums do not follow
// from those of their parts, and `generic` for all else.
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

// The rules in the form that a family uses: alternative i is the task of family number i.
template <class... Family>
std::variant<typename Family::Task...> tasks_of(std::tuple<Family...>);
using Task = decltype(tasks_of(Families{}));

// What values are kept in: the containers of all families, each once.
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

// Calls use(family, task) with the family of the task.
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

// Every kernel's name, for --kernel, and the kernel of a name.
std::vector<std::string_view> kernel_names();
std::optional<Kernel> kernel_named(std::string_view name);

struct Method : family::Traits {
  Task task;
  Quantity computed;                       // nimbers, if outcomes are found by them
  std::vector<std::string> declined = {};  // "ray, step: line 4 is no ray": of those before it

  Kernel kernel() const noexcept;
};

// `asked` is the name of a kernel or "auto". Errc::usage for an unknown name, or for a kernel that
// does not apply, with the reason; else the errors of recognisers. scope.computed is ignored.
Result<Method> choose_method(const family::Scope& scope, std::string_view asked);

}  // namespace grundy::plan
