import type { Pool } from 'pg';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail, type WentBack } from '#libs/ports/event-store/log-trail.js';
import { START } from '#libs/ports/event-store/position.js';
import { setReadersBack } from '#libs/ports/message-bus/set-readers-back.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import { renewProjections } from '#libs/read-side/projection/renew-projections.js';
import { allProjections } from '#projections/all-projections.js';

export interface Adopted {
  /** The readers that were brought into line. */
  readers: WentBack[];
  /** Times of the last event noted that is in this log, and of the last one noted, which is not; null where none was lost. */
  lost: { from: string | null; to: string } | null;
}

interface LogAndReaders {
  pool: Pool;
  eventStore: Pick<EventStore, 'head' | 'readStream'>;
}

const lostIn = async (trail: LogTrail): Promise<Adopted['lost']> => {
  const { newest, held } = await trail.noted();
  if (newest === undefined || newest.position === held?.position) return null;
  return { from: held?.recordedAt.toISOString() ?? null, to: newest.recordedAt.toISOString() };
};

/** @throws Rejection where the log has nothing of what its readers have passed, with what is found on either side */
const assertInCommon = async ({ pool, eventStore }: LogAndReaders, lost: Adopted['lost']): Promise<void> => {
  const replaced = await new PassedLog(pool, eventStore).replaced();
  if (replaced === undefined || replaced.soundTo !== START) return;
  const head = await eventStore.head();
  const found = head === START ? 'This event log is empty' : `This event log, which ends at ${head}, is another one`;
  const noted = lost === null ? '' : `, and the last event that was noted of that log is of ${lost.to}`;
  throw new Rejection('invalid_request', {
    message: [
      `${found}: ${replaced.reader} has passed ${replaced.position}${noted}. Nothing was changed.`,
      'Look whether EVENTSTORE_URL or DATABASE_URL leads to the right log, TRANSLEDGER_EVENTSTORE_STREAM_PREFIX is that of the',
      'service, and whether the log was restored as a whole.',
      'If this is the log to go on with: log adopt --force. Every read model is then made anew from it, and what only the other',
      'log holds (organizations, keys, users, documents, entries of audit logs) is in none of them any more.',
    ].join('\n  '),
  });
};

/**
 * Brings every reader into line with the log, with a time all of them. `force`: also with a log that has nothing of what they
 * have passed. @throws Rejection without it, and changes nothing
 */
export const adoptLog = async (
  { pool, eventStore }: LogAndReaders,
  { since, force }: { since: Date | undefined; force: boolean },
): Promise<Adopted> => {
  const trail = new LogTrail(pool, eventStore);
  const lost = await lostIn(trail);
  if (!force) await assertInCommon({ pool, eventStore }, lost);
  const soundPlace = await trail.soundPlaces(since);
  const readers = [
    ...(await renewProjections(pool, allProjections, soundPlace)),
    ...(await setReadersBack(pool, soundPlace)),
  ];
  await trail.forgetLost();
  return { readers, lost };
};
