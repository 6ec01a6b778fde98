#pragma once

#include <string_view>
#include <utility>

#include "gist/data/storage.hpp"

namespace gist {

/// The n x d matrix X of a problem, whatever its storage. Holds data only; the products live with the backend.
class Design {
 public:
  Design() = default;
  template <class Matrix>
  Design(Matrix matrix) : storage_(std::move(matrix)) {}  // NOLINT(google-explicit-constructor)

  Index rows() const;
  Index columns() const;
  Offset nonzeros() const;             ///< stored entries: n d for a dense matrix
  std::size_t bytes() const;           ///< memory its arrays take
  bool only_by_rows() const;           ///< sparse, and not there by columns
  bool only_by_columns() const;        ///< sparse, and not there by rows
  std::string_view kind() const;       ///< "sparse" or "dense"
  std::string_view precision() const;  ///< "double" or "float"

  const Storage& storage() const { return storage_; }

 private:
  Storage storage_;
};

}  // namespace gist
