#include "run/together.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <variant>

#include "base/box.hpp"
#include "run/description.hpp"
#include "run/packer.hpp"
#include "table/info.hpp"
#include "table/metadata.hpp"

namespace grundy::solve {

// Agreement.

namespace {

struct AskedFor {
  std::string spec;
  std::string table;
  std::string kernel;
  std::string messages;  // that ranks are to send, which depends on how they share the work
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
  const auto received = meeting.share(parcel.take());
  if (!received) return received.error();
  cluster::OpenParcel opened(*received);
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

// Counting and writing.

namespace {

constexpr std::uint64_t no_place = std::numeric_limits<std::uint64_t>::max();

cluster::Bytes to_bytes(const sweep::Statistics& counts) {
  cluster::Parcel parcel;
  parcel.add(counts.positions);
  parcel.add(counts.p_positions);
  parcel.add(counts.max_value);
  parcel.add(counts.digest.sum().first);
  parcel.add(counts.digest.sum().second);
  parcel.add(counts.histogram.size());
  for (const std::uint64_t times : counts.histogram) parcel.add(times);
  return parcel.take();
}

std::optional<sweep::Statistics> to_counts(const cluster::Bytes& bytes) {
  cluster::OpenParcel parcel(bytes);
  sweep::Statistics counts;
  counts.positions = parcel.number();
  counts.p_positions = parcel.number();
  counts.max_value = static_cast<std::uint32_t>(parcel.number());
  Residues sum;
  sum.first = parcel.number();
  sum.second = parcel.number();
  counts.digest.add(sum);
  counts.histogram.resize(
      std::min<std::uint64_t>(parcel.number(), sweep::Statistics::histogram_end));
  for (std::uint64_t& times : counts.histogram) times = parcel.number();
  if (!parcel.fits()) return std::nullopt;
  return counts;
}

cluster::Bytes to_bytes(std::span<const std::uint64_t> ranks) {
  const auto bytes = std::as_bytes(ranks);
  return {bytes.begin(), bytes.end()};
}

std::optional<std::vector<std::uint64_t>> to_ranks(const cluster::Bytes& bytes,
                                                   std::uint64_t positions) {
  std::vector<std::uint64_t> ranks(bytes.size() / sizeof(std::uint64_t));
  if (ranks.size() * sizeof(std::uint64_t) != bytes.size()) return std::nullopt;
  if (!ranks.empty()) std::memcpy(ranks.data(), bytes.data(), bytes.size());
  if (std::ranges::any_of(ranks, [&](std::uint64_t rank) { return rank >= positions; }))
    return std::nullopt;
  return ranks;
}

// The width that cells of an array need: what ArrayWriter would find shard by shard.
unsigned width_needed(const CellSource& source, Quantity quantity, std::uint32_t largest,
                      unsigned least) {
  if (source.width() <= least || quantity == Quantity::outcome) return least;
  return std::max(least, width_for(largest));
}

}  // namespace

Together::Together(const plan::Plan& plan, const sweep::Solution& solution,
                   parallel::Executor& executor, cluster::Meeting& meeting)
    : plan_(plan), solution_(solution), executor_(executor), meeting_(meeting) {}

bool Together::values_are_shared_out() const {
  return !plan_.method.ranks->all_to_all &&
         std::visit([]<class Values>(const Values&) { return family::SharedOut<Values>; },
                    solution_.values);
}

Error Together::does_not_fit() const {
  return {Errc::corrupt,
          fmt::format("rank {} received data of a table that does not fit", meeting_.rank())};
}

Result<sweep::Statistics> Together::count() {
  const Share share = values_are_shared_out() ? Share() : Share{meeting_.rank(), meeting_.ranks()};
  sweep::Statistics counts = sweep::statistics(plan_, solution_, executor_, share);
  const auto received = meeting_.gather(meeting_.rank() == 0 ? cluster::Bytes() : to_bytes(counts));
  if (!received) return received.error();
  for (std::size_t rank = 1; rank < received->size(); ++rank) {
    const auto others = to_counts((*received)[rank]);
    if (!others) return does_not_fit();
    counts.add(*others);
  }
  return counts;
}

Status Together::write_as_first(TableSink& sink, std::uint32_t largest) {
  cluster::Parcel parcel;
  parcel.add(sink.writer().resumed());
  parcel.add(largest);
  if (const auto received = meeting_.share(parcel.take()); !received) return received.error();
  if (Status written = write(sink, largest); !written) return written;
  for (std::uint64_t shard = 0; shard < owners_.size(); ++shard)
    if (!is_mine(shard))
      for (std::size_t array = 0; array < sink.writer().arrays().size(); ++array)
        sink.writer().array(array).mark_written(shard);
  if (table::ArrayWriter* const section = sink.writer().section_array())
    for (std::uint64_t shard = 1; shard < sink.writer().section()->shards().size(); ++shard)
      if (shard % meeting_.ranks() != 0) section->mark_written(shard);
  return {};
}

Status Together::write_as_other(const Options& options) {
  const auto received = meeting_.share({});
  if (!received) return received.error();
  cluster::OpenParcel parcel(*received);
  const bool resumed = parcel.number() != 0;
  const auto largest = static_cast<std::uint32_t>(parcel.number());
  if (!parcel.fits()) return does_not_fit();
  std::error_code failed;
  if (!std::filesystem::is_directory(options.output->table, failed))
    return Error{Errc::io, fmt::format("{}: what rank 0 has begun there is not seen from here; "
                                       "choose a folder of a file system that all ranks share",
                                       options.output->table.string())};
  TableSink sink = TableSink::join(plan_, *options.output, options.program_version, resumed);
  return write(sink, largest);
}

Status Together::wait_for_all() {
  if (const auto all = meeting_.gather({}); !all) return all.error();
  const auto received = meeting_.share({});
  return received ? Status() : Status(received.error());
}

// The coordinates that may be exchanged among shards of one owner: those of the values, if each
// rank keeps a part.
AxisGroups Together::groups() const {
  if (!values_are_shared_out()) return exchangeable_axes(plan_);
  return std::visit(
      []<class Values>(const Values& values) {
        if constexpr (family::SharedOut<Values>)
          return values.groups();
        else
          return AxisGroups();
      },
      solution_.values);
}

Status Together::write(TableSink& sink, std::uint32_t largest) {
  const table::Grid& shards = sink.writer().shards();
  owners_ = orbit_numbers(shards.counts(), groups());
  order_ = sink.packer().order();
  sink.packer().pack_only([&](std::uint64_t shard) { return is_mine(shard); });
  sink.set_share({meeting_.rank(), meeting_.ranks()});
  sink.stop_when([this] { return meeting_.has_ended(); });
  if (Status found = find_lines(sink); !found) return found;
  if (Status chosen = choose_formats(sink, largest); !chosen) return chosen;
  Status written = sink.complete(solution_, executor_);
  if (written) written = sink.packer().wait();
  if (written) written = sink.writer().sync();
  if (!written) return meeting_.failure().value_or(written.error());
  const auto all = meeting_.gather({});
  return all ? Status() : Status(all.error());
}

// If each rank keeps a part of the P-positions, all send theirs to rank 0, which sends them to all.
Status Together::find_lines(TableSink& sink) {
  if (!values_are_shared_out() || !sink.writer().section()) return {};
  const auto received = meeting_.gather(to_bytes(kept_p_positions(plan_, solution_, executor_)));
  if (!received) return received.error();
  cluster::Bytes all;
  for (const cluster::Bytes& bytes : *received) all.insert(all.end(), bytes.begin(), bytes.end());
  const auto shared = meeting_.share(std::move(all));
  if (!shared) return shared.error();
  const auto p_positions = to_ranks(*shared, plan_.positions());
  if (!p_positions) return does_not_fit();
  sink.set_lines(SectionLines(plan_, solution_, *sink.writer().section(), groups(), *p_positions));
  return {};
}

// Rank 0 decides for all.
Status Together::choose_formats(TableSink& sink, std::uint32_t largest) {
  const auto undecided = find_undecided(sink, largest);
  if (!undecided) return undecided.error();
  const auto texts = collect_formats(sink, *undecided);
  if (!texts) return texts.error();
  return set_formats(sink, *texts);
}

template <class Use>
auto Together::with_source(TableSink& sink, std::size_t array, const Use& use) const {
  return std::visit(
      [&](const auto& values) {
        const SourceOf cells(values);
        return use(QuantitySource(plan_, sink.writer().arrays()[array], cells));
      },
      solution_.values);
}

// Which arrays have no format yet, and the shard that determines it. All ranks call it. `place` is
// no_place for arrays that have one, such as those of a table that is resumed.
Result<std::vector<Together::Undecided>> Together::find_undecided(TableSink& sink,
                                                                  std::uint32_t largest) {
  const std::vector<Quantity> arrays = sink.writer().arrays();
  std::vector<Undecided> undecided;
  cluster::Parcel own;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    undecided.push_back(with_source(sink, i, [&](const CellSource& source) {
      table::ArrayWriter& array = sink.writer().array(i);
      const unsigned least = array.format().width;
      const unsigned width = width_needed(source, arrays[i], largest, least);
      if (array.format_fits(width)) return Undecided{width, no_place};
      return Undecided{width, first_place(sink, source, width, width == least)};
    }));
    own.add(undecided.back().place);
  }
  const auto received = meeting_.gather(own.take());
  if (!received) return received.error();
  for (const cluster::Bytes& bytes : *received) {
    cluster::OpenParcel parcel(bytes);
    for (Undecided& one : undecided) one.place = std::min(one.place, parcel.number());
    if (!parcel.fits()) return does_not_fit();
  }
  cluster::Parcel decided;
  for (const Undecided& one : undecided) decided.add(one.place);
  const auto shared = meeting_.share(decided.take());
  if (!shared) return shared.error();
  cluster::OpenParcel parcel(*shared);
  for (Undecided& one : undecided) {
    one.place = parcel.number();
    if (one.place != no_place && one.place >= order_.size()) return does_not_fit();
  }
  return parcel.fits() ? Result(std::move(undecided))
                       : Result<std::vector<Undecided>>(does_not_fit());
}

// Among this rank's shards; no_place if none needs the width. Scans several shards at once.
std::uint64_t Together::first_place(TableSink& sink, const CellSource& source, unsigned width,
                                    bool any_width) const {
  std::vector<std::uint64_t> places;
  for (std::uint64_t place = 0; place < order_.size(); ++place)
    if (is_mine(order_[place])) places.push_back(place);
  if (places.empty() || any_width) return places.empty() ? no_place : places.front();
  for (std::size_t first = 0; first < places.size(); first += executor_.threads()) {
    const std::size_t count = std::min(executor_.threads(), places.size() - first);
    std::vector<std::uint8_t> needs(count);
    executor_.for_each(count, [&](std::size_t i, std::size_t) {
      const Box shard = sink.writer().shards().box(order_[places[first + i]]);
      needs[i] = width_for(max_cell(source, shard)) >= width;
    });
    const auto found = std::ranges::find(needs, 1);
    if (found != needs.end())
      return places[first + static_cast<std::size_t>(found - needs.begin())];
  }
  return no_place;
}

// The formats that this rank's shards determine: a text for each array, empty if another rank's
// shard determines it.
Result<cluster::Bytes> Together::try_formats(TableSink& sink,
                                             const std::vector<Undecided>& undecided) {
  cluster::Parcel own;
  for (std::size_t i = 0; i < undecided.size(); ++i) {
    const auto [width, place] = undecided[i];
    std::string text;
    if (place != no_place && is_mine(order_[place])) {
      const auto format = with_source(sink, i, [&](const CellSource& source) {
        return sink.writer().array(i).format_for(order_[place], source, width);
      });
      if (!format) return format.error();
      text = table::array_text(*format);
    }
    own.add(text);
  }
  return own.take();
}

// The texts of all arrays' formats, followed by that of the section, if there is one.
Result<std::vector<std::string>> Together::collect_formats(
    TableSink& sink, const std::vector<Undecided>& undecided) {
  auto own = try_formats(sink, undecided);
  if (!own) return own.error();
  const auto received = meeting_.gather(*std::move(own));
  if (!received) return received.error();
  std::vector<std::string> texts(undecided.size());
  for (std::size_t i = 0; i < undecided.size(); ++i)
    if (meeting_.rank() == 0 && undecided[i].place == no_place)
      texts[i] = table::array_text(sink.writer().array(i).format());
  for (const cluster::Bytes& bytes : *received) {
    cluster::OpenParcel parcel(bytes);
    for (std::string& text : texts)
      if (std::string one = parcel.text(); !one.empty()) text = std::move(one);
    if (!parcel.fits()) return does_not_fit();
  }
  if (sink.writer().section()) {
    auto section = meeting_.rank() == 0 ? section_format(sink) : Result(std::string());
    if (!section) return section.error();
    texts.push_back(*std::move(section));
  }
  return texts;
}

// Rank 0 owns its first shard.
Result<std::string> Together::section_format(TableSink& sink) {
  table::ArrayWriter& section = *sink.writer().section_array();
  const unsigned width = section.format().width;
  if (section.format_fits(width)) return table::array_text(section.format());
  std::string text;
  const Status tried =
      sink.with_section(solution_, executor_, 0, [&](const CellView& lines) -> Status {
        const auto format = section.format_for(0, ViewSource(lines), width);
        if (!format) return format.error();
        text = table::array_text(*format);
        return {};
      });
  return tried ? Result(text) : Result<std::string>(tried.error());
}

// Rank 0 saves them in the directory before it sends them to others.
Status Together::set_formats(TableSink& sink, const std::vector<std::string>& texts) {
  std::vector<table::ArrayWriter*> writers;
  for (std::size_t i = 0; i < sink.writer().arrays().size(); ++i)
    writers.push_back(&sink.writer().array(i));
  if (table::ArrayWriter* const section = sink.writer().section_array()) writers.push_back(section);
  cluster::Parcel own;
  if (meeting_.rank() == 0) {
    sink.expect_other_writers();
    if (Status begun = sink.writer().begin(); !begun) return begun;
  }
  const auto set_format = [&](table::ArrayWriter& writer, const std::string& text) -> Status {
    auto format = table::parse_array(text, writer.format());
    if (!format) return format.error();
    writer.set_format(*std::move(format));
    return {};
  };
  for (std::size_t i = 0; meeting_.rank() == 0 && i < writers.size(); ++i) {
    if (Status set = set_format(*writers[i], texts[i]); !set) return set;
    if (Status kept = writers[i]->save_format(); !kept) return kept;
    own.add(texts[i]);
  }
  const auto received = meeting_.share(own.take());
  if (!received) return received.error();
  cluster::OpenParcel parcel(*received);
  for (table::ArrayWriter* const writer : writers)
    if (Status set = set_format(*writer, parcel.text()); !set) return set;
  return parcel.fits() ? Status() : Status(does_not_fit());
}

}  // namespace grundy::solve
