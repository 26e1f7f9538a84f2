#include "search/misere_search.hpp"

#include <fmt/format.h>

namespace grundy::lazy {

void MisereValues::begin() noexcept {
  nimbers_.clear();
  misere_nimbers_.clear();
  has_options_ = has_wild_option_ = false;
}

void MisereValues::add_option(std::uint32_t code) noexcept {
  const MisereKind kind = MisereKind::from_code(code);
  has_options_ = true;
  has_wild_option_ |= kind.is_wild();
  if (kind.is_wild()) return;
  nimbers_.add(kind.nimber());
  misere_nimbers_.add(kind.misere_nimber());
}

std::optional<std::uint32_t> MisereValues::conclude() noexcept {
  if (!has_options_) return MisereKind::fickle(0).code();
  if (has_wild_option_) return MisereKind::wild().code();
  const auto nimber = nimbers_.mex();
  const auto misere_nimber = misere_nimbers_.mex();
  if (!nimber || !misere_nimber) return std::nullopt;
  if (*nimber == *misere_nimber) return MisereKind::firm(*nimber).code();
  const bool is_fickle = *nimber < 2 && *misere_nimber == 1 - *nimber;
  return (is_fickle ? MisereKind::fickle(*nimber) : MisereKind::wild()).code();
}

Status MisereValues::make_room(Meter& meter) {
  if (Status status = nimbers_.make_room(meter); !status) return status;
  return misere_nimbers_.make_room(meter);
}

void MisereValues::release(Meter& meter) noexcept {
  nimbers_.release(meter);
  misere_nimbers_.release(meter);
}

Result<MisereKind> MisereSearch::kind(const Position& position) {
  const rules::Rules& rules = search_.rules();
  if (!rules.endings.empty())
    return Error{
        Errc::unsupported,
        fmt::format("{} has endings, which leave open who has lost a misère sum", rules.name)};
  const auto code = search_.value(position);
  if (!code) return code.error();
  return MisereKind::from_code(*code);
}

}  // namespace grundy::lazy
