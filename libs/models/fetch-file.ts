import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { FetchError, type FetchTimes, fetchRange } from '#libs/platform/outbound-http/fetch-range.js';
import type { CatalogueFile } from './catalogue.js';
import { ModelError } from './model-error.js';
import type { FilePlace, NamedPlace } from './model-source.js';

export interface FetchOptions {
  signal: AbortSignal;
  /** Bytes of the file that are there. */
  onBytes: (bytes: number) => void;
  times?: FetchTimes;
  /** Milliseconds before a broken download goes on, for the first time; usually a second. */
  retryDelayMs?: number;
}

/** Tries in a row that brought less than `progressBytes`. */
const maxTries = 5;
const progressBytes = 1024 * 1024;
/** A source has to give so many bytes in so many milliseconds. */
const slowest = { bytes: 64 * 1024, ms: 60_000 };

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** SHA-256 of a file, hex. */
export const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest('hex');
};

class WrongSizeError extends FetchError {}

/** Passes on what a source gives fast enough. */
const fastEnough = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [since, bytes] = [performance.now(), 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (performance.now() - since > slowest.ms) {
      if (bytes < slowest.bytes) throw new FetchError('it is too slow', true);
      [since, bytes] = [performance.now(), 0];
    }
    yield chunk;
  }
};

/** Appends to the file what has not come yet. @throws WrongSizeError for more than there should be */
const append = async (
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  { size, from, onBytes, signal }: { size: number; from: number } & Pick<FetchOptions, 'onBytes' | 'signal'>,
): Promise<number> => {
  if (from === 0) await rm(file, { force: true });
  const handle = await open(file, 'a', 0o644);
  let bytes = from;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (bytes + chunk.length > size)
        throw new WrongSizeError(`it is larger than the ${size} bytes that it should have`, false);
      await handle.appendFile(chunk);
      bytes += chunk.length;
      onBytes(bytes);
    }
  } finally {
    await handle.close();
  }
  return bytes;
};

/** Fetches what is missing of a file, once. @throws FetchError */
const fetchRest = (
  place: Extract<FilePlace, { from: unknown }>,
  size: number,
  file: string,
  offset: number,
  { signal, onBytes, times }: FetchOptions,
): Promise<void> => {
  const { from, acceptEncoding } = place;
  const request = { offset, signal, ...(times && { times }), ...(acceptEncoding && { acceptEncoding }) };
  return fetchRange(from, request, async (answer) => {
    if (answer.total !== undefined && answer.total !== size)
      throw new WrongSizeError(`it has ${answer.total} bytes, and should have ${size}`, false);
    const bytes = await append(fastEnough(answer.body), file, { size, from: answer.offset, onBytes, signal });
    if (bytes < size) throw new FetchError('it ended too early', true);
  });
};

/** Fetches a file over HTTP; what broke off goes on where it was. @throws FetchError */
const download = async (
  place: Extract<FilePlace, { from: unknown }>,
  size: number,
  file: string,
  options: FetchOptions,
): Promise<void> => {
  const { signal, retryDelayMs = 1_000 } = options;
  for (let failures = 0; ; ) {
    const before = await sizeOf(file);
    if (before === size) return options.onBytes(size);
    try {
      await fetchRest(place, size, file, before, options);
      return;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      // Of a file that is longer than its source's, none of its bytes are asked for again.
      const isBeyond = error.status === 416 && before > 0;
      if (isBeyond) await truncate(file, 0);
      else if (!error.mayPass) throw error;
      failures = (await sizeOf(file)) - before >= progressBytes ? 1 : failures + 1;
      if (failures === maxTries) throw error;
      await pause(retryDelayMs * 2 ** (failures - 1), undefined, { signal });
    }
  }
};

const copy = async (
  { path, offset }: Extract<FilePlace, { path: string }>,
  size: number,
  file: string,
  options: FetchOptions,
): Promise<void> => {
  const chunks = createReadStream(path, { start: offset, end: offset + size - 1, highWaterMark: 1024 * 1024 });
  const bytes = await append(chunks, file, { size, from: 0, ...options });
  if (bytes < size) throw new FetchError(`it has ${bytes} bytes, and should have ${size}`, false);
};

const isFault = (error: unknown): error is Error =>
  error instanceof FetchError || errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'EISDIR';

const reasonOf = (error: Error): string => (error instanceof FetchError ? error.message : 'it is not there');

/** Fetches a file from one place, and checks its size and hash. @throws FetchError */
const fetchFrom = async (
  place: FilePlace,
  { size, sha256 }: CatalogueFile,
  file: string,
  options: FetchOptions,
): Promise<void> => {
  const had = await sizeOf(file);
  if (had > size) await truncate(file, 0);
  if ('path' in place && had !== size) await copy(place, size, file, options);
  if ('from' in place) await download(place, size, file, options);
  if ((await hashOf(file)) === sha256) return options.onBytes(size);
  await rm(file, { force: true });
  // The part that was there may have been of another file, or damaged.
  if (had > 0) return fetchFrom(place, { size, sha256 }, file, options);
  throw new FetchError('it has another SHA-256 than the catalogue says', false);
};

/**
 * Fetches a file from the first of its places that gives it whole, and returns that place's source. What came of a file before is
 * kept and not fetched again. Rejects with ModelError that says of each place what was wrong, or with the signal's reason.
 */
export const fetchFile = async (
  name: string,
  expected: CatalogueFile,
  places: AsyncIterable<NamedPlace>,
  file: string,
  options: FetchOptions,
): Promise<string> => {
  const faults: string[] = [];
  let mayPass = false;
  for await (const place of places) {
    try {
      await fetchFrom(place, expected, file, options);
      return place.source;
    } catch (error) {
      if (!isFault(error) || options.signal.aborted) throw error;
      if (error instanceof WrongSizeError) await rm(file, { force: true });
      mayPass ||= error instanceof FetchError && error.mayPass;
      faults.push(`${place.source}: ${reasonOf(error)}`);
    }
  }
  if (faults.length === 0) faults.push('no source has it');
  throw new ModelError(`${name} could not be fetched. ${faults.join('; ')}.`, mayPass);
};
