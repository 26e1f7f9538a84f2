// table/packed_block.hpp: bytes <-> a zstd frame and its CRC-32C, as fast as zstd can.
//
// For what is read back once or never; chunks of tables are packed by codec.hpp. Any thread may
// call these functions.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/error.hpp"

namespace grundy::table {

// Replaces `packed`; a block of zeros becomes empty. Fails only for want of memory.
Status pack_block(std::span<const std::byte> block, std::vector<std::byte>& packed);

// Fills `block`, whose size says how long it must be. Errc::corrupt for damage.
Status unpack_block(std::span<const std::byte> packed, std::span<std::byte> block);

}  // namespace grundy::table
