import { Argument, type Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { projectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import type { HeldLane } from '#libs/read-side/projection/runner/held-lanes.js';
import { allProjections } from '#projections/projections.js';
import { endProgress, placeOf, print, progressLine, table } from './output.js';
import { type Service, withService } from './service.js';

/** A rebuild holds two connections while it reads the log and renews its lease. */
const rebuildPoolSize = 3;
/** The log is read while the transaction of a retry is open. */
const retryPoolSize = 2;

const names = allProjections.map(({ name }) => name);
const projectionArgument = () => new Argument('<projection>', 'read model').choices(names);

const status = ({ pool, eventStore }: Service) => projectionStatus({ pool, eventStore, projections: allProjections });

const rebuild = (name: string, force: boolean) =>
  withService(async (service) => {
    const projection = allProjections.find((candidate) => candidate.name === name);
    if (projection === undefined) throw new Error(`There is no projection ${name}.`);
    const { leasesOn } = await import('#libs/engines/leases.js');
    const { rebuildProjection } = await import('#libs/read-side/projection/rebuild/projection-rebuild.js');
    const leases = leasesOn(service.pool);
    try {
      return await rebuildProjection({
        pool: service.pool,
        eventStore: service.eventStore,
        leases,
        projection,
        force,
        onProgress: ({ eventsDone, eventsTotal, eventsPerSecond, secondsLeft }) =>
          progressLine(
            `${eventsDone} of about ${eventsTotal} events, ${Math.round(eventsPerSecond)}/s, ${Math.ceil(secondsLeft)} s left`,
          ),
      });
    } finally {
      endProgress();
      await leases.close();
    }
  }, rebuildPoolSize);

const retry = (name: string, lane: string | undefined) =>
  withService(async ({ pool, direct: listener, eventStore }) => {
    const { leasesOn } = await import('#libs/engines/leases.js');
    const { createProjectionRunner } = await import('#libs/read-side/projection/runner/projection-runner.js');
    const leases = leasesOn(pool);
    try {
      const projections = allProjections;
      const runner = createProjectionRunner({ pool, listener, eventStore, leases, projections });
      const result = await runner.retryParked(name, lane);
      if (lane === undefined || result.applied > 0 || result.stillParked.length > 0) return result;
      throw new Rejection('not_found', {
        message: `Nothing of ${name} is parked or held back in the lane ${lane}. See: projections status.`,
      });
    } finally {
      await leases.close();
    }
  }, retryPoolSize);

const heldLine = (projection: string, { lane, eventType, eventId, position, reason, attempts }: HeldLane): string =>
  `${projection} holds ${lane} back at ${eventType} ${eventId}, position ${position}, tried ${attempts} times: ${reason}`;

export const addProjectionCommands = (group: Command): void => {
  group
    .command('status')
    .description('position, lag, parked events and held lanes of each')
    .action(async (_options, command: Command) => {
      const projections = await withService(status);
      print(command, { projections: projections.map((p) => ({ ...p, position: placeOf(p.position) })) }, () => [
        ...table(
          ['PROJECTION', 'STATE', 'LAG', 'LAG SECONDS', 'PARKED', 'HELD', 'REASON'],
          projections.map((p) => [
            ...[p.name, p.state, p.lagEvents ?? 'unknown'],
            ...[p.lagSeconds === undefined ? 'unknown' : Math.round(p.lagSeconds), p.parkedEvents, p.heldLanes.length],
            p.reason,
          ]),
        ),
        ...projections.flatMap(({ name, heldLanes }) => heldLanes.map((held) => heldLine(name, held))),
      ]);
    });

  group
    .command('rebuild')
    .description('make a read model anew beside the live one, compare the two, and swap')
    .addArgument(projectionArgument())
    .option('--force', 'swap also when the two differ', false)
    .action(async (name: string, { force }: { force: boolean }, command: Command) => {
      const result = await rebuild(name, force);
      print(command, { projection: name, ...result }, () => [
        `${name} rebuilt from ${result.events} events in ${result.seconds.toFixed(1)} s; compared with the live one: ${result.comparison.kind}.`,
      ]);
    });

  group
    .command('retry')
    .description('apply again what is parked or held back, in the order of the log')
    .addArgument(projectionArgument())
    .argument('[lane]', 'one lane only; of the audit log, an organization')
    .action(async (name: string, lane: string | undefined, _options, command: Command) => {
      const result = await retry(name, lane);
      print(command, { projection: name, ...result }, () => [
        `${result.applied} events applied.`,
        ...result.stillParked.map((lane) => `Failed again: ${lane}`),
      ]);
    });
};
