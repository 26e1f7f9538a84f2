// cli/law/proved_laws.hpp: answers of `value`, `moves` and `play` from proved laws.
#pragma once
#include <cstdint>

#include "ask/session/session.hpp"

namespace grundy::cli {

// From now on the session looks for laws, that long for each game, where anything else takes
// longer. Does nothing in a program without the part `law`.
void add_laws(session::Session& session, double seconds, std::uint64_t bytes);

}  // namespace grundy::cli
