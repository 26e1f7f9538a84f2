// table/export/hdf5_attributes.hpp: a JSON object as attributes of HDF5.
//
// Strings become strings (UTF-8, of variable length), integers 64-bit integers, lists of either
// arrays of one dimension; objects become strings that hold JSON.
#pragma once
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "table/export/hdf5_handle.hpp"

namespace grundy::exports {

Status write_attributes(const Handle& object, const nlohmann::json& attributes);

}  // namespace grundy::exports
