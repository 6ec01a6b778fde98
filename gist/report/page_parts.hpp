#pragma once

#include <string>
#include <string_view>

#include "gist/report/draw.hpp"

namespace gist::report {

/// The style sheet of a page, light and dark, from 320 pixels up; the charts' own colours are in drawing_style().
std::string_view page_style();

/// The script of a page: shows the nearest point of a chart and its values. It reads what chart_data() wrote.
std::string_view page_script();

/// The values of a chart and where they are, as JSON that is safe inside <script>: no '<' in it.
std::string chart_data(const Chart& chart, const Drawing& drawing);

}  // namespace gist::report
