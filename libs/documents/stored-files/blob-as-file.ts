import type { SourceFile } from '#libs/documents/formats/format.port.js';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';

/** A stored blob as a file that formats read: any range of it, decrypted on the way. */
export const blobAsFile = (blobs: Pick<BlobStore, 'read'>, { id, size }: BlobInfo): SourceFile => ({
  size,
  read: async (start, end) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await blobs.read(id, { start, end })) chunks.push(chunk);
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  },
});
