#pragma once

#include <filesystem>
#include <string>
#include <vector>

// The models that come with the program.
namespace rlminer::cli {

// The folder they are in: $RLMINER_MODELS, or models/ beside the Python module, or where the
// program (installed, or in a build folder of the sources) has them, or ./models; empty: there is
// none.
std::filesystem::path models_folder();

// Their names, sorted: "ENZYMES", "universal", ...
std::vector<std::string> shipped_models();

// The file that the user means by --model TEXT: a file, or the name of a model that is shipped.
// Throws Error that names those.
std::string model_file(const std::string& text);

// The file of a shipped model; empty when there is none of that name.
std::string shipped_model_file(const std::string& name);

// "BZR, COX2", or that there are none: for messages.
std::string shipped_models_for_people();

// The model that works on any graph, if it is shipped; empty otherwise.
std::string universal_model();

}  // namespace rlminer::cli
