// The files people really have, one small sample each: what is read from it, or why it is refused.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

struct Sample {
  std::string file;
  std::string outcome;
  ReadOptions options = {};  // its label file lies among the samples
};

std::filesystem::path samples() {
  return RLMINER_IO_SAMPLES;
}

std::string without_folder(std::string text) {
  const std::string folder = samples().string() + "/";
  for (std::size_t at; (at = text.find(folder)) != std::string::npos;)
    text.erase(at, folder.size());
  return text;
}

// "FORMAT: ID/LABEL ID/LABEL, ID-ID ID-ID", graphs separated by " + ", warnings after " | "; the
// label of graphs without labels is left out.
std::string described(const Collection& collection) {
  std::string text = collection.format + ":";
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    if (i > 0) text += " +";
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      text += " " + graph.id(v);
      if (graph.label_name(v) != graph::kUnlabelled) text += "/" + graph.label_name(v);
    }
    std::string edges;
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      for (const Vertex v : graph.neighbors(u)) {
        if (u < v) edges += " " + graph.id(u) + "-" + graph.id(v);
      }
    }
    if (!edges.empty()) text += "," + edges;
  }
  for (const std::string& warning : collection.warnings)
    text += " | " + without_folder(warning);
  return text;
}

std::string outcome_of(const Sample& sample) {
  ReadOptions options = sample.options;
  if (!options.label_file.empty()) options.label_file = samples() / options.label_file;
  try {
    return described(read_collection(samples() / sample.file, options));
  } catch (const Error& error) {
    return without_folder(error.what());
  }
}

void expect_outcomes(const std::vector<Sample>& rows) {
  for (const Sample& sample : rows) {
    const std::string outcome = outcome_of(sample);
    // The libraries for compressed files and GraphML may be missing, which is then said.
    if (outcome.find("built without") != std::string::npos) continue;
    EXPECT_EQ(outcome, sample.outcome) << sample.file;
  }
}

TEST(Samples, Tables) {
  expect_outcomes({
      {"csv_quotes.csv",
       "edges: Carl, Jr. Ann Bob the \"Kid\", Carl, Jr.-Ann Ann-Bob Bob-the \"Kid\" | "
       "csv_quotes.csv: line 1 names the columns and is not an edge"},
      {"csv_person.csv",
       "edges: Ann Bob Carl, Ann-Bob Bob-Carl | csv_person.csv: line 1 names the columns and is "
       "not an edge"},
      {"csv_ids.csv",
       "edges: 0 747 1, 0-747 0-1 747-1 | csv_ids.csv: line 1 names the columns and is not an "
       "edge"},
      {"columns.csv",
       "edges: Ann Bob Carl, Ann-Bob Bob-Carl | columns.csv: line 1 names the columns and is not "
       "an edge; ignored: since"},
      {"columns.csv",
       "edges: Bob Ann Carl, Bob-Ann Bob-Carl | columns.csv: line 1 names the columns and is not "
       "an edge; the vertices are in the columns Doctor and Nurse; ignored: since",
       {.label_file = {}, .format = {}, .source = "Doctor", .target = "Nurse"}},
      {"columns.csv",
       "edges: Bob Ann Carl, Bob-Ann Bob-Carl | columns.csv: line 1 names the columns and is not "
       "an edge; the vertices are in the columns Doctor and Nurse | columns.csv: edge labels are "
       "ignored (they differ: 2001, 2003, ...)",
       {.label_file = {},
        .format = {},
        .source = "2",
        .target = "1",
        .edge_label_column = "since"}},
      {"columns.csv",
       "columns.csv:1: there is no column Surgeon; there are: Nurse, Doctor, since",
       {.label_file = {}, .format = {}, .source = "Surgeon"}},
      {"string_db.txt",
       "edges: 9606.P1 9606.P2 9606.P3, 9606.P1-9606.P2 9606.P2-9606.P3 | string_db.txt: line 1 "
       "names the columns and is not an edge; ignored: combined_score"},
      {"pandas_index.csv",
       "edges: Ann Bob Carl, Ann-Bob Bob-Carl | pandas_index.csv: line 1 names the columns and is "
       "not an edge; the vertices are in the columns source and target; ignored: (no name)"},
      {"pandas_index_numbers.csv",
       "edges: 7 9 8, 7-9 7-8 9-8 | pandas_index_numbers.csv: line 1 names the columns and is not "
       "an edge; the vertices are in the columns left and other; ignored: (no name)"},
      {"biogrid.tsv",
       "edges: 6416 2318 84665 88 90 2339, 6416-2318 84665-88 90-2339 | biogrid.tsv: the vertices "
       "are in the columns Entrez Gene Interactor A and Entrez Gene Interactor B; ignored: BioGRID "
       "Interaction ID, Experimental System"},
      {"biogrid.tsv",
       "edges: 6416 2318 84665 88 90 2339, 6416-2318 84665-88 90-2339 | biogrid.tsv: the vertices "
       "are in the columns Entrez Gene Interactor A and Entrez Gene Interactor B; ignored: BioGRID "
       "Interaction ID | biogrid.tsv: edge labels are ignored (they differ: Two-hybrid, Affinity "
       "Capture, ...)",
       {.label_file = {}, .format = {}, .source = "2", .target = "3", .edge_label_column = "4"}},
      {"semicolons.csv",
       "edges: Jörg Müller Ann Bob, Jörg Müller-Ann Ann-Bob | semicolons.csv: line 1 names the "
       "columns and is not an edge"},
      {"excel_unicode.txt",
       "edges: J\xc3\xb6rg M\xc3\xbcller Ann \xf0\x9f\x98\x80, J\xc3\xb6rg M\xc3\xbcller-Ann "
       "\xf0\x9f\x98\x80 | "
       "excel_unicode.txt: line 1 names the columns and is not an edge"},
      {"spaces.tsv", "edges: Ann Lee Bob Ray Carl, Ann Lee-Bob Ray Bob Ray-Carl"},
      {"snap.txt", "edges: 10 20 30, 10-20 20-30"},
      {"network_repository.edges", "edges: 1 2 3, 1-2 2-3"},
      {"weights.txt",
       "edges: 1 2 3, 1-2 1-3 2-3 | weights.txt: the columns after the second are ignored"},
      {"many_numbers.txt",
       "edges: 1 2 3 4, 1-2 2-3 2-4 | many_numbers.txt: the columns after the second are ignored"},
      {"counts_first.txt",
       "edges: 1 2 3 4, 1-2 2-3 3-4 | counts_first.txt: line 1 gives the numbers of vertices and "
       "edges "
       "and is not an edge"},
      {"relations.txt",
       "edges: Ann Bob Carl Dora, Ann-Bob Ann-Carl Ann-Dora Bob-Carl | relations.txt: edge labels "
       "are "
       "ignored (they differ: friend, enemy, ...)"},
  });
}

TEST(Samples, LabelFiles) {
  expect_outcomes({
      {"friends.csv",
       "edges: Ann/Nurse Bob/Head Nurse Carl/Nurse, Ann-Bob Bob-Carl | friends.csv: the label file "
       "friends_labels.csv: line 1 names the columns and is not a vertex",
       {.label_file = "friends_labels.csv", .format = {}}},
      {"friends.csv",
       "edges: Ann/Nurse Bob/Head Nurse Carl/Nurse, Ann-Bob Bob-Carl | friends.csv: the label file "
       "friends_jobs.csv: line 1 names the columns and is not a vertex: no edge mentions it",
       {.label_file = "friends_jobs.csv", .format = {}}},
      {"friends.csv",
       "edges: Ann/Nurse Bob/Surgeon Carl/Nurse, Ann-Bob Bob-Carl | friends.csv: the label file "
       "friends_table.csv: line 1 names the columns and is not a vertex; the labels are in the "
       "column role",
       {.label_file = "friends_table.csv", .format = {}, .label_column = "role"}},
      {"friends.csv",
       "edges: Ann/x Bob/y Carl/x, Ann-Bob Bob-Carl | friends.csv: the label file "
       "friends_table.csv: line 1 names the columns and is not a vertex; the labels are in the "
       "column label",
       {.label_file = "friends_table.csv", .format = {}}},
      {"friends.csv",
       "friends_table.csv:1: there is no column size; there are: id, age, role, label",
       {.label_file = "friends_table.csv", .format = {}, .label_column = "size"}},
      {"sif_tabs.sif",
       "sif: Gene A/kinase Gene B/ligase C/kinase lonely/kinase, Gene A-Gene B Gene A-C | "
       "sif_tabs.sif: edge labels are ignored (they differ: activates, inhibits, ...)",
       {.label_file = "sif_labels.tsv", .format = {}}},
      {"pattern.mtx",
       "sif_labels.tsv:1: vertex Gene A is not in pattern.mtx",
       {.label_file = "sif_labels.tsv", .format = {}}},
      {"t_hash.lg",
       "t_hash.lg: a label file goes with an edge list, and this is lg",
       {.label_file = "sif_labels.tsv", .format = {}}},
      {"friends_labels.csv",
       "friends_labels.csv:1: these are the columns of a label file, not of edges: id, label "
       "(--source and --target say otherwise)"},
  });
}

TEST(Samples, ListsAndMatrices) {
  expect_outcomes({
      {"sif.sif", "sif: A B, A-B"},
      {"sif_tabs.sif",
       "sif: Gene A Gene B C lonely, Gene A-Gene B Gene A-C | sif_tabs.sif: edge labels are "
       "ignored (they differ: activates, inhibits, ...)"},
      {"arabesque.graph", "adjacency: 0/5 1/5 2/3 3/3, 0-1 0-2 2-3"},
      {"colon.adj", "adjacency: 0 1 2 3, 0-1 0-2 2-3"},
      {"networkx.adjlist", "adjacency: Ann Bob Carl Dora, Ann-Bob Ann-Carl Bob-Carl"},
      {"networkx_multiline.adjlist", "adjacency: 0 1 2, 0-1 0-2 1-2"},
      {"matrix.txt", "matrix: 0 1 2, 0-1 1-2"},
      {"matrix_names.csv", "matrix: Ann Bob Carl, Ann-Bob Bob-Carl"},
      {"no_banner.mtx",
       "matrix-market: 1 2 3 4, 1-2 2-3 3-4 | no_banner.mtx: read as Matrix Market, though its "
       "first line '%%MatrixMarket ...' is missing"},
      {"pattern.mtx", "matrix-market: 1 2 3, 1-2 2-3"},
      {"real.mtx", "matrix-market: 1 2 3, 1-2 1-3"},
      {"array.mtx", "matrix-market: 1 2 3, 1-2 2-3"},
      {"several.g6", "graph6: 0 1 2 3 4, 0-4 1-4 2-4 3-4 + 0 1 2 3, 0-1 0-2 0-3 1-2 1-3 2-3"},
      {"no_header.g6", "graph6: 0 1 2 3 4, 0-2 0-4 1-3 3-4 + 0 1 2, 0-1 0-2 1-2"},
      {"sparse.s6", "graph6: 0 1 2 3 4 5 6, 0-1 0-2 1-2 5-6"},
      {"t_hash.lg", "lg: 0/A 1/B, 0-1 + 0/B"},
      {"t_n_m.graph", "graph: 0/A 1/B 2/A, 0-1 1-2"},
      {"t_id_n.graph", "graph: 0/A 1/B 2/A, 0-1 1-2"},
  });
}

TEST(Samples, Attributes) {
  expect_outcomes({
      {"networkx_element.graphml",
       "graphml: 0 1, 0-1 | networkx_element.graphml: no vertex has an attribute 'label', so all "
       "are alike; there are: element (--label-attribute NAME takes one)"},
      {"networkx_element.graphml",
       "graphml: 0/C 1/O, 0-1",
       {.label_file = {}, .format = {}, .label_attribute = "element"}},
      {"networkx_element.graphml",
       "networkx_element.graphml: no vertex has an attribute 'colour'; there are: element",
       {.label_file = {}, .format = {}, .label_attribute = "colour"}},
      {"yed.graphml",
       "graphml: n0/C n1/C n2/O, n0-n1 n1-n2 | yed.graphml: the labels are those that yEd draws "
       "(y:NodeLabel) | yed.graphml: the edges have directions, which are ignored"},
      {"yed_names.graphml",
       "graphml: Ann Bob Carl, Ann-Bob Bob-Carl | yed_names.graphml: the y:NodeLabel of all "
       "vertices "
       "differ, so they are taken for their names | yed_names.graphml: the edges have directions, "
       "which are ignored"},
      {"ours.json", "json: a/C 7/N, a-7"},
      {"node_link.json", "json: 0/C 1/O, 0-1"},
      {"node_link_edges.json",
       "json: Ann Bob, Ann-Bob | node_link_edges.json: the edges have directions, which are "
       "ignored | node_link_edges.json: no vertex has an attribute 'label', so all are alike; "
       "there are: role (--label-attribute NAME takes one)"},
      {"node_link_edges.json",
       "json: Ann/coach Bob/player, Ann-Bob | node_link_edges.json: the edges have directions, "
       "which are ignored",
       {.label_file = {}, .format = {}, .label_attribute = "role"}},
      {"d3.json",
       "json: Myriel Napoleon Valjean, Myriel-Napoleon Myriel-Valjean | d3.json: no vertex has an "
       "attribute 'label', so all are alike; there are: group (--label-attribute NAME takes one)"},
      {"d3.json",
       "json: Myriel/1 Napoleon/1 Valjean/2, Myriel-Napoleon Myriel-Valjean",
       {.label_file = {}, .format = {}, .label_attribute = "group"}},
      {"d3_places.json",
       "json: 0 1, 0-1 | d3_places.json: no vertex has an attribute 'label', so all are alike; "
       "there are: name, group (--label-attribute NAME takes one)"},
      {"cytoscape.cyjs",
       "json: 1 2, 1-2 | cytoscape.cyjs: no vertex has an attribute 'label', so all are alike; "
       "there are: name, kind (--label-attribute NAME takes one)"},
      {"cytoscape.cyjs",
       "json: 1/gene 2/gene, 1-2",
       {.label_file = {}, .format = {}, .label_attribute = "kind"}},
      {"cytoscape_list.json", "json: a/x b/y, a-b"},
      {"molecule.gml", "gml: 0/C 1/C 2/O, 0-1 1-2"},
      {"networkx_names.gml",
       "gml: Ann Jörg & Co, Ann-Jörg & Co | networkx_names.gml: the labels are all different, so "
       "they are taken for the names of the vertices; other attributes: role (--label-attribute "
       "NAME takes one for the labels) | networkx_names.gml: the edges have directions, which are "
       "ignored"},
      {"networkx_names.gml",
       "gml: Ann/coach Jörg & Co/player, Ann-Jörg & Co | networkx_names.gml: the edges have "
       "directions, which are ignored",
       {.label_file = {}, .format = {}, .label_attribute = "role"}},
      {"networkx_names.gml",
       "gml: 0/Ann 1/Jörg & Co, 0-1 | networkx_names.gml: the edges have directions, which are "
       "ignored",
       {.label_file = {}, .format = {}, .label_attribute = "label"}},
      {"club.net",
       "pajek: Ann Lee Bob Carl, Ann Lee-Bob Bob-Carl | club.net: the edges have directions, which "
       "are ignored"},
      {"lists.net",
       "pajek: 1/red 2/blue 3/red 4/blue, 1-2 1-3 1-4 | lists.net: the names of the vertices "
       "repeat, so they are taken for labels"},
      {"matrix.net", "pajek: 1 2 3, 1-2 2-3"},
      {"t_hash.lg",
       "t_hash.lg: its vertices have no attributes that could be labels: this is lg",
       {.label_file = {}, .format = {}, .label_attribute = "element"}},
  });
}

TEST(Samples, CompressedAndFolders) {
  expect_outcomes({
      {"packed.lg.gz", "lg: 0/A 1/B, 0-1"},
      {"packed.lg.xz", "lg: 0/A 1/B, 0-1"},
      {"packed.lg.zst", "lg: 0/A 1/B, 0-1"},
      {"packed.lg.bz2", "lg: 0/A 1/B, 0-1"},
      {"folder",
       "lg: 0/A + 0/B 1/A, 0-1 + 0/C | folder: left out, being no graphs by their names: README"},
  });
}

TEST(Samples, Refused) {
  expect_outcomes({
      {"prose.txt",
       "prose.txt:1: this looks like prose, which cannot be read: a graph needs two vertices in "
       "each line"},
      {"notes.txt",
       "notes.txt:1: this looks like prose, which cannot be read: a graph needs two vertices in "
       "each line"},
      {"smiles.smi",
       "smiles.smi:1: this looks like SMILES, which cannot be read: write it as lg, with a line 'v "
       "ID ELEMENT' for each atom and 'e ID ID' for each bond (RDKit and Open Babel list both)"},
      {"smiles_rings.smi",
       "smiles_rings.smi:1: this looks like SMILES, which cannot be read: write it as lg, with a "
       "line 'v ID ELEMENT' for each atom and 'e ID ID' for each bond (RDKit and Open Babel list "
       "both)"},
      {"one_line.dot",
       "one_line.dot:1: this looks like DOT, which can be written but not read (gv2gml makes GML "
       "of it)"},
      {"dimacs.col",
       "dimacs.col:1: this looks like DIMACS, which cannot be read: its lines 'e U V' without the "
       "e are an edge list (sed -n 's/^e //p')"},
      {"water.mol",
       "water.mol:1: this looks like an MDL molecule, which cannot be read: write it as lg, with a "
       "line 'v ID ELEMENT' for each atom and 'e ID ID' for each bond (RDKit and Open Babel list "
       "both)"},
      {"gexf.gexf",
       "gexf.gexf:2: XML, but not GraphML: it starts with <gexf> (Gephi and networkx write GraphML "
       "as well)"},
      {"adjacency_data.json",
       "adjacency_data.json:1: an adjacency list in JSON is not read: networkx.node_link_data "
       "writes what is"},
      {"project.paj",
       "project.paj:7: a project of several objects: only networks are read (*Partition is none)"},
      {"external_entity.graphml",
       "external_entity.graphml:5: an entity that is in another file is not read"},
  });
}

}  // namespace
}  // namespace rlminer::io
