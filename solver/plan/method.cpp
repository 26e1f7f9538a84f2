#include "plan/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "plan/ray_symmetry.hpp"
#include "plan/row_layout.hpp"

namespace grundy::plan {
namespace {

struct KernelName {
  Kernel kernel;
  std::string_view name;
};

constexpr std::array names{
    KernelName{Kernel::generic, "generic"}, KernelName{Kernel::search, "search"},
    KernelName{Kernel::ray, "ray"},         KernelName{Kernel::offset, "offset"},
    KernelName{Kernel::step, "step"},       KernelName{Kernel::split, "split"},
    KernelName{Kernel::sparse, "sparse"}};

// What a family makes of a question: the method, or why it does not apply.
struct Reply {
  std::optional<Method> method;
  std::string why_not;
};

Reply yes(Kernel kernel, std::string reason, Family family) {
  return {Method{kernel, {}, std::move(reason), {}, std::move(family), ""}, ""};
}

Reply no(std::string why_not) {
  return {std::nullopt, std::move(why_not)};
}

std::string_view name_of(const Question& question, std::size_t axis) {
  return question.rules.coordinates[axis].name;
}

Reply with_symmetry(const Question& question, const AxisGroups& groups, Reply reply) {
  std::vector<std::string> texts;
  for (const auto& group : groups) {
    std::vector<std::string_view> members;
    for (const std::size_t axis : group) members.push_back(name_of(question, axis));
    texts.push_back(fmt::format("{}", fmt::join(members, ", ")));
  }
  if (!texts.empty())
    reply.method->symmetry =
        fmt::format("{} may be exchanged: only positions in which they ascend are solved",
                    fmt::join(texts, " and "));
  return reply;
}

Reply ask_ray_outcome(const Question& question) {
  std::string why_not;
  auto rays = recognise_rays(question.rules, why_not);
  if (!rays) return no(why_not);
  const auto axis = ray_axis(*rays);
  if (!axis) return no("no ray changes one coordinate alone");
  const AxisGroups groups = interchangeable_axes(*rays, question.closure);
  return with_symmetry(
      question, groups,
      yes(Kernel::ray,
          fmt::format("every rule is a ray, so each line along {} holds at most one P-position: "
                      "the first that no earlier one attacks",
                      name_of(question, *axis)),
          std::move(*rays)));
}

Reply ask_ray_nimber(const Question& question) {
  std::string why_not;
  auto rays = recognise_rays(question.rules, why_not);
  if (!rays) return no(why_not);
  const AxisGroups groups = interchangeable_axes(*rays, question.closure);
  return with_symmetry(
      question, groups,
      yes(Kernel::ray,
          "every rule is a ray: a nimber is the least that no line through the position has",
          plan_ray_nimbers(std::move(*rays), question.closure, groups)));
}

Reply ask_offset_outcome(const Question& question) {
  std::string why_not;
  auto rows = recognise_bit_rows(question.rules, question.closure, why_not);
  if (!rows) return no(why_not);
  keep_only(*rows, question.box);
  const RowAxis& along = rows->axes.axes[rows->axes.row_axis()];
  return yes(Kernel::offset,
             fmt::format("every option lies at a constant distance, or on a ray: rows along {} are "
                         "solved as bits",
                         name_of(question, along.coordinate)),
             std::move(*rows));
}

Reply ask_step(const Question& question) {
  std::string why_not;
  auto steps = recognise_steps(question.rules, why_not);
  if (!steps) return no(why_not);
  return yes(Kernel::step, "every move takes a number of one set from a heap", std::move(*steps));
}

Reply ask_split(const Question& question) {
  std::string why_not;
  auto splits = recognise_splits(question.rules, why_not);
  if (!splits) return no(why_not);
  return yes(Kernel::split, "every option is a sum of two parts along one axis, or a fixed step",
             std::move(*splits));
}

Reply ask_sparse(const Question& question) {
  std::string why_not;
  auto game = recognise_take_and_break(question.rules, why_not);
  if (!game) return no(why_not);
  const std::string form =
      game->unlike() ? "splits of one heap into unequal parts" : "an octal code";
  return yes(Kernel::sparse, form + ": few heaps have rare nimbers, and they tell the others",
             std::move(*game));
}

// A family's recogniser, and the questions it may be asked: those for which the kernel is proved.
struct Candidate {
  Kernel kernel;
  Quantity quantity;
  Quantity computed;
  bool under_misere;  // play too
  bool with_endings;  // of rules
  Reply (*ask)(const Question&);
};

// The fastest first. Kernels that find outcomes by nimbers hold under normal play alone.
constexpr std::array candidates = [] {
  using enum Quantity;
  return std::array{Candidate{Kernel::step, outcome, outcome, true, false, ask_step},
                    Candidate{Kernel::ray, outcome, outcome, true, false, ask_ray_outcome},
                    Candidate{Kernel::offset, outcome, outcome, true, true, ask_offset_outcome},
                    Candidate{Kernel::sparse, outcome, nimber, false, false, ask_sparse},
                    Candidate{Kernel::split, outcome, nimber, false, false, ask_split},
                    Candidate{Kernel::step, nimber, nimber, false, false, ask_step},
                    Candidate{Kernel::ray, nimber, nimber, false, false, ask_ray_nimber},
                    Candidate{Kernel::sparse, nimber, nimber, false, false, ask_sparse},
                    Candidate{Kernel::split, nimber, nimber, false, false, ask_split}};
}();

Reply ask(const Candidate& candidate, const Question& question) {
  if (question.convention == Convention::misere && !candidate.under_misere)
    return no(fmt::format("it finds the {} under normal play only", to_string(question.quantity)));
  if (!question.rules.endings.empty() && !candidate.with_endings)
    return no("the rules have endings");
  Reply reply = candidate.ask(question);
  if (reply.method) reply.method->computed = candidate.computed;
  return reply;
}

// Values of sums follow from those of their parts for nimbers alone.
bool parts_tell(const Question& question) {
  const bool nimbers_tell = !question.rules.has_ending(Outcome::N) &&
                            question.convention == Convention::normal &&
                            question.quantity != Quantity::remoteness;
  return nimbers_tell || !question.rules.has_sums();
}

Method search_method(const Question& question) {
  const std::string_view what = question.quantity == Quantity::remoteness   ? "the remoteness"
                                : question.convention == Convention::misere ? "the misere outcome"
                                                                            : "the winner";
  return {Kernel::search,
          question.quantity,
          fmt::format("options are sums, and {} of a sum does not follow from its parts", what),
          {},
          {},
          ""};
}

Method generic_method(const Question& question) {
  const bool by_nimbers = question.rules.has_sums() && question.quantity == Quantity::outcome;
  return {Kernel::generic,
          by_nimbers ? Quantity::nimber : question.quantity,
          question.rules.has_sums() ? "sums are solved by the nimbers of their parts"
                                    : "applies to any rules",
          {},
          {},
          ""};
}

Error does_not_apply(Kernel kernel, std::string_view why_not) {
  return {Errc::usage, fmt::format("kernel {} does not apply: {}", to_string(kernel), why_not)};
}

Result<Method> choose_automatically(const Question& question) {
  std::vector<std::string> declined;
  for (const Candidate& candidate : candidates) {
    if (candidate.quantity != question.quantity) continue;
    Reply reply = ask(candidate, question);
    if (reply.method) {
      reply.method->declined = std::move(declined);
      return std::move(*reply.method);
    }
    declined.push_back(fmt::format("{}: {}", to_string(candidate.kernel), reply.why_not));
  }
  Method method = generic_method(question);
  method.declined = std::move(declined);
  return method;
}

Result<Method> choose_family(const Question& question, Kernel kernel) {
  std::string why_not = fmt::format("it does not compute the {}", to_string(question.quantity));
  for (const Candidate& candidate : candidates) {
    if (candidate.kernel != kernel || candidate.quantity != question.quantity) continue;
    Reply reply = ask(candidate, question);
    if (reply.method) return std::move(*reply.method);
    why_not = std::move(reply.why_not);
  }
  return does_not_apply(kernel, why_not);
}

}  // namespace

std::string_view to_string(Kernel kernel) noexcept {
  return std::find_if(names.begin(), names.end(),
                      [&](const KernelName& entry) { return entry.kernel == kernel; })
      ->name;
}

std::vector<std::string_view> kernel_names() {
  std::vector<std::string_view> all;
  for (const KernelName& entry : names) all.push_back(entry.name);
  return all;
}

Result<Method> choose_method(const Question& question, std::string_view asked) {
  const auto named = std::find_if(names.begin(), names.end(),
                                  [&](const KernelName& entry) { return entry.name == asked; });
  if (asked != "auto" && named == names.end())
    return Error{Errc::usage, fmt::format("no kernel is called '{}'; there are auto, {}", asked,
                                          fmt::join(kernel_names(), ", "))};
  if (!parts_tell(question)) {
    Method search = search_method(question);
    if (asked == "auto" || asked == "search") return search;
    return does_not_apply(named->kernel, search.reason);
  }
  if (asked == "auto") return choose_automatically(question);
  if (named->kernel == Kernel::search)
    return does_not_apply(Kernel::search,
                          "it is for rules whose options are sums, and for what nimbers do not "
                          "tell; use generic");
  if (named->kernel == Kernel::generic) return generic_method(question);
  return choose_family(question, named->kernel);
}

}  // namespace grundy::plan
