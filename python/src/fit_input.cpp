#include "fit_input.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "matrix.hpp"

namespace gistlearn {
namespace {

using Numbers = std::optional<Input<double>>;

void assemble(FitInput* at, const Matrix& matrix, const Numbers& weight, const Numbers& offset, const Numbers& factor,
              const Numbers& lower, const Numbers& upper, std::vector<std::string> feature_names) {
  gist::FitData data;
  data.dataset.design = matrix.design;
  data.dataset.source = "X";
  data.dataset.feature_names = std::move(feature_names);
  data.weight = numbers(weight);
  data.offset = numbers(offset);
  data.factor = numbers(factor);
  data.lower = numbers(lower);
  data.upper = numbers(upper);
  new (at) FitInput{std::move(data)};
}

}  // namespace

void bind_fit_input(nb::module_& module) {
  nb::class_<FitInput>(module, "FitInput", "All of a problem's data but the labels.")
      .def("__init__", &assemble, nb::arg("matrix"), nb::kw_only(), nb::arg("weight").none() = nb::none(),
           nb::arg("offset").none() = nb::none(), nb::arg("factor").none() = nb::none(),
           nb::arg("lower").none() = nb::none(), nb::arg("upper").none() = nb::none(),
           nb::arg("feature_names") = std::vector<std::string>{});
}

}  // namespace gistlearn
