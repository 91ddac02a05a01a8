import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { keepSegments, readSegments } from './stored-segments.js';

const segments: Segment[] = [
  [{ kind: 'text', text: 'two\nlines\u2028in one' }],
  [],
  [
    { kind: 'open', id: 1 },
    { kind: 'text', text: 'Ωж𝔘' },
    { kind: 'close', id: 1 },
  ],
];

it('segments are read as they were kept, wherever the store cuts its pieces', async () => {
  const blobs = new InMemoryBlobStore();
  await keepSegments(blobs, 'kept', Readable.from(segments), {
    owner: { organizationId: 'org_1' },
    signal: new AbortController().signal,
  });
  expect(await Array.fromAsync(readSegments(blobs, 'kept'))).toEqual(segments);
  const bytes = Buffer.from(blobs.textOf('kept'));
  for (const size of [1, 2, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const cut = { read: async () => Readable.from(pieces) };
    expect(await Array.fromAsync(readSegments(cut, 'kept'))).toEqual(segments);
  }
});

it('a translation without segments has none', async () => {
  const blobs = new InMemoryBlobStore();
  await keepSegments(blobs, 'kept', Readable.from([]), {
    owner: { organizationId: 'org_1' },
    signal: new AbortController().signal,
  });
  expect(await Array.fromAsync(readSegments(blobs, 'kept'))).toEqual([]);
});
