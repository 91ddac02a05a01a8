import { type Command, Option } from 'commander';
import { ConfigurationError } from '#libs/platform/config/settings.js';
import type { ReplayReport, ReplayResult } from '#libs/read-side/projection/replay/replay-until.js';
import { timeForm, timestamp } from './arguments.js';
import { interruptible } from './interruptible.js';
import { endProgress, print, progressLine, table } from './output.js';
import { withService } from './service.js';

/** One that writes, one that builds an index beside it, one that reads the log. */
const poolSize = 3;

interface ReplayOptions {
  until: string;
  schema?: string;
  replace: boolean;
}

/** `replay_20261123t083000z`, of a time. */
export const schemaNameOf = (until: string): string =>
  `replay_${until
    .replace(/\.000Z$/, 'Z')
    .replace(/[-:.]/g, '')
    .toLowerCase()}`;

const progressText = ({ events, eventsPerSecond, fraction }: ReplayReport): string => {
  const left = fraction === 0 ? '' : `, about ${Math.ceil((events / eventsPerSecond) * (1 / fraction - 1))} s left`;
  return `${Math.floor(fraction * 100)} %: ${events} events, ${Math.round(eventsPerSecond)}/s${left}`;
};

const replay = ({ until, schema, replace }: ReplayOptions): Promise<ReplayResult> =>
  interruptible((signal) =>
    withService(async ({ pool, eventStore }) => {
      const { replayUntil } = await import('#libs/read-side/projection/replay/replay-until.js');
      const { allProjections } = await import('#projections/projections.js');
      const name = schema ?? schemaNameOf(until);
      const settings = { pool, eventStore, projections: allProjections, until, schema: name, replace, signal };
      try {
        return await replayUntil({ ...settings, onProgress: (report) => progressLine(progressText(report)) });
      } finally {
        endProgress();
      }
    }, poolSize),
  );

const linesOf = ({ schema, until, events, lastAt, seconds, tables }: ReplayResult): string[] => [
  `The read models of ${until} are in the schema ${schema}: ${events} events in ${seconds.toFixed(1)} s, the last of ${lastAt ?? 'none'}.`,
  ...table(
    ['TABLE', 'ROWS'],
    tables.map(({ name, rows }) => [name, rows]),
  ),
  `Look into it: psql "$DATABASE_URL" -c 'select * from ${schema}.organization'`,
  `Drop it:      psql "$DATABASE_URL" -c 'drop schema ${schema} cascade'`,
];

export const addReplay = (group: Command): void => {
  group
    .addOption(new Option('--until <time>', `the moment (${timeForm})`).argParser(timestamp).makeOptionMandatory())
    .option('--schema <name>', 'schema that it makes; named after the time by default')
    .option('--replace', 'drop the schema of an earlier replay', false)
    .action(async (options: ReplayOptions, command: Command) => {
      if (Date.parse(options.until) > Date.now())
        throw new ConfigurationError(['--until is in the future: nobody knows yet what the read models will be']);
      const result = await replay(options);
      const { lastAt: last_at, ...shown } = result;
      print(command, { ...shown, last_at }, () => linesOf(result));
    });
};
