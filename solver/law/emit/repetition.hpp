// law/emit/repetition.hpp: the theorem of periods for Coq, in repetition.v.
#pragma once
#include <string_view>

namespace grundy::law {

std::string_view repetition_in_coq() noexcept;

}  // namespace grundy::law
