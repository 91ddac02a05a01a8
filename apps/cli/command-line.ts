import { Command } from 'commander';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { groups } from './groups.js';
import { helpFormat } from './help-format.js';
import { addLazily } from './lazy-commands.js';
import { explainFailure } from './output.js';

const createProgram = (): Command => {
  const program = new Command('transledger-admin')
    .description('The operator’s command line. Works beside the running service, on the same settings.')
    .version(serviceVersion(), '-V, --version', 'print the version')
    .configureHelp(helpFormat)
    .option('--json', 'print one JSON value and nothing else')
    .showSuggestionAfterError()
    .showHelpAfterError('(see --help)');
  addLazily(program, groups);
  return program;
};

/** `help keys` and `audit help list` as `keys --help` and `audit list --help`: only what is called is loaded. */
const withHelpAsOption = (given: readonly string[]): readonly string[] => {
  const [first = '', second, third] = given;
  if (first === 'help' && second !== undefined) return [...given.slice(1), '--help'];
  const isOfGroup = second === 'help' && third !== undefined && !third.startsWith('-');
  return isOfGroup ? [first, ...given.slice(2), '--help'] : given;
};

/** Runs the command of the arguments; the exit code says whether it succeeded. */
export const runCommandLine = async (): Promise<void> => {
  try {
    await createProgram().parseAsync(withHelpAsOption(process.argv.slice(2)), { from: 'user' });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
};
