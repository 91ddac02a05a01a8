import type { Command } from 'commander';

/** A command whose code is loaded when it is called. */
export interface LazyCommand {
  name: string;
  description: string;
  /** Loads what adds its options or its own commands: engines and read models take a third of a second of processor time. */
  load: () => Promise<(command: Command) => void>;
}

const nameCommandsAfterError = (command: Command): void => {
  command.showHelpAfterError(`(there are ${command.commands.map((each) => each.name()).join(', ')}; see --help)`);
};

/** Adds commands to the one that they are called by. */
export const addLazily = (parent: Command, commands: readonly LazyCommand[]): void => {
  for (const { name, description } of commands) parent.command(name).description(description);
  nameCommandsAfterError(parent);
  parent.hook('preSubcommand', async (_parent, called) => {
    const command = commands.find(({ name }) => name === called.name());
    (await command?.load())?.(called);
    if (called.commands.length > 0) nameCommandsAfterError(called);
  });
};
