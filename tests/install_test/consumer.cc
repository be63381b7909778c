#include <iostream>
#include <rlminer/engine/registry.h>
#include <rlminer/io/io.h>
#include <rlminer/report/graph_report.h>

int main(int, char** arguments) {
  const rlminer::Collection input = rlminer::io::read_collection(arguments[1]);
  const auto engine = rlminer::engine::make_engine("exact");
  const auto answers = engine->solve(input.graphs[0], {.sizes = {5}}, {});
  std::cout << rlminer::report::to_json_lines({input.graphs[0], 0, engine->name(), answers},
                                              {.timing = false});
}
