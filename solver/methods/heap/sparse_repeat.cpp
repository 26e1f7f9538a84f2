#include "methods/heap/sparse_repeat.hpp"

#include <utility>

namespace grundy::sparse {

void Repeat::prove(const Heaps& heaps) {
  if (const auto period = prove_period(heaps)) found_ = {*period, Stage::proved, true};
}

void Repeat::search(const Heaps& heaps) {
  if (found_.stage != Stage::nothing || heaps.game().unlike()) return;
  if (8 * heaps.size() < 9 * searched_) return;
  searched_ = heaps.size();
  if (const auto period = late_period(heaps)) {
    found_ = {*period, Stage::candidate, period->preperiod > heaps.late()};
    compared_ = heaps.size();
    try_to_prove(heaps);
  }
}

void Repeat::compare(const Heaps& heaps) {
  if (found_.stage != Stage::candidate) return;
  const std::uint64_t length = found_.period.length;
  while (compared_ < heaps.size() && heaps.index(compared_) == heaps.index(compared_ - length))
    ++compared_;
  if (compared_ < heaps.size() || heaps.rare_end() > found_.period.preperiod)
    found_ = {};
  else
    try_to_prove(heaps);
}

void Repeat::try_to_prove(const Heaps& heaps) {
  if (is_proved(heaps, found_.period)) found_.stage = Stage::proved;
}

void Repeat::set(const Found& found, std::uint64_t searched, std::uint64_t compared) {
  found_ = found;
  searched_ = searched;
  compared_ = compared;
}

bool Repeat::fits(const Heaps& heaps) const {
  const auto& [length, from] = std::pair(found_.period.length, found_.period.preperiod);
  if (found_.stage == Stage::nothing) return true;
  const std::uint64_t kept = heaps.size() - heaps.late();
  if (length == 0 || length > kept || from > heaps.size() - length) return false;
  return found_.stage != Stage::proved || is_proved(heaps, found_.period);
}

}  // namespace grundy::sparse
