import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { causeCells, causeHeadings } from './cause.output.js';
import { placeOf, print, table } from './output.js';
import { withService } from './service.js';

const withBus = <T>(work: (bus: MessageBus) => Promise<T>): Promise<T> =>
  withService(async ({ settings, pool, eventStore }) => {
    const { leasesOn } = await import('#libs/engines/leases.js');
    const { openMessageBus } = await import('#libs/engines/message-bus.js');
    const leases = leasesOn(pool);
    const bus = await openMessageBus(settings, { pool, eventStore }, leases);
    try {
      return await work(bus);
    } finally {
      await bus.close();
      await leases.close();
    }
  });

const assertGroup = async (bus: MessageBus, name: string): Promise<void> => {
  const groups = (await bus.status()).map(({ group }) => group);
  if (groups.includes(name)) return;
  throw new Rejection('not_found', { message: `There is no consumer group ${name}. Groups: ${groups.join(', ')}.` });
};

export const addMessageCommands = (group: Command): void => {
  group
    .command('status')
    .description('lag and parked messages of each group')
    .action(async (_options, command: Command) => {
      const groups = await withBus((bus) => bus.status());
      print(command, { groups: groups.map((g) => ({ ...g, checkpoint: placeOf(g.checkpoint) })) }, () =>
        table(
          ['GROUP', 'LAG', 'LAG SECONDS', 'PARKED'],
          groups.map(({ group: name, lagEvents, lagSeconds, parked }) => [
            name,
            lagEvents ?? 'unknown',
            lagSeconds === undefined ? 'unknown' : Math.round(lagSeconds),
            parked,
          ]),
        ),
      );
    });

  group
    .command('parked')
    .description('messages that were given up, and why')
    .argument('[group]', 'of one group only')
    .action(async (name: string | undefined, _options, command: Command) => {
      const parked = await withBus(async (bus) => {
        if (name !== undefined) await assertGroup(bus, name);
        return bus.parked(name);
      });
      print(command, { parked }, () =>
        table(
          ['GROUP', 'EVENT', 'TYPE', 'ATTEMPTS', 'PARKED AT', 'REASON', ...causeHeadings],
          parked.map((m) => [m.group, m.eventId, m.type, m.attempts, m.parkedAt, m.reason, ...causeCells(m.cause)]),
        ),
      );
    });

  group
    .command('retry')
    .description('give parked messages back to their group')
    .argument('<group>', 'consumer group')
    .argument('[event]', 'one message only, by its event id')
    .action(async (name: string, eventId: string | undefined, _options, command: Command) => {
      const retried = await withBus(async (bus) => {
        await assertGroup(bus, name);
        const count = await bus.retryParked(name, eventId);
        if (count > 0 || eventId === undefined) return count;
        const message = `${name} has parked no message ${eventId}. See: messages parked ${name}.`;
        throw new Rejection('not_found', { message });
      });
      print(command, { group: name, retried }, () => [`${retried} messages given back to ${name}.`]);
    });
};
