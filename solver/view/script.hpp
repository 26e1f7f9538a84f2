// view/script.hpp: a picture in the language of gnuplot.
#pragma once
#include <string>

#include "view/plot.hpp"

namespace grundy::plot {

// Draws on standard output; the data stand in it. Of Format::script it draws on a screen.
std::string script_of(const Picture& picture, Format format);

}  // namespace grundy::plot
