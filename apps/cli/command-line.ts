import 'reflect-metadata';
import { Command } from 'commander';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { groups } from './groups.js';
import { helpFormat } from './help-format.js';
import { explainFailure } from './output.js';

const createProgram = (): Command => {
  const program = new Command('transledger')
    .description('The operator’s command line. Works beside the running service, on the same settings.')
    .version(serviceVersion(), '-V, --version', 'print the version')
    .configureHelp(helpFormat)
    .option('--json', 'print one JSON value and nothing else')
    .showSuggestionAfterError()
    .showHelpAfterError('(see --help)');
  for (const { name, description } of groups) program.command(name).description(description);
  nameCommandsAfterError(program);
  return program.hook('preSubcommand', async (_program, called) => {
    const group = groups.find(({ name }) => name === called.name());
    (await group?.load())?.(called);
    if (called.commands.length > 0) nameCommandsAfterError(called);
  });
};

const nameCommandsAfterError = (command: Command): void => {
  command.showHelpAfterError(`(there are ${command.commands.map((each) => each.name()).join(', ')}; see --help)`);
};

/** `help keys` as `keys --help`: only a group that is called is loaded with its commands. */
const withHelpAsOption = (given: readonly string[]): readonly string[] =>
  given[0] === 'help' && given.length > 1 ? [...given.slice(1), '--help'] : given;

/** Runs the command of the arguments; the exit code says whether it succeeded. */
export const runCommandLine = async (): Promise<void> => {
  try {
    await createProgram().parseAsync(withHelpAsOption(process.argv.slice(2)), { from: 'user' });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
};
