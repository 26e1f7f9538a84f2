// law/emit/languages.hpp: a law in one language each.
#pragma once
#include <string>

#include "law/emit/emit.hpp"

namespace grundy::law {

std::string in_c(const Emitted& law);
std::string in_python(const Emitted& law);
std::string in_tex(const Emitted& law);

}  // namespace grundy::law
