import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { countUpTo } from './arguments.js';
import { print } from './output.js';
import { withService } from './service.js';

interface ReadOptions {
  stream?: string;
  type?: readonly string[] | undefined;
  limit: number;
}

const pageSize = 500;

const readEvents = ({ stream, type, limit }: ReadOptions): Promise<RecordedEvent[]> =>
  withService(async ({ eventStore }) => {
    const events: RecordedEvent[] = [];
    if (stream !== undefined) {
      let isThere = false;
      for await (const event of eventStore.readStream(stream)) {
        isThere = true;
        if (type === undefined || type.includes(event.type)) events.push(event);
        if (events.length === limit) break;
      }
      if (!isThere) throw new Rejection('not_found', { message: `There is no stream ${stream}.` });
      return events;
    }
    let after = START;
    for (;;) {
      const page = await eventStore.readAll({
        after,
        limit: Math.min(pageSize, limit - events.length),
        ...(type === undefined ? {} : { types: type }),
      });
      events.push(...page.events);
      after = page.position;
      if (page.atEnd || events.length >= limit) return events;
    }
  });

/** A misspelt type would read as if nothing had happened. @throws Rejection `invalid_request` */
const typesOf = async (given: readonly string[]): Promise<string[]> => {
  const { acts } = await import('#libs/audit/acts.js');
  const types = given.flatMap((text) => text.split(','));
  const unknown = types.find((type) => !Object.hasOwn(acts, type));
  if (unknown === undefined) return types;
  const message = `There is no event of the type ${unknown}. Types: ${Object.keys(acts).sort().join(', ')}.`;
  throw new Rejection('invalid_request', { message });
};

/** Personal data in events is sealed, so the output may be seen by anybody. */
export const addEventCommands = (group: Command): void => {
  group
    .command('read')
    .description('print events, oldest first')
    .option('--stream <name>', 'of one stream, such as document-doc_…')
    .option('--type <types...>', 'of these types, one after the other or separated by commas')
    .option('--limit <number>', 'at most so many', countUpTo(Number.MAX_SAFE_INTEGER), 100)
    .action(async (options: ReadOptions, command: Command) => {
      const events = await readEvents({ ...options, type: options.type && (await typesOf(options.type)) });
      print(command, { events }, () =>
        events.map(
          ({ position, stream, revision, type, data }) =>
            `${position}  ${stream}@${revision}  ${type}  ${JSON.stringify(data)}`,
        ),
      );
    });
};
