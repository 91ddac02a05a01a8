import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { FileOwner } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import type { Segment } from '#libs/text/segments/segment.js';

const newline = 0x0a;

async function* lines(segments: AsyncIterable<Segment>): AsyncGenerator<Uint8Array> {
  for await (const segment of segments) yield Buffer.from(`${JSON.stringify(segment)}\n`);
}

/** Keeps the segments of a translation in their order, encrypted, for files that are made of them later. */
export const keepSegments = async (
  blobs: Pick<CountedBlobStore, 'put'>,
  blobId: string,
  segments: AsyncIterable<Segment>,
  { owner: { organizationId }, signal }: { owner: FileOwner; signal: AbortSignal },
): Promise<CountedBlob> => {
  return blobs.put(blobId, lines(segments), { owner: { organizationId }, signal });
};

/** The kept segments, a few in memory at a time. @throws BlobNotFoundError */
export async function* readSegments(
  blobs: Pick<BlobStore, 'read'>,
  blobId: string,
): AsyncGenerator<Segment, undefined> {
  let rest: Uint8Array[] = [];
  for await (const chunk of (await blobs.read(blobId)) as AsyncIterable<Uint8Array>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield JSON.parse(Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8'));
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  return undefined;
}
