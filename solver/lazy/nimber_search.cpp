#include "lazy/nimber_search.hpp"

#include <fmt/format.h>

#include <bit>

namespace grundy::lazy {

NimberSearch::NimberSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
    : walk_(std::move(rules)), meter_(meter), table_(walk_.rules().dimensions()) {}

Result<std::uint32_t> NimberSearch::nimber(const Position& position) {
  if (walk_.rules().has_ending(Outcome::N))
    return Error{Errc::unsupported,
                 fmt::format("{} has no nimbers, because of `won when`", walk_.rules().name)};
  Result<std::uint32_t> found = search(position);
  if (!found && found.error().code == Errc::memory) forget();
  return found;
}

void NimberSearch::forget() noexcept {
  meter_.forget_positions(table_.size());
  table_.clear(meter_);
  release(stack_, meter_);
  release(marks_, meter_);
}

Result<std::uint32_t> NimberSearch::search(const Position& position) {
  if (Status status = walk_.cover(position, meter_); !status) return status.error();
  Position canonical = position;
  walk_.make_canonical(canonical);
  stack_.clear();
  pushed_ = false;
  if (Status status = make_room(); !status) return status.error();
  push(table_.find(canonical), canonical);
  while (!stack_.empty())
    if (Status status = step(); !status) return status.error();
  return table_.nimber(table_.find(canonical));
}

Status NimberSearch::step() {
  const Id id = stack_.back();
  if (table_.is_solved(id)) {
    stack_.pop_back();
    return {};
  }
  if (Status status = meter_.expand(); !status) return status;
  switch (look(id)) {
    case Look::complete:
      return settle(id);
    case Look::no_room:
      return make_room();
    case Look::missing:
      break;
  }
  return {};
}

NimberSearch::Look NimberSearch::look(Id id) noexcept {
  if (++stamp_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    stamp_ = 1;
  }
  pushed_ = false;
  if (walk_.load(table_.position(id)) != Standing::open) return Look::complete;
  Look result = Look::complete;
  walk_.each_option([&](const Option& option) {
    const Look found = meet(option);
    if (found != Look::complete) result = found;
    return found == Look::no_room || meter_.must_stop();
  });
  return meter_.must_stop() ? Look::missing : result;
}

// Marks the option's nimber, or pushes the components that must be solved before.
NimberSearch::Look NimberSearch::meet(const Option& option) noexcept {
  Look result = Look::complete;
  std::uint32_t nimber = 0;
  for (std::size_t i = 0; i < option.size(); ++i) {
    walk_.make_canonical(option[i]);
    const Id id = table_.find(option[i]);
    if (id != no_id && table_.is_solved(id)) {
      nimber ^= table_.nimber(id);
    } else {
      if (!push(id, option[i])) return Look::no_room;
      result = Look::missing;
    }
  }
  if (result == Look::complete) marks_[nimber] = stamp_;
  return result;
}

bool NimberSearch::push(Id id, Coordinates position) noexcept {
  if (pushed_ && stack_.size() >= slack + 2 * table_.size()) return true;
  if (!table_.has_room() || !has_room(stack_)) return false;
  if (id == no_id) {
    id = table_.add(position);
    meter_.add_position();
  }
  stack_.push_back(id);
  pushed_ = true;
  return true;
}

Status NimberSearch::make_room() {
  if (!table_.has_room())
    if (Status status = table_.make_room(walk_.closure(), stack_, meter_); !status) return status;
  if (Status status = lazy::make_room(marks_, 1, meter_); !status) return status;
  if (marks_.empty()) marks_.push_back(0);
  return lazy::make_room(stack_, 1, meter_);
}

Status NimberSearch::settle(Id id) {
  std::uint32_t nimber = 0;
  while (nimber < marks_.size() && marks_[nimber] == stamp_) ++nimber;
  if (nimber >= marks_.size()) {
    const std::size_t size = std::bit_ceil(std::size_t{nimber} + 1);
    if (Status status = lazy::make_room(marks_, size - marks_.size(), meter_); !status)
      return status;
    marks_.resize(size, 0);
  }
  table_.solve(id, nimber);
  stack_.pop_back();
  return {};
}

}  // namespace grundy::lazy
