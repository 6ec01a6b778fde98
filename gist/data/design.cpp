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

template <class Value>
bool by_rows_alone(const Sparse<Value>& m) {
  return m.by_row && !m.by_column;
}
template <class Value>
bool by_rows_alone(const Dense<Value>&) {
  return false;
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
  return std::visit([](const auto& m) { return by_rows_alone(m); }, storage_);
}
std::string_view Design::kind() const { return storage_.index() < 2 ? "sparse" : "dense"; }
std::string_view Design::precision() const { return storage_.index() % 2 == 0 ? "double" : "float"; }

}  // namespace gist
