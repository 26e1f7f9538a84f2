// cli/quotient.cpp: `grundy quotient`, the misère quotient of a game of one heap.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "quotient/heaps.hpp"
#include "quotient/presentation.hpp"

namespace grundy::cli {
namespace {

struct QuotientChoice {
  GameChoice game;
  std::uint64_t heaps = 1000;
  std::size_t order = 1000;
  double seconds = 60;
  std::optional<std::uint64_t> memory;
  bool as_json = false;
};

struct ShownQuotient {
  std::shared_ptr<const rules::Rules> rules;
  quotient::HeapQuotient quotient;
  std::size_t judged = 0;  // heaps
  std::string ended;       // why it is not whole

  std::int64_t heap(std::size_t number) const {
    return rules->coordinates[0].low + static_cast<std::int64_t>(number);
  }
};

void print_json(const ShownQuotient& answer) {
  const quotient::Presentation shown = quotient::present(answer.quotient);
  Json generators = Json::array(), relations = Json::array(), lost = Json::array();
  for (std::size_t i = 0; i < shown.heaps.size(); ++i)
    generators.push_back({{"name", shown.names[i]}, {"heap", answer.heap(shown.heaps[i])}});
  for (const auto& [left, right] : shown.relations) relations.push_back({left, right});
  for (quotient::Element value = 0; value < shown.classes.size(); ++value)
    if (answer.quotient.monoid->is_lost(value)) lost.push_back(shown.classes[value]);
  Json classes = Json::array();
  for (const quotient::Element value : answer.quotient.classes)
    classes.push_back(shown.classes[value]);
  Json json{{"game", answer.rules->name},
            {"order", answer.quotient.monoid->order()},
            {"whole", answer.quotient.period.has_value()},
            {"heaps", answer.judged},
            {"generators", generators},
            {"relations", relations},
            {"p_portion", lost},
            {"first_heap", answer.heap(0)},
            {"classes", classes}};
  if (const auto& period = answer.quotient.period)
    json["period"] = {{"length", period->length}, {"from", answer.heap(period->before)}};
  else
    json["ended"] = answer.ended;
  print(json);
}

// "  name        item, item, ..": as many as a line of 100 columns takes.
void print_list(const std::string& name, const std::vector<std::string>& items) {
  std::string line = fmt::format("  {:<11}", name);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line.size() + 1 + item.size() > 100) {
      fmt::print("{}\n", line);
      line = std::string(13, ' ');
    }
    line += " " + item;
  }
  fmt::print("{}\n", line);
}

void print_heaps(const ShownQuotient& answer, const quotient::Presentation& shown) {
  std::vector<std::string> heaps;
  const auto& classes = answer.quotient.classes;
  for (std::size_t i = 0; i < classes.size(); ++i)
    heaps.push_back(fmt::format("{}: {}", answer.heap(i), shown.classes[classes[i]]));
  print_list("heaps", heaps);
}

void print_for_people(const ShownQuotient& answer) {
  const quotient::Presentation shown = quotient::present(answer.quotient);
  const auto& period = answer.quotient.period;
  fmt::print("{}: misère quotient of {}, order {}\n", answer.rules->name,
             period ? std::string("all heaps (proved)")
                    : fmt::format("the heaps up to {}", answer.heap(answer.judged - 1)),
             answer.quotient.monoid->order());
  std::vector<std::string> generators, relations, lost;
  for (std::size_t i = 0; i < shown.heaps.size(); ++i)
    generators.push_back(fmt::format("{} = {}", shown.names[i], answer.heap(shown.heaps[i])));
  for (const auto& [left, right] : shown.relations) relations.push_back(left + " = " + right);
  for (quotient::Element value = 0; value < shown.classes.size(); ++value)
    if (answer.quotient.monoid->is_lost(value)) lost.push_back(shown.classes[value]);
  print_list("generators", generators);
  print_list("relations", relations);
  print_list("P-portion", lost);
  if (period)
    fmt::print("  period      {} from {} on\n", period->length, answer.heap(period->before));
  print_heaps(answer, shown);
}

// What is known when a limit is met is an answer too; standard error names the limit.
Status run_quotient(const QuotientChoice& choice) {
  using Moment = std::chrono::steady_clock;
  auto rules = choice.game.load();
  if (!rules) return rules.error();
  ShownQuotient answer{std::make_shared<const rules::Rules>(*std::move(rules)), {}, 0, ""};
  lazy::Meter meter({memory_limit(choice.memory), &stop_on_interrupt(), nullptr});
  auto search = quotient::HeapSearch::of(answer.rules, {choice.heaps, choice.order}, meter);
  if (!search) return search.error();
  meter.set_deadline(Moment::now() + std::chrono::duration_cast<Moment::duration>(
                                         std::chrono::duration<double>(choice.seconds)));
  const Status extended = search->extend(choice.heaps);
  const bool was_late = meter.clear_deadline();
  if (!extended && extended.error().code != Errc::memory && !was_late &&
      extended.error().code != Errc::unsupported)
    return extended.error();
  if (search->heaps() == 0) return extended;
  auto found = search->quotient();
  if (!found) return found.error();
  answer.quotient = *std::move(found);
  answer.judged = search->heaps();
  if (was_late)
    answer.ended = fmt::format("out of time after {} s (--seconds)", choice.seconds);
  else
    answer.ended = extended ? fmt::format("no period up to heap {} (--heaps)", choice.heaps)
                            : extended.error().message;
  if (choice.as_json)
    print_json(answer);
  else
    print_for_people(answer);
  if (!answer.quotient.period)
    fmt::print(stderr, "grundy: {}: the quotient of heap {} as well was not found: {}\n",
               answer.rules->name, answer.heap(answer.judged), answer.ended);
  return {};
}

}  // namespace

void add_quotient(CLI::App& app, Status& result) {
  CLI::App* command =
      app.add_subcommand("quotient", "Misère quotient of a game of one heap: who wins any sum");
  const auto choice = std::make_shared<QuotientChoice>();
  choice->game.add_to(*command);
  command->add_option("--heaps", choice->heaps, "The last heap to look at")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1000000}))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--order", choice->order, "Give up quotients of more classes than this")
      ->check(CLI::Range(std::size_t{1}, std::size_t{20000}))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--seconds", choice->seconds, "Say what is known after this time")
      ->check(seconds_of_time())
      ->type_name("SECONDS")
      ->capture_default_str();
  add_memory(*command, choice->memory, "Say what is known when more would be needed, such as 8G");
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy quotient 0.77\n"
      "  grundy quotient 0.123 --json\n"
      "  grundy quotient 0.07 --heaps 20");
  command->callback([&result, choice] { result = run_quotient(*choice); });
}

}  // namespace grundy::cli
