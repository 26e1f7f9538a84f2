#include "run/agreement.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>

#include "ranks/meeting.hpp"
#include "run/table_sink.hpp"
#include "table/metadata.hpp"
#include "table/spec_difference.hpp"

namespace grundy::solve {
namespace {

struct AskedFor {
  std::string spec;
  std::string table;
  std::string kernel;
  std::string messages;  // that ranks are to send, which tells how they share the work out
};

std::string table_of(const Options& options) {
  if (!options.output) return "no table";
  std::error_code failed;
  return std::filesystem::absolute(options.output->table, failed).lexically_normal().string();
}

std::string messages_of(const plan::Plan& plan) {
  const family::Ranks& ranks = *plan.method.ranks;
  return fmt::format("{} messages of {} bytes on {} ranks", ranks.messages, ranks.bytes,
                     ranks.memory_bytes.size());
}

AskedFor asked_for(const plan::Plan& plan, const Options& options) {
  const Output output = options.output.value_or(Output{});
  return {table::spec_text(table_spec(plan, output, options.program_version)), table_of(options),
          std::string(to_string(plan.kernel())), messages_of(plan)};
}

std::optional<std::string> difference(const AskedFor& first, const AskedFor& own) {
  const auto there = table::parse_spec(first.spec);
  const auto here = table::parse_spec(own.spec);
  if (!there || !here) return "what rank 0 was asked for cannot be read";
  if (auto found = table::difference_of(*there, *here)) return found;
  if (first.table != own.table)
    return fmt::format("it writes {}, and {} is asked for", first.table, own.table);
  if (first.kernel != own.kernel)
    return fmt::format("its kernel is {}, and {} is asked for", first.kernel, own.kernel);
  if (first.messages != own.messages)
    return fmt::format("it plans {}, and this rank {}, as with other `memory` or `passes`",
                       first.messages, own.messages);
  return std::nullopt;
}

}  // namespace

Status agree(const plan::Plan& plan, const Options& options, cluster::Meeting& meeting) {
  const AskedFor own = asked_for(plan, options);
  cluster::Parcel parcel;
  for (const std::string* text : {&own.spec, &own.table, &own.kernel, &own.messages})
    parcel.add(*text);
  const auto told = meeting.share(parcel.take());
  if (!told) return told.error();
  cluster::OpenParcel opened(*told);
  AskedFor first;
  for (std::string* text : {&first.spec, &first.table, &first.kernel, &first.messages})
    *text = opened.text();
  if (const auto differs = difference(first, own))
    return Error{Errc::usage, fmt::format("rank 0 solves something else: {}; give all ranks the "
                                          "same words",
                                          *differs)};
  const auto all = meeting.gather({});
  return all ? Status() : Status(all.error());
}

}  // namespace grundy::solve
