import { EventTooLargeError } from './event-store.errors.js';
import type { ExpectedRevision, NewEvent } from './event-store.port.js';

export interface EncodedEvent {
  /** UUID in lower case. */
  id: string;
  type: string;
  version: number;
  /** JSON text. */
  data: string;
  /** JSON text. */
  metadata: string;
}

/** An append that was found well formed, its events as they go over the wire. */
export interface AppendRequest {
  stream: string;
  expected: ExpectedRevision;
  events: readonly EncodedEvent[];
  /** Bytes of the append as EventStoreDB, the strictest engine, counts them: see `bytesOf`. */
  bytes: number;
}

const maxAppendBytes = 1024 * 1024;
/** Bytes that an engine may write around the metadata of an event: the version. */
const frameBytes = 32;
const maxNameLength = 512;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isName = (name: string): boolean =>
  name.length > 0 && name.length <= maxNameLength && !name.includes('\0') && name.isWellFormed();

const isExpectedRevision = (expected: ExpectedRevision): boolean =>
  typeof expected === 'number' ? Number.isSafeInteger(expected) && expected >= 0 : expected === 'no-stream';

const encode = ({ id, type, version, data, metadata, json }: NewEvent): EncodedEvent => {
  if (!uuid.test(id)) throw new RangeError('The id of an event is a UUID');
  if (!isName(type)) throw new RangeError('The type of an event is text of 1 to 512 characters');
  if (!Number.isInteger(version) || version < 1 || version > 32_767) {
    throw new RangeError('The version of an event is a whole number from 1 to 32,767');
  }
  return {
    id: id.toLowerCase(),
    type,
    version,
    data: json?.data ?? JSON.stringify(data),
    metadata: json?.metadata ?? JSON.stringify(metadata),
  };
};

/** EventStoreDB counts UTF-8 bytes of data and metadata, and two bytes for each character of the type. */
const bytesOf = ({ type, data, metadata }: EncodedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length + frameBytes;

/**
 * Checks an append by itself, so that one that no engine could take never reaches a batch with others.
 * @throws EventTooLargeError; RangeError for a request that only a mistake in the program can make
 */
export const toAppendRequest = (
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): AppendRequest => {
  if (!isName(stream)) throw new RangeError('The name of a stream is text of 1 to 512 characters');
  if (!isExpectedRevision(expected)) throw new RangeError('The expected revision is not one');
  if (events.length === 0) throw new RangeError('An append holds at least one event');
  const encoded = events.map(encode);
  let bytes = 0;
  for (const event of encoded) bytes += bytesOf(event);
  if (bytes > maxAppendBytes) throw new EventTooLargeError(`The append has ${bytes} bytes, at most ${maxAppendBytes}`);
  if (encoded.length > 1 && new Set(encoded.map(({ id }) => id)).size < encoded.length) {
    throw new RangeError('The ids of an append are all different');
  }
  return { stream, expected, events: encoded, bytes };
};
