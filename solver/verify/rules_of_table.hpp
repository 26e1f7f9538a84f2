// verify/rules_of_table.hpp: the rules that a table names, read anew.
#pragma once
#include <optional>

#include "base/error.hpp"
#include "rules/rules.hpp"
#include "table/check.hpp"
#include "table/info.hpp"

namespace grundy::verify {

// Whether the table is of a game without rules, one given as a graph: then its text is a comment.
bool has_rules(const table::TableSpec& spec);

// Reads the text with the table's parameters and holds it against what else the table says: name,
// coordinates, low corner, closure, the axes it sorts by, whether there are nimbers. Nothing, and
// findings, where they do not fit.
std::optional<rules::Rules> rules_of(const table::TableSpec& spec, table::Findings& findings);

}  // namespace grundy::verify
