// table/spec_difference.hpp: what keeps one table from being another, in words.
#pragma once
#include <optional>
#include <string>

#include "table/info.hpp"

namespace grundy::table {

// The first difference between what is there and what is asked for, the most telling first; nothing
// if they are equal.
std::optional<std::string> difference_of(const TableSpec& there, const TableSpec& asked);

}  // namespace grundy::table
