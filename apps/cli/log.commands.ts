import { type Command, InvalidArgumentError } from 'commander';
import type { Position } from '#libs/ports/event-store/position.js';
import { addLogAdopt } from './log-adopt.command.js';
import { endProgress, print, progressLine, table } from './output.js';
import { withService } from './service.js';

interface ArchiveOptions {
  before?: Position;
  keep?: number;
}

const toPlace = (text: string): Position => {
  if (!/^\d{1,19}$/.test(text)) throw new InvalidArgumentError('A position is a number of at most 19 digits.');
  return text.padStart(19, '0') as Position;
};

const toCount = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('The newest partition stays: keep at least 1.');
  return Number(text);
};

const archive = (options: ArchiveOptions) =>
  withService(async ({ settings, address, keyVault }) => {
    const { archiveLogOf } = await import('#libs/engines/log-archives.js');
    const archives: { from: string; to: string; events: number; bytes: number; blob: string }[] = [];
    for await (const partition of archiveLogOf({ settings, databaseUrl: address.directUrl, keyVault, ...options })) {
      const { firstPosition, endPosition, ...rest } = partition;
      archives.push({ from: firstPosition, to: String(BigInt(endPosition) - 1n), ...rest });
      progressLine(`archived up to position ${archives.at(-1)?.to}`);
    }
    endProgress();
    return archives;
  });

const addArchiveCommand = (log: Command): void => {
  log
    .command('archive')
    .description('move full partitions of the log to the blob store, from where they are read as before')
    .option('--before <position>', 'those that lie whole before this position', toPlace)
    .option('--keep <partitions>', 'all but the newest so many', toCount)
    .action(async ({ before, keep }: ArchiveOptions, command: Command) => {
      if ((before === undefined) === (keep === undefined)) command.error('✗ Say --before or --keep.');
      const archives = await archive({ ...(before !== undefined && { before }), ...(keep !== undefined && { keep }) });
      print(command, { archives }, () =>
        archives.length === 0
          ? ['There is no such partition: the newest, which is written to, always stays.']
          : table(
              ['FROM', 'TO', 'EVENTS', 'BYTES', 'BLOB'],
              archives.map(({ from, to, events, bytes, blob }) => [from, to, events, bytes, blob]),
            ),
      );
    });
};

export const addLogCommands = (log: Command): void => {
  addArchiveCommand(log);
  addLogAdopt(log);
};
