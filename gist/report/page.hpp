#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gist/report/chart.hpp"

namespace gist::report {

/// A paragraph. `warning` makes it stand out.
struct Text {
  std::string words;
  bool warning = false;
};

/// Rows of text under a head. A column is set flush right where every cell below the head is a number.
struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

/// Names and what each is worth, as bars: to the left below 0, to the right above.
struct Bars {
  struct Row {
    std::string name;
    double value;
    std::string note{};  ///< small, after the name
  };
  std::string title;
  std::vector<Row> rows;
  std::optional<double> threshold{};  ///< a line across all bars
  std::optional<double> full{};       ///< the value of a bar of full length; else the largest there is
};

using Block = std::variant<Text, Table, Bars, Chart>;

/// One card of a page.
struct Section {
  std::string title;
  std::vector<Block> blocks;
};

/// A report: everything on one page.
struct Page {
  std::string title, subtitle;
  std::vector<Section> sections;
};

/// The page as one HTML file: styles, charts and the script that shows values where one points are all inside, and its
/// own content policy keeps it from asking for anything else. Every text of the page is escaped. Charts can be read
/// with the pointer, by touch and with the arrow keys; without scripts they are still there.
std::string html(const Page& page);

}  // namespace gist::report
