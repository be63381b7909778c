#pragma once

#include <nanobind/nanobind.h>

// The module rlminer._core: what the Python code of the package asks of the library. It has no
// logic of its own, and Python code that users see is in python/rlminer.
namespace rlminer::python {

void add_graphs(nanobind::module_& module);      // graphs.cc: Graph, read, write
void add_questions(nanobind::module_& module);   // questions.cc: mine, count, find
void add_evaluation(nanobind::module_& module);  // evaluation.cc: evaluate
void add_reports(
    nanobind::module_& module);  // reports.cc: answers and patterns as text and pictures

}  // namespace rlminer::python
