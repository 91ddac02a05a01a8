import { Argument, type Command } from 'commander';
import { completionsOf, type Shell, shells } from '../completions.js';
import type { Runner } from '../runner.js';

/** `completion`. */
export const addCompletion = (program: Command, run: Runner): void => {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which').choices(shells))
    .action(run(async ({ output }, shell: Shell) => output.write(completionsOf(program, shell))));
};
