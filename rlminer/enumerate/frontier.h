#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/enumerate/ranked_graph.h"

namespace rlminer::enumerate {

// What lies around the set that a walk is growing: for every vertex its neighbours in the set, and
// the list of vertices that may still join it (the extension). Vertices not above the root do not
// exist.
class WalkFrontier {
 public:
  struct Mark {
    std::uint32_t mask = 0;   // neighbours in the set; 0: neither in the set nor adjacent to it
    std::uint32_t place = 0;  // index in the extension, meaningful while mask != 0
  };

  explicit WalkFrontier(const RankedGraph& graph)
      : graph_(graph),
        later_degree_(graph.num_vertices()),
        marks_(graph.num_vertices()),
        extension_(graph.num_vertices() + 1) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      later_degree_[v] = graph.neighbors(v).size();
    }
  }

  const RankedGraph& graph() const { return graph_; }
  Vertex at(std::size_t place) const { return extension_[place]; }
  Mark mark(Vertex v) const { return marks_[v]; }
  std::uint32_t mask_at(std::size_t place) const { return marks_[extension_[place]].mask; }
  Label label_at(std::size_t place) const { return graph_.label(extension_[place]); }

  // The neighbours of v above the root.
  std::span<const Vertex> later(Vertex v) const {
    return graph_.neighbors(v).first(later_degree_[v]);
  }

  // Makes `root` the root and the whole extension. Rows are sorted downwards, so a vertex that
  // becomes the root, or falls below it, is the last of each row it is taken from.
  void start(Vertex root) {
    for (; left_out_ <= root; ++left_out_) {
      for (const Vertex v : graph_.neighbors(left_out_))
        --later_degree_[v];
    }
    for (; left_out_ > root + 1; --left_out_) {
      for (const Vertex v : graph_.neighbors(left_out_ - 1))
        ++later_degree_[v];
    }
    extension_[0] = root;
    marks_[root] = Mark{};
  }

  // `w` joins the set as the vertex of that bit: its new neighbours go to the extension from `end`
  // on. Returns the new end.
  std::size_t join(Vertex w, std::uint32_t bit, std::size_t end) {
    for (const Vertex v : later(w)) {
      Mark& mark = marks_[v];
      if (mark.mask == 0) {
        mark.place = static_cast<std::uint32_t>(end);
        extension_[end++] = v;
      }
      mark.mask |= bit;
    }
    return end;
  }

  // Takes the last join back.
  void leave(Vertex w, std::uint32_t bit) {
    for (const Vertex v : later(w))
      marks_[v].mask &= ~bit;
  }

  // Calls pendant(label) for the neighbours of `u` out of reach of the set and link(place) for
  // those in the extension behind `after`.
  template <typename Pendant, typename Link>
  void scan(Vertex u, std::size_t after, Pendant&& pendant, Link&& link) const {
    for (const Vertex v : later(u)) {
      const Mark mark = marks_[v];
      if (mark.mask == 0) {
        pendant(graph_.label(v));
      } else if (mark.place > after) {
        link(std::size_t{mark.place});
      }
    }
  }

  // Examples, which are asked for rarely: vertices in some places of the extension that have a
  // label and neighbours in the set. There are such; the first ones are found.
  struct Places {
    std::size_t from = 0, end = 0;
  };
  struct Kind {
    std::uint32_t mask;
    Label label;
  };
  Vertex find(const Places& places, const Kind& kind) const;
  std::pair<Vertex, Vertex> find_pair(const Places& places, const Kind& a, const Kind& b,
                                      bool adjacent) const;
  // One of this kind and a pendant of it.
  std::pair<Vertex, Vertex> find_pendant(const Places& places, const Kind& a, Label label) const;
  // A neighbour of `u` with this label out of reach of the set; `u` itself: there is none.
  Vertex pendant_of(Vertex u, Label label) const;

 private:
  bool is_at(std::size_t place, const Kind& kind) const {
    return mask_at(place) == kind.mask && label_at(place) == kind.label;
  }

  const RankedGraph& graph_;
  Vertex left_out_ = 0;  // vertices below this are in nobody's later() row
  std::vector<std::size_t> later_degree_;
  std::vector<Mark> marks_;
  std::vector<Vertex> extension_;
};

}  // namespace rlminer::enumerate
