#pragma once

#include <atomic>

namespace rlminer::cli {

class Program;

// What the commands share. Exit codes: 0 success, 1 bad input, 2 bad usage, 3 two engines disagree
// (--verify), 130 interrupted.
struct Context {
  int exit_code = 0;
  const std::atomic<bool>* cancel = nullptr;  // set by the first Ctrl-C
};

// Each adds one subcommand, with its options, help and examples, whose callback does the work.
// The context outlives the parsing.
void add_info(Program& program, Context& context);
void add_mine(Program& program, Context& context);
void add_count(Program& program, Context& context);
void add_merge(Program& program, Context& context);
void add_draw(Program& program, Context& context);
void add_examples(Program& program, Context& context);
void add_train(Program& program, Context& context);
void add_evaluate(Program& program, Context& context);
void add_experiment(Program& program, Context& context);
void add_convert(Program& program, Context& context);
void add_generate(Program& program, Context& context);
// Comes after them, because it knows their names.
void add_help(Program& program, Context& context);

// Those that packages and shells call, not people.
void add_completion(Program& program, Context& context);
void add_man(Program& program, Context& context);

}  // namespace rlminer::cli
