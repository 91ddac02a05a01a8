import 'reflect-metadata';
import { Command } from 'commander';
import { addDocumentCommands } from './documents.commands.js';
import { addEventCommands } from './events.commands.js';
import { addJobCommands } from './jobs.commands.js';
import { addKeyCommands } from './keys.commands.js';
import { addMessageCommands } from './messages.commands.js';
import { addOrganizationCommands } from './organization.commands.js';
import { explainFailure } from './output.js';
import { addProjectionCommands } from './projections.commands.js';

const program = new Command('transledger')
  .description('The operator’s command line. Works beside the running service, on the same settings.')
  .configureHelp({ showGlobalOptions: true })
  .option('--json', 'print one JSON value and nothing else')
  .showSuggestionAfterError()
  .showHelpAfterError('(see --help)');

for (const add of [
  addOrganizationCommands,
  addKeyCommands,
  addProjectionCommands,
  addMessageCommands,
  addJobCommands,
  addDocumentCommands,
  addEventCommands,
]) {
  add(program);
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
