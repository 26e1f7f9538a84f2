// server/admission.hpp: whether a request is carried out, judged by its head alone.
#pragma once
#include "server/budget.hpp"
#include "server/http/service.hpp"
#include "server/limits.hpp"
#include "server/router.hpp"

namespace grundy::server {

// Refuses what has no route (404), another method (405), a parameter that the route does not know
// (400), a body where there is none (400) or without its length (411), one that is too large (413),
// of another type (415), and one for which there is no memory now (503).
http::Admission admit(const http::Request& request, const Router& router, const Limits& limits,
                      Budget& budget);

}  // namespace grundy::server
