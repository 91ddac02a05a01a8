import streamsMessages from '@eventstore/db-client/generated/streams_pb.js';
import { encodeMessage, wire } from './wire-writer.js';

/** Revision of a `$streamDeleted` event, as the server writes it. */
export const TOMBSTONE_REVISION = 9_223_372_036_854_775_807n;

export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface LogPosition {
  commit: number;
  prepare: number;
}

export interface StoredEvent extends LogPosition {
  stream: string;
  /** Revision of the event; -1 for the tombstone of a stream. */
  revision: number;
  type: string;
  id: string;
  /** The `ReadResp` that carries this event, ready to be sent. */
  message: Buffer;
}

/** Bytes that the server counts against the limit of an append. */
export const sizeOnDisk = (event: ProposedEvent): number =>
  event.type.length * 2 + event.data.length + event.metadata.length;

const metadataEntry = (key: string, value: string): void =>
  wire.nested(6, () => {
    wire.text(2, value);
    wire.text(1, key);
  });

/** `ReadResp { event: ReadEvent { event: RecordedEvent, commit_position } }` */
export const encodeReadResponse = (
  stream: string,
  revision: number | bigint,
  position: LogPosition,
  event: ProposedEvent,
): Buffer => {
  const writeRecordedEvent = (): void => {
    wire.bytes(8, event.data);
    wire.bytes(7, event.metadata);
    metadataEntry('content-type', event.contentType);
    metadataEntry('created', `${Date.now()}0000`);
    metadataEntry('type', event.type);
    wire.varint(5, position.commit);
    wire.varint(4, position.prepare);
    wire.varint(3, revision);
    wire.nested(2, () => wire.text(3, stream));
    wire.nested(1, () => wire.text(2, event.id));
  };
  return encodeMessage(() =>
    wire.nested(1, () => {
      wire.varint(3, position.commit);
      wire.nested(1, writeRecordedEvent);
    }),
  );
};

export const dataOf = (event: StoredEvent): Uint8Array =>
  streamsMessages.ReadResp.deserializeBinary(event.message).getEvent()?.getEvent()?.getData_asU8() ?? new Uint8Array();
