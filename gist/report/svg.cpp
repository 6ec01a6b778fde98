#include <fmt/format.h>

#include <array>
#include <string_view>

#include "gist/report/chart.hpp"
#include "gist/report/draw.hpp"
#include "gist/report/escape.hpp"

namespace gist::report {
namespace {

struct Colour {
  std::string_view light, dark;
};
constexpr std::array<Colour, 8> palette{{{"#0b62b8", "#58a6ff"},
                                         {"#c2570c", "#f0883e"},
                                         {"#1a7f37", "#3fb950"},
                                         {"#8250df", "#bc8cff"},
                                         {"#cf222e", "#ff7b72"},
                                         {"#0e7c86", "#39c5cf"},
                                         {"#bf3989", "#f778ba"},
                                         {"#7d6608", "#d4b106"}}};

constexpr Colour paper{"#ffffff", "#0d1117"};

/// Plain colours, no CSS variables: programs that are not browsers draw SVG too.
std::string colours(bool dark) {
  std::string css;
  for (std::size_t k = 0; k < palette.size(); ++k) {
    const auto colour = dark ? palette[k].dark : palette[k].light;
    css += fmt::format(
        ".chart .line.c{0},.chart .whisker.c{0}{{stroke:{1}}}.chart .dot.c{0},.chart .band.c{0}{{fill:{1}}}\n", k,
        colour);
  }
  css += fmt::format(".chart text{{fill:{}}}\n", dark ? "#e6edf3" : "#1f2328");
  css += fmt::format(".chart .grid{{stroke:{}}}.chart .zero{{stroke:{}}}.chart .axis{{stroke:{}}}\n",
                     dark ? "#30363d" : "#e4e7eb", dark ? "#6e7681" : "#b4bac2", dark ? "#8b949e" : "#59636e");
  css += fmt::format(".chart .faint{{stroke:{0}}}.chart .dot.faint{{fill:{0}}}.chart .reference{{stroke:{1}}}\n",
                     dark ? "#484f58" : "#c8ced5", dark ? "#8b949e" : "#818b98");
  css += fmt::format(".chart .marker{{stroke:{}}}.chart .label{{stroke:{}}}\n", dark ? "#d0d7de" : "#424a53",
                     dark ? paper.dark : paper.light);
  return css;
}

}  // namespace

std::string drawing_style() {
  return ".chart text{font:13px system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
         ".chart .title{font-weight:600}.chart .label{stroke-width:5;paint-order:stroke;stroke-linejoin:round}\n"
         ".chart path{fill:none}.chart .line{stroke-width:1.8;stroke-linejoin:round}.chart .faint{stroke-width:1}\n"
         ".chart .whisker{stroke-width:1.4}.chart .band{stroke:none;fill-opacity:.16}.chart .dot{stroke:none}\n"
         ".chart .reference{stroke-dasharray:5 4}.chart .marker{stroke-dasharray:2 3}\n" +
         colours(false) + "@media (prefers-color-scheme:dark){\n" + colours(true) + "}\n";
}

std::string svg(const Chart& chart, Size size) {
  const Drawing drawing = draw(chart, size, true);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\">\n<title>{2}</title>\n<style>\n{3}.chart .paper{{fill:{5}}}\n"
      "@media (prefers-color-scheme:dark){{.chart .paper{{fill:{6}}}}}\n</style>\n"
      "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
      size.width, size.height, escape(chart.title), drawing_style(), drawing.shapes, paper.light, paper.dark);
}

}  // namespace gist::report
