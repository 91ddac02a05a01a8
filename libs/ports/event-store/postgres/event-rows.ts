import { types } from 'pg';
import type { JsonObject } from '#libs/domain/json.js';
import type { RecordedEvent } from '../event-store.port.js';
import { toPosition } from './postgres-position.js';

const columns = 'position, stream, revision, id, type, version, data, metadata';
export const eventColumns = `${columns}, recorded_at`;
/** The columns as they are read from the table: times of UTC, whatever the session's zone. */
export const storedColumns = `${columns}, recorded_at at time zone 'UTC' as recorded_at`;

/** A row of `eventColumns` as `eventTypes` parses it: bigints and times as PostgreSQL writes them. */
export type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  version: number,
  data: JsonObject,
  metadata: JsonObject,
  recordedAt: string,
];

const asText = (text: string): string => text;

/**
 * Parsers that leave times as text: making a `Date` of each and writing it again would take a tenth of reading a log.
 */
export const eventTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === types.builtins.TIMESTAMP && format !== 'binary' ? asText : types.getTypeParser(id, format),
};

/** Converts `2026-11-21 10:00:00.12`, without its trailing zeros, to RFC 3339 with milliseconds. */
const toRfc3339 = (time: string): string =>
  `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20).padEnd(3, '0')}Z`;

/** Converts a row; columns behind those of the event are ignored. */
export const toRecordedEvent = (row: readonly [...EventRow, ...unknown[]]): RecordedEvent => ({
  id: row[3],
  type: row[4],
  version: row[5],
  data: row[6],
  metadata: row[7],
  stream: row[1],
  revision: Number(row[2]),
  position: toPosition(row[0]),
  recordedAt: toRfc3339(row[8]),
});
