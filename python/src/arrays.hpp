#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gist/core/buffer.hpp"

namespace gistlearn {

namespace nb = nanobind;

/// An array of Python's that is looked at and never written to.
template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Keeps a Python object alive from C++; may be let go on any thread.
template <class Object>
std::shared_ptr<const void> keep(Object object) {
  return {new Object(std::move(object)), [](const void* kept) {
            const nb::gil_scoped_acquire held;
            delete static_cast<const Object*>(kept);
          }};
}

/// The memory of an array as the library sees memory: no copy.
template <class T>
gist::Buffer<T> view(const Input<T>& array) {
  return {std::span<const T>(array.data(), array.size()), keep(array)};
}

/// A copy of a short array: one number per sample or feature. None is an empty one.
inline std::vector<double> numbers(const std::optional<Input<double>>& array) {
  if (!array) return {};
  return {array->data(), array->data() + array->size()};
}

/// A vector handed to NumPy, which owns it from then on.
template <class T, class Vector = std::vector<T>>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(Vector values) {
  auto* kept = new Vector(std::move(values));
  const nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<Vector*>(memory); });
  return {kept->data(), {kept->size()}, owner};
}

/// A buffer of the library's as a read-only NumPy array: no copy.
template <class T>
nb::ndarray<nb::numpy, const T, nb::ndim<1>> to_numpy(gist::Buffer<T> values) {
  auto* kept = new gist::Buffer<T>(std::move(values));
  const nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<gist::Buffer<T>*>(memory); });
  return {kept->data(), {kept->size()}, owner};
}

}  // namespace gistlearn
