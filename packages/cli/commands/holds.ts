import type { Answer, Hold, HoldRequest } from '@transledger/sdk';
import type { Command } from 'commander';
import { dataOf } from '../answer-data.js';
import type { Context } from '../context.js';
import { toCount } from '../option-values.js';
import { tableOf } from '../output.js';
import type { Runner } from '../runner.js';

const headings = ['HOLD', 'OF', 'REASON', 'PLACED', 'LIFTED'];

const ofWhat = ({ resource, resource_id, subject, period }: Hold): string => {
  if (resource_id !== null) return `${resource} ${resource_id}`;
  if (subject !== null) return `${subject.type} ${subject.id ?? ''}`;
  return period === null ? '' : `${period.start} to ${period.end}`;
};

const rowOf = (hold: Hold) => [hold.id, ofWhat(hold), hold.reason, hold.placed_at, hold.lifted_at];

interface PlaceOptions {
  reason: string;
  document?: string;
  glossary?: string;
  apiKey?: string;
  user?: string;
  address?: string;
  start?: string;
  end?: string;
}

/** The thing to be held. Of several the service says that they exclude one another. */
const held = ({ reason, document, glossary, apiKey, user, address, start, end }: PlaceOptions): HoldRequest => {
  const [resource, resource_id] =
    (document !== undefined && (['document', document] as const)) ||
    (glossary !== undefined && (['glossary', glossary] as const)) ||
    (apiKey !== undefined && (['api_key', apiKey] as const)) ||
    [];
  const id = user ?? address;
  return {
    reason,
    ...(resource !== undefined && { resource, resource_id }),
    ...(id !== undefined && { subject: { type: user === undefined ? 'ip_address' : 'user', id } }),
    ...(start !== undefined && { period: { start, end: end ?? start } }),
  };
};

const printOne = (context: Context, hold: Answer<Hold>): Promise<void> =>
  context.output.print(dataOf(hold), () => tableOf(headings, [rowOf(hold)]));

/** `holds`. */
export const addHolds = (program: Command, run: Runner): void => {
  const holds = program.command('holds').description('legal holds, which keep things from being deleted');
  holds
    .command('list')
    .description('the newest first')
    .option('--limit <number>', 'at most so many', toCount, 100)
    .action(
      run(async (context, { limit }: { limit: number }) => {
        const found = await (await context.client()).holds.list({}, context.call).first(limit);
        await context.output.list(found, headings, rowOf);
      }),
    );
  holds
    .command('place')
    .description('hold one document, glossary or key, what is kept of somebody, or a period')
    .requiredOption('--reason <text>', 'why; it stands in the audit log')
    .option('--document <id>', 'this document')
    .option('--glossary <id>', 'this glossary')
    .option('--api-key <id>', 'this key, by its id')
    .option('--user <id>', 'what is kept of this user')
    .option('--address <address>', 'what is kept of this address')
    .option('--start <time>', 'what was made from this time on')
    .option('--end <time>', 'and before this time')
    .action(
      run(async (context, options: PlaceOptions) =>
        printOne(context, await (await context.client()).holds.place(held(options), context.call)),
      ),
    );
  holds
    .command('lift')
    .description('end a hold')
    .argument('<id>')
    .action(
      run(async (context, id: string) =>
        printOne(context, await (await context.client()).holds.lift(id, context.call)),
      ),
    );
};
