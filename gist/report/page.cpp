#include "gist/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gist/core/field.hpp"
#include "gist/core/version.hpp"
#include "gist/report/draw.hpp"
#include "gist/report/escape.hpp"
#include "gist/report/page_parts.hpp"

namespace gist::report {
namespace {

/// Text in these charts is readable from 400 pixels of page to half of 1200. The legend comes on top.
constexpr Size on_page{460, 320};

std::string block(const Text& text) {
  return fmt::format("<p{}>{}</p>\n", text.warning ? " class=\"warning\"" : "", escape(text.words));
}

bool is_number(const std::string& cell) { return cell.empty() || number_from(cell).has_value(); }

std::string block(const Table& table) {
  std::vector<bool> flush_right(table.head.size(), true);
  for (const auto& row : table.rows) {
    for (std::size_t k = 0; k < row.size() && k < flush_right.size(); ++k)
      flush_right[k] = flush_right[k] && is_number(row[k]);
  }
  const auto line = [&](const std::vector<std::string>& cells, std::string_view tag) {
    std::string text = "<tr>";
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool right = k < flush_right.size() && flush_right[k];
      text += fmt::format("<{0}{1}>{2}</{0}>", tag, right ? " class=\"number\"" : "", escape(cells[k]));
    }
    return text + "</tr>\n";
  };
  std::string text = "<div class=\"scroll\"><table>\n";
  const bool headed = std::any_of(table.head.begin(), table.head.end(), [](const auto& h) { return !h.empty(); });
  if (headed) text += "<thead>" + line(table.head, "th") + "</thead>\n";
  text += "<tbody>\n";
  for (const auto& row : table.rows) text += line(row, "td");
  return text + "</tbody></table></div>\n";
}

std::string block(const Bars& bars) {
  double least = std::min(0.0, bars.threshold.value_or(0)),
         most = std::max(bars.full.value_or(0), bars.threshold.value_or(0));
  for (const auto& row : bars.rows) {
    if (!std::isfinite(row.value)) continue;
    least = std::min(least, row.value);
    most = std::max(most, row.value);
  }
  const double span = most > least ? most - least : 1;
  const auto percent = [&](double value) { return 100 * (value - least) / span; };
  std::string text = bars.title.empty() ? "" : "<h3>" + escape(bars.title) + "</h3>\n";
  text += "<table class=\"bars\"><tbody>\n";
  for (const auto& row : bars.rows) {
    const double value = std::isfinite(row.value) ? row.value : 0;
    text += fmt::format("<tr><td class=\"name\">{}{}</td><td class=\"room\"><div class=\"bar\">", escape(row.name),
                        row.note.empty() ? "" : " <small>" + escape(row.note) + "</small>");
    text += fmt::format("<i{} style=\"left:{:.2f}%;width:{:.2f}%\"></i>", value < 0 ? " class=\"minus\"" : "",
                        percent(std::min(value, 0.0)), 100 * std::abs(value) / span);
    if (bars.threshold) text += fmt::format("<b style=\"left:{:.2f}%\"></b>", percent(*bars.threshold));
    text += fmt::format("</div></td><td class=\"number\">{}</td></tr>\n", readable(row.value));
  }
  return text + "</tbody></table>\n";
}

std::string block(const Chart& chart) {
  const Drawing drawing = draw(chart, {on_page.width, on_page.height + legend_height(chart, on_page.width)}, false);
  std::string text = chart.title.empty() ? "" : "<h3>" + escape(chart.title) + "</h3>\n";
  text += fmt::format(
      "<figure><svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" tabindex=\"0\" aria-label=\"{}\">\n{}</svg>\n"
      "<script type=\"application/json\">{}</script></figure>\n",
      drawing.size.width, drawing.size.height, escape(chart.title), drawing.shapes, chart_data(chart, drawing));
  if (!chart.note.empty()) text += "<p class=\"note\">" + escape(chart.note) + "</p>\n";
  return text;
}

}  // namespace

std::string html(const Page& page) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{0}</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<header><h1>{0}</h1><p>{3}</p></header>\n<main>\n",
      escape(page.title), page_style(), drawing_style(), escape(page.subtitle));
  for (const Section& section : page.sections) {
    text += "<section>\n<h2>" + escape(section.title) + "</h2>\n";
    for (const Block& b : section.blocks) std::visit([&](const auto& some) { text += block(some); }, b);
    text += "</section>\n";
  }
  text += fmt::format("</main>\n<footer><p>Written by gist {}.</p></footer>\n<script>{}</script>\n</body>\n</html>\n",
                      version, page_script());
  return text;
}

}  // namespace gist::report
