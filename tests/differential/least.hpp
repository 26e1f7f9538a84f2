// differential/least.hpp: the least question that shows a difference.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "differential/run.hpp"

namespace grundy::differential {

// What this way makes of the question, if that is wrong.
using Judge = std::function<std::optional<std::string>(const Question&, const Way&)>;
std::optional<std::string> wrong(const Question& question, const Way& way);

// Goes from a difference to lesser ones of the same way, or of a plainer one, as long as there are
// any and the time allows.
Difference least(Difference difference, double seconds, const Judge& judge = wrong);

}  // namespace grundy::differential
