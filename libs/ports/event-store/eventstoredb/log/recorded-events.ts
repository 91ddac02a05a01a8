import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { JsonObject } from '#libs/domain/json.js';
import type { EventFilter, RecordedEvent } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { decodeMetadata } from '../event-metadata.js';
import { toPosition } from './log-position.js';

/** An event of the server, ours or not: links are never resolved, so `link` is never set. */
export type ReadEvent = AllStreamResolvedEvent | ResolvedEvent;

/** Position of the event; `START` where the server does not name one. */
export const positionOf = ({ event }: ReadEvent): Position =>
  (event?.position === undefined ? undefined : toPosition(event.position)) ?? START;

/**
 * Converts an event of ours, its stream without the prefix; returns undefined for one of another application or of
 * the server itself, which writes `$…` events (a deletion, say) into any stream.
 */
export const toRecordedEvent = (streamPrefix: string, read: ReadEvent): RecordedEvent | undefined => {
  const { event } = read;
  if (!event?.isJson || !event.streamId.startsWith(streamPrefix) || event.type.startsWith('$')) return undefined;
  const decoded = decodeMetadata(event.metadata);
  if (decoded === undefined) return undefined;
  return {
    id: event.id,
    type: event.type,
    version: decoded.version,
    data: event.data as JsonObject,
    metadata: decoded.metadata,
    stream: event.streamId.slice(streamPrefix.length),
    revision: Number(event.revision),
    position: positionOf(read),
    recordedAt: event.created.toISOString(),
  };
};

export const passes = ({ types, streamPrefixes }: EventFilter, { type, stream }: RecordedEvent): boolean =>
  (types?.includes(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);

/** Approximate bytes that the event takes in memory: exact enough to bound what a page holds. */
export const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 16;
  for (const [key, item] of Object.entries(value)) size += key.length + roughSize(item);
  return size;
};
