#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/usage_error.h"

namespace rlminer::cli {
namespace {

bool is_flag(const CLI::Option& option) {
  return option.get_expected_max() == 0 || option.get_type_size_max() == 0;
}

OptionInfo option_info(const CLI::Option& option) {
  OptionInfo info;
  info.help = option.get_description();
  info.required = option.get_required();
  for (const std::string& name : option.get_snames())
    info.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames())
    info.names.push_back("--" + name);
  info.type = option.get_type_name();
  if (info.positional()) {
    info.metavar = option.get_name();
    info.repeated = option.get_expected_max() > 1;
  } else if (!is_flag(option)) {
    info.metavar = info.type.empty() ? "VALUE" : info.type;
  }
  return info;
}

CommandInfo command_info(const CLI::App& app) {
  CommandInfo info{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options())
    info.options.push_back(option_info(*option));
  return info;
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::former_name() {
  option_->group("Former names");
  return *this;
}

Option Option::type(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words).description(""));
  return type(joined(words, "|"));
}

Option Option::between(double lowest, double highest) {
  option_->check(CLI::Range(lowest, highest));
  return *this;
}

Option Option::check(const std::function<std::string(const std::string&)>& complaint) {
  option_->check(complaint);
  return *this;
}

Option Option::separated_by(char separator) {
  option_->delimiter(separator);
  return *this;
}

Option Option::repeatable() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

template <typename Value>
Option Command::value(const std::string& names, Value& place, const std::string& help) {
  return Option(app_->add_option(names, place, help));
}

using Text = const std::string;
template Option Command::value(Text& names, std::string& place, Text& help);
template Option Command::value(Text& names, std::size_t& place, Text& help);
template Option Command::value(Text& names, double& place, Text& help);
template Option Command::value(Text& names, std::filesystem::path& place, Text& help);
template Option Command::value(Text& names, std::vector<std::string>& place, Text& help);
template Option Command::value(Text& names, std::vector<double>& place, Text& help);

Option Command::parsed(const std::string& names, const std::string& type,
                       const std::function<void(const std::string&)>& read,
                       const std::string& help) {
  return Option(app_->add_option_function<std::string>(names, read, help)->type_name(type));
}

void Command::flag(const std::string& names, bool& place, const std::string& help) {
  app_->add_flag(names, place, help);
}

void Command::flag(const std::string& names, const std::function<void()>& action,
                   const std::string& help) {
  app_->add_flag_callback(names, action, help);
}

void Command::hide() {
  app_->group("");
}

void Command::examples(const std::string& text) {
  app_->footer(text);
}

void Command::run(const std::function<void()>& action) {
  app_->callback(action);
}

Program::Program(const std::string& help, const std::string& version)
    : app_(std::make_unique<CLI::App>(help, "rlminer")) {
  app_->set_version_flag("--version", "rlminer " + version);
  app_->require_subcommand(0, 1);
  app_->footer("rlminer COMMAND --help shows the options of a command, with examples.");
}

Program::~Program() = default;

Command Program::command(const std::string& name, const std::string& help) {
  return Command(*app_->add_subcommand(name, help));
}

std::string Program::help(const std::string& command) const {
  // Not App::help(), which shows that of the command that is running.
  if (command.empty())
    return app_->get_formatter()->make_help(app_.get(), app_->get_name(),
                                            CLI::AppFormatMode::Normal);
  return app_->get_subcommand(command)->help(app_->get_name());
}

ProgramInfo Program::info() const {
  ProgramInfo info{command_info(*app_), {}};
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) info.commands.push_back(command_info(*command));
  }
  return info;
}

bool Program::run(int argc, const char* const* argv) {
  const auto explained = [this](const std::exception& error) {
    const auto chosen = app_->get_subcommands();
    return UsageError(explain(info(), {chosen.empty() ? "" : chosen.front()->get_name(),
                                       app_->remaining(true), error.what()}));
  };
  try {
    app_->parse(argc, argv);
    return !app_->get_subcommands().empty();
  } catch (const CLI::Success& request) {
    std::ostringstream text;  // of --help and --version
    app_->exit(request, text, text);
    write_output("", text.str());
    return true;
  } catch (const CLI::ParseError& error) {
    throw explained(error);
  } catch (const UsageError& error) {
    throw explained(error);
  }
}

}  // namespace rlminer::cli
