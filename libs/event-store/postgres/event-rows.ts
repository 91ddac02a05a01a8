import type { JsonObject, RecordedEvent } from '../event-store.port.js';
import { toPosition } from './postgres-position.js';

export const eventColumns = 'position, stream, revision, id, type, version, data, metadata, recorded_at';

/** A row of `eventColumns` as `pg` parses it: bigints as text. */
export type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  version: number,
  data: JsonObject,
  metadata: JsonObject,
  recordedAt: Date,
];

/** Columns behind those of the event are passed over. */
export const toRecordedEvent = (row: readonly [...EventRow, ...unknown[]]): RecordedEvent => ({
  id: row[3],
  type: row[4],
  version: row[5],
  data: row[6],
  metadata: row[7],
  stream: row[1],
  revision: Number(row[2]),
  position: toPosition(row[0]),
  recordedAt: row[8].toISOString(),
});
