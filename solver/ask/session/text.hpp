// ask/session/text.hpp: numbers and boxes as people read them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/box.hpp"
#include "table/info.hpp"

namespace grundy::session {

// 27270901 -> "27,270,901".
std::string grouped(std::uint64_t number);

// "301 x 301 x 301 = 27,270,901 positions".
std::string size_of(const Box& box);

// "1 tile", "28 tiles".
std::string counted(std::uint64_t number, std::string_view what);

// "1.7 s", "2 min 5 s", "3 h 20 min".
std::string duration(double seconds);

// "12 of the nimbers from 71 on, for all heaps: ..", of a table of this box.
std::string period_text(const table::TablePeriod& period, const Box& box);

// "8.53 M".
std::string rate(double per_second);

}  // namespace grundy::session
