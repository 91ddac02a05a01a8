import type { StoredEvent } from './stored-event.js';

/** `$tb` of a soft-deleted stream is 2^63 - 1; as a JSON number it reads as more than this. */
const SOFT_DELETED = Number.MAX_SAFE_INTEGER;

export const metastreamOf = (stream: string): string => `$$${stream}`;
export const originalOf = (metastream: string): string => metastream.slice(2);
export const isMetastream = (stream: string): boolean => stream.startsWith('$$');

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** One stream as its writer sees it; the index of an event is its revision. */
export class StreamState {
  readonly events: StoredEvent[] = [];
  tombstone: StoredEvent | undefined;
  metadata: Record<string, unknown> = {};

  /** Revision of the last event; -1 while the stream has none. */
  get lastRevision(): number {
    return this.events.length - 1;
  }

  get softDeleted(): boolean {
    return (numberOf(this.metadata.$tb) ?? 0) >= SOFT_DELETED;
  }

  /** First revision that `$tb` and `$maxCount` leave readable, with `last` the newest one that readers see. */
  firstReadable(last: number): number {
    const truncateBefore = numberOf(this.metadata.$tb) ?? 0;
    const maxCount = numberOf(this.metadata.$maxCount);
    return Math.max(truncateBefore, maxCount === undefined ? 0 : last + 1 - maxCount);
  }

  /** Metadata that are no JSON object count as none. */
  applyMetadata(data: Uint8Array): void {
    try {
      const parsed: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
      this.metadata = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    } catch {
      this.metadata = {};
    }
  }
}

/** The JSON of a stream's metadata with another `$tb`; written by hand because 2^63 - 1 is no JavaScript number. */
export const metadataJson = (metadata: Record<string, unknown>, truncateBefore: bigint): string => {
  const { $tb: _replaced, ...rest } = metadata;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{"$tb":${truncateBefore}${others === '' ? '' : `,${others}`}}`;
};
