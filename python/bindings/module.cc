#include "bindings/module.h"

#include <exception>

#include "cli/command.h"

#include "rlminer/base/error.h"
#include "rlminer/engine/verify.h"

namespace rlminer::python {
namespace {

namespace nb = nanobind;

// The names of options are those of arguments here: "--samples: is for rl" is about `samples`.
std::string about_argument(std::string message) {
  return message.substr(message.find_first_not_of('-'));
}

void translate(const std::exception_ptr& failure, void* error_type) {
  const auto type = static_cast<PyObject*>(error_type);
  try {
    std::rethrow_exception(failure);
  } catch (const cli::UsageError& error) {
    PyErr_SetString(type, about_argument(error.what()).c_str());
  } catch (const Error& error) {
    PyErr_SetString(type, error.what());
  } catch (const engine::Disagreement& error) {
    PyErr_Format(PyExc_RuntimeError, "INTERNAL ERROR: %s; please report this", error.what());
  }
}

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "What the package rlminer asks of its library. Not for direct use.";
  PyObject* const error = PyErr_NewExceptionWithDoc(
      "rlminer.Error", "The input or an argument is wrong; the message says how in one line.",
      PyExc_ValueError, nullptr);
  if (error == nullptr) throw nb::python_error();
  module.attr("Error") = nb::steal(error);
  nb::register_exception_translator(translate, error);
  module.attr("version") = RLMINER_VERSION;
  add_graphs(module);
  add_questions(module);
  add_evaluation(module);
  add_reports(module);
}

}  // namespace rlminer::python
