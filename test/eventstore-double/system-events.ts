import { randomUUID } from 'node:crypto';
import type { EventLog } from './event-log.js';
import type { ProposedEvent } from './stored-event.js';

const STATISTICS = '$stats-127.0.0.1';

const jsonEvent = (type: string, data: object): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(JSON.stringify(data)),
  metadata: new Uint8Array(),
});

const numbered = (type: string, count: number): ProposedEvent[] =>
  Array.from({ length: count }, (_, n) => jsonEvent(type, { n }));

/** The events that a new server has written before any client connects. */
export const writeFirstEvents = async (log: EventLog): Promise<void> => {
  await log.append('$users', -1, [jsonEvent('$UserCreated', { loginName: 'ops', groups: ['$ops'] })]);
  await log.append(`$$${STATISTICS}`, -1, [jsonEvent('$metadata', { $maxAge: 86_400 })]);
  await log.append(STATISTICS, -1, [jsonEvent('$statsCollected', { n: 0 })]);
};

/** The server's figures about itself. */
export const writeStatistics = async (log: EventLog, count: number): Promise<void> => {
  await log.append(STATISTICS, 'any', numbered('$statsCollected', count));
};

/** Events of another application on the same server. */
export const writeForeignEvents = async (
  log: EventLog,
  stream: string,
  count: number,
  type = 'SomethingElseHappened',
): Promise<void> => {
  await log.append(stream, 'any', numbered(type, count));
};
