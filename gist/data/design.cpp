#include "gist/data/design.hpp"

#include <type_traits>

namespace gist {
namespace {

template <class Value>
Offset entries(const Sparse<Value>& m) {
  return m.by_row ? m.by_row->entries() : m.by_column ? m.by_column->entries() : 0;
}
template <class Value>
Offset entries(const Dense<Value>& m) {
  return static_cast<Offset>(m.rows) * m.columns;
}

template <class Value>
std::size_t bytes_of(const Compressed<Value>& c) {
  return c.start.bytes() + c.index.bytes() + c.value.bytes();
}
template <class Value>
std::size_t bytes_of(const Sparse<Value>& m) {
  return (m.by_row ? bytes_of(*m.by_row) : 0) + (m.by_column ? bytes_of(*m.by_column) : 0);
}
template <class Value>
std::size_t bytes_of(const Dense<Value>& m) {
  return m.value.bytes();
}

/// Which of its two forms a sparse matrix has; a dense one has neither.
struct Forms {
  bool rows = false, columns = false;
};
template <class Value>
Forms forms_of(const Sparse<Value>& m) {
  return {m.by_row.has_value(), m.by_column.has_value()};
}
template <class Value>
Forms forms_of(const Dense<Value>&) {
  return {};
}
Forms forms_of(const Storage& storage) {
  return std::visit([](const auto& m) { return forms_of(m); }, storage);
}

}  // namespace

Index Design::rows() const {
  return std::visit([](const auto& m) { return m.rows; }, storage_);
}
Index Design::columns() const {
  return std::visit([](const auto& m) { return m.columns; }, storage_);
}
Offset Design::nonzeros() const {
  return std::visit([](const auto& m) { return entries(m); }, storage_);
}
std::size_t Design::bytes() const {
  return std::visit([](const auto& m) { return bytes_of(m); }, storage_);
}
bool Design::only_by_rows() const {
  const Forms has = forms_of(storage_);
  return has.rows && !has.columns;
}
bool Design::only_by_columns() const {
  const Forms has = forms_of(storage_);
  return has.columns && !has.rows;
}
std::string_view Design::kind() const { return storage_.index() < 2 ? "sparse" : "dense"; }
std::string_view Design::precision() const { return storage_.index() % 2 == 0 ? "double" : "float"; }

}  // namespace gist
