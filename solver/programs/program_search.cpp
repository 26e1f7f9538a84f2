#include "programs/program_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace grundy::programs {

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view key) {
  return {reinterpret_cast<const std::uint8_t*>(key.data()), key.size()};
}
std::string_view text_of(std::span<const std::uint8_t> key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

}  // namespace

ProgramSearch::ProgramSearch(Program program, Convention convention, lazy::SearchLimits limits)
    : parts_program_(std::move(program)),
      program_(convention == Convention::misere ? whole_sums(parts_program_) : parts_program_),
      convention_(convention),
      meter_(std::move(limits)) {}

// Numbers the positions of options as they are listed. Once something fails the rest is ignored.
class ProgramSearch::Listing : public Sink {
 public:
  explicit Listing(ProgramSearch& search) : search_(search) {}

  void part(std::string_view key) override {
    if (!status_) return;
    const auto id = search_.number(key);
    status_ = id ? lazy::make_room(search_.parts_, 1, search_.meter_) : Status(id.error());
    if (status_) search_.parts_.push_back(*id);
  }
  void end_option() override {
    if (status_) status_ = lazy::make_room(search_.ends_, 1, search_.meter_);
    if (status_) search_.ends_.push_back(search_.parts_.size());
  }
  const Status& status() const noexcept { return status_; }

 private:
  ProgramSearch& search_;
  Status status_;
};

Result<lazy::Id> ProgramSearch::number(std::string_view given) {
  std::string_view key = given;
  if (program_.canon) {
    scratch_.assign(given);
    if (Status done = program_.canon(scratch_); !done) return done.error();
    key = scratch_;
  }
  const auto bytes = bytes_of(key);
  const Id known = keys_.find(bytes);
  if (known != lazy::no_id) return known;
  if (!keys_.has_room(bytes.size()))
    if (Status room = keys_.make_room(bytes.size(), meter_); !room) return room.error();
  if (Status room = lazy::make_room(values_, 1, meter_); !room) return room.error();
  values_.push_back(unknown);
  meter_.add_position();
  return keys_.add(bytes);
}

// Lists the options of a position behind those of the path, and puts it there.
Status ProgramSearch::expand(Id id) {
  if (Status go_on = meter_.expand(); !go_on) return go_on;
  if (Status room = lazy::make_room(path_, 1, meter_); !room) return room;
  path_.push_back({id, parts_.size(), ends_.size(), parts_.size()});
  values_[id] = on_path;
  Listing listing(*this);
  const Key key(text_of(keys_.key(id)));  // keys move as others are added
  if (Status listed = program_.options(key, listing); !listed) return listed;
  if (!listing.status()) return listing.status();
  const std::size_t last =
      ends_.size() == path_.back().first_option ? path_.back().first_part : ends_.back();
  if (last == parts_.size()) return {};
  return no_end(program_, key);
}

// Of the position at the end of the path, whose options all have values.
std::uint32_t ProgramSearch::nimber_of_top() {
  met_.clear();
  std::size_t part = path_.back().first_part;
  for (std::size_t option = path_.back().first_option; option < ends_.size(); ++option) {
    std::uint32_t sum = 0;
    for (; part < ends_[option]; ++part) sum ^= values_[parts_[part]];
    met_.push_back(sum);
  }
  std::ranges::sort(met_);
  std::uint32_t mex = 0;
  for (const std::uint32_t nimber : met_) mex += nimber == mex ? 1 : 0;
  return mex;
}

void ProgramSearch::finish(std::uint32_t value) {
  values_[path_.back().id] = value;
  parts_.resize(path_.back().first_part);
  ends_.resize(path_.back().first_option);
  path_.pop_back();
}

Status ProgramSearch::search(Id root) {
  if (Status begun = expand(root); !begun) return begun;
  while (!path_.empty()) {
    Frame& top = path_.back();
    bool is_won = convention_ == Convention::misere && top.first_option == ends_.size();
    while (!is_won && top.at < parts_.size() && is_solved(parts_[top.at])) {
      is_won = convention_ == Convention::misere && values_[parts_[top.at]] == 0;
      ++top.at;
    }
    if (is_won)
      finish(1);
    else if (top.at == parts_.size())
      finish(convention_ == Convention::misere ? 0 : nimber_of_top());
    else if (const Id next = parts_[top.at]; values_[next] == on_path)
      return cycle(next);
    else if (Status begun = expand(next); !begun)
      return begun;
  }
  return {};
}

Error ProgramSearch::cycle(Id again) const {
  constexpr std::size_t most_shown = 8;
  const auto from = std::ranges::find(path_, again, &Frame::id);
  std::string shown;
  const auto length = static_cast<std::size_t>(path_.end() - from);
  for (std::size_t i = 0; i < length; ++i)
    if (i < most_shown)
      shown += program_.text(text_of(keys_.key(from[static_cast<std::ptrdiff_t>(i)].id))) + " -> ";
    else if (i == most_shown)
      shown += fmt::format("({} more) -> ", length - most_shown);
  return {Errc::rules, fmt::format("program {}: play comes back to a position, so it need not end: "
                                   "{}{}",
                                   program_.name, shown, program_.text(text_of(keys_.key(again))))};
}

Result<std::uint32_t> ProgramSearch::value_of(Key key) {
  const auto id = number(key);
  if (!id) return id.error();
  if (!is_solved(*id))
    if (Status done = search(*id); !done) {
      for (const Frame& frame : path_) values_[frame.id] = unknown;
      path_.clear();
      parts_.clear();
      ends_.clear();
      return done.error();
    }
  return values_[*id];
}

Result<ProgramSearch::Answer> ProgramSearch::evaluate(const Sum& sum) {
  if (convention_ == Convention::misere) {
    auto key = key_of_sum(parts_program_, sum);
    if (!key) return key.error();
    const auto value = value_of(*std::move(key));
    if (!value) return value.error();
    return Answer{*value == 0 ? Outcome::P : Outcome::N, std::nullopt};
  }
  std::uint32_t nimber = 0;
  for (const Key& part : sum) {
    const auto value = value_of(part);
    if (!value) return value.error();
    nimber ^= *value;
  }
  return Answer{nimber == 0 ? Outcome::P : Outcome::N, nimber};
}

}  // namespace grundy::programs
