import type { KafkaMessage, Message as KafkaRecord } from 'kafkajs';
import type { JsonObject } from '#libs/domain/json.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { Message } from '../message-bus.port.js';
import { partitionOf } from './partition-of.js';
import { type TopicDeclaration, topicOf } from './topics.js';

/** The published form of an event. */
export interface EventRecord {
  topic: TopicDeclaration;
  record: KafkaRecord & { partition: number };
  /** Approximate bytes of the record on the wire. */
  bytes: number;
}

/** Bytes for lengths, offsets, attributes of a record, and names of its headers. */
const overheadBytes = 200;

export const toRecord = (event: RecordedEvent): EventRecord => {
  const { id, type, version, stream, revision, position, recordedAt, data, metadata } = event;
  const topic = topicOf(type);
  const value = Buffer.from(JSON.stringify({ data, metadata }));
  const { traceparent } = metadata;
  const headers = {
    id,
    type,
    version: String(version),
    stream,
    revision: String(revision),
    position,
    recordedAt,
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
  };
  return {
    topic,
    // The timestamp is that of publication, which retention counts from: the event's own may be long ago.
    record: { key: stream, value, headers, partition: partitionOf(stream, topic.partitions) },
    bytes: value.length + 2 * Buffer.byteLength(stream) + overheadBytes,
  };
};

type Received = Pick<KafkaMessage, 'headers' | 'value'>;

export class NotAnEventError extends Error {
  override readonly name = 'NotAnEventError';
}

const header = ({ headers }: Received, name: string): string => {
  const value = headers?.[name];
  if (!Buffer.isBuffer(value)) throw new NotAnEventError(`A record without the header ${name} is none of ours`);
  return value.toString();
};

export const typeOf = (received: Received): string => header(received, 'type');

export const positionOf = (received: Received): Position => header(received, 'position') as Position;

const parse = ({ value }: Received): { data: JsonObject; metadata: JsonObject } => {
  try {
    return JSON.parse(value?.toString() ?? '');
  } catch {
    throw new NotAnEventError('A record whose value is not JSON is none of ours'); // the cause would quote it
  }
};

export const toMessage = (received: Received): Message => {
  const { data, metadata } = parse(received);
  return {
    id: header(received, 'id'),
    type: typeOf(received),
    version: Number(header(received, 'version')),
    data,
    metadata,
    stream: header(received, 'stream'),
    revision: Number(header(received, 'revision')),
    position: positionOf(received),
    recordedAt: header(received, 'recordedAt'),
  };
};
