// python/picture.hpp: what notebooks show of a table.
#pragma once
#include <optional>
#include <string>

#include "base/error.hpp"
#include "table/values.hpp"

namespace grundy::python {

// A corner of the box as PNG, its last two coordinates or its only one; the others are as low as
// they can be. Beside it what a law says, unless that text of a certificate is empty. Nothing
// where no coordinate has two values, or gnuplot is not installed.
Result<std::optional<std::string>> picture_of(const table::Values& values, const std::string& law);

}  // namespace grundy::python
