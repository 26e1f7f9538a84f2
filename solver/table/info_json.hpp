// table/info_json.hpp: what a table says about itself, for programs.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "table/info.hpp"

namespace grundy::table {

// The object that `grundy info --json` prints and the C library gives; its keys stay.
nlohmann::ordered_json to_json(const TableInfo& info);

// The same in one line. Bytes that are no UTF-8 (rules may hold any) become U+FFFD.
std::string json_text(const TableInfo& info);

// A period as all of these tell it; null where there is none.
nlohmann::ordered_json to_json(const std::optional<TablePeriod>& period);

}  // namespace grundy::table
