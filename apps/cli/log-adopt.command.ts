import type { Command } from 'commander';
import { timeForm, timestamp } from './arguments.js';
import type { Adopted } from './log-adopt.js';
import { placeOf, print } from './output.js';
import { withService } from './service.js';

interface AdoptOptions {
  since?: string;
  force: boolean;
}

const linesOf = ({ readers, lost }: Adopted): string[] => [
  ...readers.map(({ reader, position, soundTo }) =>
    reader.startsWith('projection:')
      ? `${reader} was at ${position} and is made anew.`
      : `${reader} was at ${position} and reads again from ${soundTo === '' ? 'the start' : soundTo}.`,
  ),
  ...(lost === null
    ? []
    : [
        `What was written from ${lost.from ?? 'the beginning'} to ${lost.to} is not in this log: no read model tells it any more.`,
      ]),
];

export const addLogAdopt = (log: Command): void => {
  log
    .command('adopt')
    .description('bring every reader into line with a log that was restored or replaced')
    .option(
      '--since <time>',
      `also those that do not notice it: they go back to before this time (${timeForm})`,
      timestamp,
    )
    .option('--force', 'also a log that is empty, or has nothing of what its readers have passed', false)
    .action(async ({ since, force }: AdoptOptions, command: Command) => {
      const { adoptLog } = await import('./log-adopt.js');
      const adopted = await withService((service) =>
        adoptLog(service, { since: since === undefined ? undefined : new Date(since), force }),
      );
      const readers = adopted.readers.map((reader) => ({ ...reader, soundTo: placeOf(reader.soundTo) }));
      print(command, { ...adopted, readers }, () =>
        adopted.readers.length === 0 ? ['Every reader is in line with the log.'] : linesOf(adopted),
      );
    });
};
