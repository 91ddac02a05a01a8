import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * An archive is one blob of chunks, each a JSON array of its own, compressed by itself: first the events by position, then, for
 * each stream, the positions of its events. The tables beside the archive say where each chunk begins.
 */
export const textOfChunk = (rows: readonly string[]): string => `[${rows.join(',\n')}]`;

export const packChunk = (text: string): Promise<Buffer> => compress(text);

/** Rejects when the bytes are not those of a chunk: gzip has a checksum. */
export const unpackChunk = async (bytes: Uint8Array): Promise<string> => (await decompress(bytes)).toString('utf8');
