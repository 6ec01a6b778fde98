#include "gist/io/write.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <variant>
#include <vector>

#include "gist/core/chunks.hpp"
#include "gist/core/error.hpp"
#include "gist/data/transpose.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/io/binary.hpp"
#include "gist/io/decompress.hpp"
#include "gist/io/text.hpp"

namespace gist {
namespace {

template <class Number>
void append(std::string& text, Number x) {
  std::array<char, 32> digits;
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr);
}

/// One row of a design: visit(column, value) for each stored entry. A float is shown as the double it stands for.
template <class Value, class Visit>
void for_row(const Sparse<Value>& matrix, Index row, Visit&& visit) {
  const auto& lines = *matrix.by_row;
  const auto r = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(lines.start[r]); k < static_cast<std::size_t>(lines.start[r + 1]); ++k) {
    visit(lines.index[k], static_cast<double>(lines.value[k]));
  }
}
template <class Value, class Visit>
void for_row(const Dense<Value>& matrix, Index row, Visit&& visit) {
  auto k = static_cast<std::size_t>(row);
  for (Index j = 0; j < matrix.columns; ++j, k += static_cast<std::size_t>(matrix.rows)) {
    visit(j, static_cast<double>(matrix.value[k]));
  }
}

/// Writes line(text, row) for all rows in order, made in parallel some chunks at a time.
template <class Line>
void write_rows(AtomicFile& file, Index rows, Offset entries, Team& team, Line&& line) {
  constexpr std::int64_t entries_per_chunk = 1 << 15;
  const std::int64_t per_chunk = std::max<std::int64_t>(1, entries_per_chunk * rows / std::max<Offset>(entries, rows));
  const Chunks chunks{rows, per_chunk};
  std::vector<std::string> texts(static_cast<std::size_t>(team.size()) * 4);
  const auto batch = static_cast<std::int64_t>(texts.size());
  for (std::int64_t first = 0; first < chunks.count(); first += batch) {
    const std::int64_t count = std::min(batch, chunks.count() - first);
    team.run(count, [&](std::int64_t i) {
      std::string& text = texts[static_cast<std::size_t>(i)];
      text.clear();
      for (auto row = chunks.begin(first + i); row < chunks.end(first + i); ++row) line(text, static_cast<Index>(row));
    });
    for (std::int64_t i = 0; i < count; ++i) file.write(texts[static_cast<std::size_t>(i)]);
  }
}

template <class Matrix>
void write_libsvm(const Dataset& data, const Matrix& matrix, AtomicFile& file, Team& team) {
  write_rows(file, matrix.rows, data.design.nonzeros(), team, [&](std::string& text, Index row) {
    const std::size_t begin = text.size();
    if (!data.label.empty()) append(text, data.label[static_cast<std::size_t>(row)]);
    for_row(matrix, row, [&](Index column, double value) {
      if (value == 0) return;
      if (text.size() > begin) text += ' ';
      append(text, std::int64_t{column} + 1);
      text += ':';
      append(text, value);
    });
    if (text.size() == begin) text += "1:0";
    text += '\n';
  });
}

/// A name as a CSV field. Quoted if it has to be, and also if it is empty or would be trimmed.
std::string csv_name(const std::string& name, const std::string& path) {
  if (name.find('\n') != std::string::npos) {
    throw Error(ErrorKind::data,
                path + ": the feature name " + in_quotes(name) + " has a line end, which CSV cannot hold here");
  }
  const bool plain =
      name.find_first_of(",;\t\"\r") == std::string::npos && !name.starts_with(' ') && !name.ends_with(' ');
  if (plain) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

template <class Matrix>
void write_csv(const Dataset& data, const Matrix& matrix, const std::string& path, AtomicFile& file, Team& team) {
  const char separator = without_packing_suffix(path).ends_with(".tsv") ? '\t' : ',';
  if (!data.feature_names.empty()) {
    std::string header = data.label.empty() ? "" : "label";
    for (const auto& name : data.feature_names) {
      if (&name != &data.feature_names.front() || !data.label.empty()) header += separator;
      header += csv_name(name, path);
    }
    file.write(header + "\n");
  }
  const Offset cells = Offset{matrix.rows} * matrix.columns;
  write_rows(file, matrix.rows, cells, team, [&](std::string& text, Index row) {
    const std::size_t begin = text.size();
    if (!data.label.empty()) append(text, data.label[static_cast<std::size_t>(row)]);
    Index next = 0;  // the column to write next; those a sparse row leaves out are 0
    const auto cell = [&](double value) {
      if (text.size() > begin) text += separator;
      append(text, value);
      ++next;
    };
    for_row(matrix, row, [&](Index column, double value) {
      while (next < column) cell(0);
      cell(value);
    });
    while (next < matrix.columns) cell(0);
    text += '\n';
  });
}

template <class Value>
void write_matrix(const Sparse<Value>& matrix, AtomicFile& file, Team& team) {
  const Offset entries = matrix.by_row->entries();
  file.write("%%MatrixMarket matrix coordinate real general\n" + std::to_string(matrix.rows) + " " +
             std::to_string(matrix.columns) + " " + std::to_string(entries) + "\n");
  write_rows(file, matrix.rows, entries, team, [&](std::string& text, Index row) {
    for_row(matrix, row, [&](Index column, double value) {
      append(text, std::int64_t{row} + 1);
      text += ' ';
      append(text, std::int64_t{column} + 1);
      text += ' ';
      append(text, value);
      text += '\n';
    });
  });
}

template <class Value>
void write_matrix(const Dense<Value>& matrix, AtomicFile& file, Team& team) {
  file.write("%%MatrixMarket matrix array real general\n" + std::to_string(matrix.rows) + " " +
             std::to_string(matrix.columns) + "\n");
  write_rows(file, matrix.columns, Offset{matrix.rows} * matrix.columns, team, [&](std::string& text, Index column) {
    const auto rows = static_cast<std::size_t>(matrix.rows);
    for (std::size_t i = 0; i < rows; ++i) {
      append(text, static_cast<double>(matrix.value[static_cast<std::size_t>(column) * rows + i]));
      text += '\n';
    }
  });
}

void write_labels(const Dataset& data, const std::string& path) {
  AtomicFile file(path);
  std::string text;
  for (const double label : data.label) {
    append(text, label);
    text += '\n';
  }
  file.write(text);
  file.commit();
}

/// The design with its rows at hand, which a sparse one that came by columns has not.
Design with_rows(const Design& design, Team& team) {
  const bool there = std::visit(
      [](const auto& matrix) {
        if constexpr (requires { matrix.by_row; }) {
          return matrix.by_row.has_value();
        } else {
          return true;
        }
      },
      design.storage());
  return there ? design : complete(design, team);
}

}  // namespace

std::string labels_beside(const std::string& path) { return path + ".labels"; }

void write_dataset(const Dataset& data, const std::string& path, Format format, Team& team) {
  if (format == Format::automatic) format = format_of_name(path);
  if (without_packing_suffix(path).size() != path.size()) {
    throw Error(ErrorKind::option, path + ": writing compressed files is not supported, write " +
                                       std::string(without_packing_suffix(path)) + " and compress that");
  }
  if (format == Format::binary) return write_binary(data, path, team);
  const double cells = static_cast<double>(data.design.rows()) * static_cast<double>(data.design.columns());
  if (format == Format::csv && data.design.kind() == "sparse" && cells > csv_cell_limit) {
    throw Error(ErrorKind::option, path + ": a sparse matrix of " + std::to_string(data.design.rows()) + " x " +
                                       std::to_string(data.design.columns()) +
                                       " is too large for CSV, expected libsvm, matrix-market or binary");
  }
  AtomicFile file(path);
  const Design design = with_rows(data.design, team);
  std::visit(
      [&](const auto& matrix) {
        switch (format) {
          case Format::csv: write_csv(data, matrix, path, file, team); break;
          case Format::matrix_market: write_matrix(matrix, file, team); break;
          default: write_libsvm(data, matrix, file, team);
        }
      },
      design.storage());
  // Labels first: a matrix without its labels is the worse of the two things a crash in between could leave.
  if (format == Format::matrix_market && !data.label.empty()) write_labels(data, labels_beside(path));
  file.commit();
}

}  // namespace gist
