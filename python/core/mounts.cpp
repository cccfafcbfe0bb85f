#include "python/core/mounts.h"

#include "python/core/arrays.h"

#include "germane/data/number_codes.h"
#include "germane/io/mounted.h"

#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace germane {
namespace {

namespace py = pybind11;
using Words = std::vector<std::string>;
using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// Something of Python's, mounted while this lives.
struct PyMount {
  py::object kept;
  std::unique_ptr<Mount> mount;
};

template <class... Given>
PyMount mounted(py::object kept, Given&&... given) {
  return {std::move(kept), std::make_unique<Mount>(std::forward<Given>(given)...)};
}

Codes codes_of(const Integers& numbers, const Words& names) {
  if (numbers.ndim() != 1) throw py::value_error("codes must be an array of one dimension");
  return encode_numbers({numbers.data(), static_cast<std::size_t>(numbers.size())}, names);
}

PyMount mount_table(const py::object& array, const Words& columns, const std::string& name,
                    const Words& ids,
                    const std::map<std::string, std::pair<Integers, Words>>& codes) {
  ArrayRows rows = rows_of(array, columns, name);
  MountedTable table{.rows = std::move(rows.open)};
  if (!ids.empty()) table.ids = Ids(ids, name);
  for (const auto& [column, values] : codes)
    table.codes.emplace(column,
                        std::make_shared<const Codes>(codes_of(values.first, values.second)));
  return mounted(rows.array, std::move(table));
}

PyMount mount_links(const Integers& pairs, const py::array_t<bool>& same,
                    const py::array_t<double>& weights) {
  const auto pair = pairs.unchecked<2>();
  const auto alike = same.unchecked<1>();
  const auto weight = weights.unchecked<1>();
  if (pair.shape(1) != 2 || alike.shape(0) != pair.shape(0) || weight.shape(0) != pair.shape(0))
    throw py::value_error("pairs must have two columns, and a kind and a weight each");
  MountedLinks links;
  for (py::ssize_t i = 0; i < pair.shape(0); ++i) {
    links.links.push_back({pair(i, 0), pair(i, 1), weight(i)});
    links.same.push_back(alike(i) ? 1 : 0);
  }
  return mounted(py::none(), std::move(links));
}

}  // namespace

void add_mounts(py::module_& module) {
  py::class_<PyMount>(module, "Mount")
      .def_property_readonly("name", [](const PyMount& self) { return self.mount->name(); })
      .def("content",
           [](const PyMount& self) { return py::bytes(*mounted_bytes(self.mount->name())); });
  module.def("mount_table", &mount_table);
  module.def("mount_links", &mount_links);
  module.def("mount_codes", [](const Integers& values, const Words& names) {
    return mounted(py::none(), codes_of(values, names));
  });
  module.def("mount_file", [](const std::string& name, const py::bytes& content) {
    return mounted(py::none(), name, std::string(content));
  });
}

}  // namespace germane
