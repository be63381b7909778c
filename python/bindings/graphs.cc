#include <cstdint>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <utility>

#include "bindings/module.h"
#include "bindings/values.h"
#include "cli/input.h"
#include "cli/output.h"

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"

namespace rlminer::python {
namespace {

using Ends = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Vertex vertex_at(const Ends& ends, std::size_t i, std::size_t vertices) {
  const std::int64_t vertex = ends.data()[i];
  if (vertex >= 0 && static_cast<std::uint64_t>(vertex) < vertices)
    return static_cast<Vertex>(vertex);
  throw Error("edge " + std::to_string(i) + ": there is no vertex " + std::to_string(vertex) +
              ": the graph has " + std::to_string(vertices) + " vertices");
}

std::optional<std::string> label_or_none(nb::handle label) {
  return label.is_none() ? std::nullopt : std::optional(from_text(label));
}

// The kind of an edge is a pair: the label of the arc from the first end to the second one and of
// the arc back, each None where there is no such arc.
void add_edge_of_kind(graph::GraphBuilder& builder, Vertex u, Vertex v, nb::handle kind) {
  const auto out = label_or_none(nb::object(kind[0]));
  const auto in = label_or_none(nb::object(kind[1]));
  if (out && out == in) {
    builder.add_edge(u, v, *out, false);
    return;
  }
  if (out) builder.add_edge(u, v, *out, true);
  if (in) builder.add_edge(v, u, *in, true);
}

// `labels`: one per vertex, or None. `ids`: likewise; they are what pictures and texts call the
// vertices. `kinds`: one per edge, or None when nothing is known about the edges.
Graph make_graph(std::size_t vertices, const Ends& sources, const Ends& targets, nb::handle labels,
                 nb::handle ids, nb::handle kinds) {
  graph::GraphBuilder builder;
  const auto label_list = labels.is_none() ? nb::list() : nb::cast<nb::list>(labels);
  const auto id_list = ids.is_none() ? nb::list() : nb::cast<nb::list>(ids);
  for (std::size_t v = 0; v < vertices; ++v) {
    std::string id = ids.is_none() ? std::to_string(v) : from_text(id_list[v]);
    if (labels.is_none()) {
      builder.add_vertex(std::move(id));
    } else {
      builder.add_vertex(std::move(id), from_text(label_list[v]));
    }
  }
  const auto kind_list = kinds.is_none() ? nb::list() : nb::cast<nb::list>(kinds);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Vertex u = vertex_at(sources, i, vertices);
    const Vertex v = vertex_at(targets, i, vertices);
    if (kinds.is_none()) {
      builder.add_edge(u, v);
    } else {
      add_edge_of_kind(builder, u, v, kind_list[i]);
    }
  }
  return builder.build();
}

// The edges as an array of two rows, the smaller end of each in the first; the array owns them.
nb::ndarray<nb::numpy, std::int64_t> edge_array(const Graph& graph) {
  const std::size_t edges = graph.num_edges();
  auto* const ends = new std::int64_t[2 * edges + 1];
  const nb::capsule owner(ends,
                          [](void* data) noexcept { delete[] static_cast<std::int64_t*>(data); });
  std::size_t i = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u > v) continue;
      ends[i] = u;
      ends[edges + i++] = v;
    }
  }
  return {ends, {2, edges}, owner};
}

// The kinds of these edges in the same order, or None.
nb::object edge_kinds(const Graph& graph) {
  if (!graph.has_relations()) return nb::none();
  const auto name = [](const std::optional<std::string>& label) {
    return label ? nb::object(to_text(*label)) : nb::none();
  };
  nb::list kinds;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    const auto neighbors = graph.neighbors(u);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      if (u > neighbors[i]) continue;
      const graph::EdgeKind& kind = graph.relation_dictionary().kind(graph.relations(u)[i]);
      kinds.append(nb::make_tuple(name(kind.out), name(kind.in)));
    }
  }
  return kinds;
}

template <typename Name>
nb::list names_of_vertices(const Graph& graph, Name name) {
  nb::list names;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    names.append(to_text(name(v)));
  return names;
}

nb::list label_names(const Graph& graph) {
  nb::list names;
  for (Label label = 0; label < graph.num_labels(); ++label)
    names.append(to_text(graph.label_dictionary().name(label)));
  return names;
}

// (name, numbers, graphs, warnings) of a file, a folder or an example.
nb::tuple read(const std::string& path, const std::string& label_file, const std::string& format,
               const std::string& label_attribute, const std::string& edge_label_attribute,
               bool directed) {
  const io::ReadOptions options{.label_file = label_file,
                                .format = format,
                                .label_attribute = label_attribute,
                                .edge_label_attribute = edge_label_attribute,
                                .keep_relations = directed || !edge_label_attribute.empty(),
                                .directed = directed};
  Collection collection;
  {
    const nb::gil_scoped_release release;
    collection = cli::read_input(path, options);
  }
  nb::list graphs;
  for (Graph& graph : collection.graphs)
    graphs.append(nb::cast(std::move(graph)));
  return nb::make_tuple(to_text(collection.name), collection.numbers, graphs,
                        to_texts(collection.warnings));
}

// As one file of the format json, which holds all that there is to know.
void write(const std::string& path, const nb::tuple& graphs) {
  const Collection collection = to_collection("", graphs);
  const nb::gil_scoped_release release;
  cli::write_graphs(path, collection, "json", "");
}

}  // namespace

void add_graphs(nb::module_& module) {
  nb::class_<Graph>(module, "Graph")
      .def_static("make", make_graph, nb::arg("vertices"), nb::arg("sources"), nb::arg("targets"),
                  nb::arg("labels").none(), nb::arg("ids").none(), nb::arg("kinds").none())
      .def_prop_ro("num_vertices", &Graph::num_vertices)
      .def_prop_ro("num_edges", &Graph::num_edges)
      .def_prop_ro("num_labels", &Graph::num_labels)
      .def_prop_ro("has_kinds", &Graph::has_relations)
      .def("labels",
           [](const Graph& graph) {
             return names_of_vertices(graph, [&](Vertex v) { return graph.label_name(v); });
           })
      .def("ids",
           [](const Graph& graph) {
             return names_of_vertices(graph, [&](Vertex v) { return graph.id(v); });
           })
      .def("label_names", label_names)
      .def("edges", edge_array)
      .def("kinds", edge_kinds);
  module.def("read", read, nb::arg("path"), nb::arg("label_file"), nb::arg("format"),
             nb::arg("label_attribute"), nb::arg("edge_label_attribute"), nb::arg("directed"));
  module.def("write", write, nb::arg("path"), nb::arg("graphs"));
}

}  // namespace rlminer::python
