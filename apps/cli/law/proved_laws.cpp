#include "cli/law/proved_laws.hpp"

#include <memory>

#include "ask/laws/law_source.hpp"
#include "cli/interrupt.hpp"

namespace grundy::cli {

void add_laws(session::Session& session, double seconds, std::uint64_t bytes) {
  if (seconds <= 0) return;
  session.evaluator().set_laws(std::make_unique<session::ProvedLaws>(
      session::LawChoice{seconds, bytes, &stop_on_interrupt(), true}));
}

}  // namespace grundy::cli
