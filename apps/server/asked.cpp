#include "server/asked.hpp"

#include <fmt/format.h>

namespace grundy::server {

http::Answer problem(const Error& error, const ServedTable& table) {
  const std::string place = table.path.string();
  Error renamed = error;
  for (auto at = renamed.message.find(place); at != std::string::npos && !place.empty();
       at = renamed.message.find(place, at + table.name.size()))
    renamed.message.replace(at, place.size(), table.name);
  return problem(renamed);
}

http::Answer no_room(std::uint64_t bytes, const Budget& budget) {
  if (bytes > budget.all())
    return problem(422, fmt::format("to work this answer out may take {} bytes of memory; all "
                                    "requests in hand have {}: take less of it",
                                    bytes, budget.all()));
  http::Answer answer = problem(503, "other requests take the memory that there is; try again");
  answer.set("Retry-After", "1");
  return answer;
}

}  // namespace grundy::server
