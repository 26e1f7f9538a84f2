#include "server/asked.hpp"

namespace grundy::server {

http::Answer problem(const Error& error, const ServedTable& table) {
  const std::string place = table.path.string();
  Error told = error;
  for (auto at = told.message.find(place); at != std::string::npos && !place.empty();
       at = told.message.find(place, at + table.name.size()))
    told.message.replace(at, place.size(), table.name);
  return problem(told);
}

http::Answer no_room() {
  http::Answer answer = problem(503, "other requests take the memory that there is; try again");
  answer.set("Retry-After", "1");
  return answer;
}

}  // namespace grundy::server
