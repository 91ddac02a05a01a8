import type { JsonObject } from '#libs/domain/json.js';

/*
 * The metadata of an event in EventStoreDB: `{"version":1,"metadata":{…}}`, the version of its schema and our own
 * metadata. It adds at most 30 bytes, which `append-request.ts` counts.
 */

export const encodeMetadata = (version: number, metadata: string): string =>
  `{"version":${version},"metadata":${metadata}}`;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** Returns undefined for metadata that this adapter did not write. */
export const decodeMetadata = (written: unknown): { version: number; metadata: JsonObject } | undefined => {
  if (!isObject(written)) return undefined;
  const { version, metadata } = written;
  return typeof version === 'number' && isObject(metadata) ? { version, metadata } : undefined;
};
