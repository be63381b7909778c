#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::report {
namespace {

using Json = nlohmann::json;

// A path of three vertices and what might have been counted of a path of two in it.
class CountReportTest : public ::testing::Test {
 protected:
  CountReportTest() : graph_(path()), report_(graph_) {
    report_.number = 4;
    report_.finding.pattern = pattern::induce(graph_, std::vector<Vertex>{0, 1});
    report_.pattern = named(graph_, report_.finding.pattern);
    report_.finding.frequency = Frequency::exactly(Count{2});
    report_.automorphisms = 2;
  }

  static Graph path() {
    graph::GraphBuilder builder;
    for (const char* id : {"x", "y", "z"})
      builder.add_vertex(id, "A");
    builder.add_edge(0, 1);
    builder.add_edge(1, 2);
    return builder.build();
  }

  Json json() const { return Json::parse(to_json_line(report_)); }
  bool says(const std::string& line) const {
    return to_text(report_, {.timing = false}).find("  " + line + "\n") != std::string::npos;
  }

  const Graph graph_;
  CountReport report_;
};

TEST_F(CountReportTest, Exact) {
  const Json line = json();
  EXPECT_EQ(line["frequency"], 2);
  EXPECT_EQ(line["proven"], true);
  EXPECT_EQ(line["mappings"], 4);
  for (const char* absent : {"frequency_exact", "interval", "mappings_exact", "mappings_interval"})
    EXPECT_FALSE(line.contains(absent)) << absent;
  EXPECT_TRUE(says("frequency  2"));
  EXPECT_TRUE(says("mappings   4"));
}

TEST_F(CountReportTest, LowerBound) {
  report_.finding.frequency = Frequency::at_least(Count{2});
  const Json line = json();
  EXPECT_EQ(line["proven"], false);
  EXPECT_EQ(line["frequency_exact"], false);
  EXPECT_EQ(line["mappings_exact"], false);
  EXPECT_FALSE(line.contains("interval") || line.contains("mappings_interval"));
  EXPECT_TRUE(says("frequency  at least 2"));
  EXPECT_TRUE(says("mappings   at least 4"));
}

TEST_F(CountReportTest, Estimate) {
  report_.finding.frequency = Frequency::estimated(0x1p128 * 1000, {3.25e41, 3.5e41});
  report_.note = "estimated";
  const Json line = json();
  EXPECT_EQ(line["frequency"], to_string(report_.finding.frequency.value()));
  EXPECT_EQ(line["frequency_exact"], false);
  EXPECT_EQ(line["interval"], Json({3.25e41, 3.5e41}));
  EXPECT_EQ(line["mappings"], to_string(report_.finding.frequency.value() * Count{2}));
  EXPECT_EQ(line["mappings_exact"], false);
  EXPECT_EQ(line["mappings_interval"], Json({6.5e41, 7e41}));
  EXPECT_TRUE(says("frequency  about 3.4028e+41 (95 %: 3.25e+41 to 3.5e+41)"));
  EXPECT_TRUE(says("mappings   about 6.8056e+41 (95 %: 6.5e+41 to 7e+41)"));
  EXPECT_TRUE(says("note       estimated"));
}

}  // namespace
}  // namespace rlminer::report
