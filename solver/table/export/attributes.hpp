// table/export/attributes.hpp: what a table says about itself, for formats that have room for it.
//
// The attributes of docs/table-format.md that concern the values, as they stand in the table; a
// part of a table has `slice` besides, its region in the table's coordinates: "0:300,5,0:300".
// Counts and digest remain those of the whole table.
#pragma once
#include <nlohmann/json.hpp>

#include "table/export/source.hpp"

namespace grundy::exports {

nlohmann::json table_attributes(const Source& source);

// {"origin": ..}: the low corner of the exported box.
nlohmann::json array_attributes(const Source& source);

}  // namespace grundy::exports
