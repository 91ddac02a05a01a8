import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { withCharset } from './text-content.js';

export interface SentFile {
  blobId: string;
  sizeBytes: number;
  format: string;
  mediaType: string;
}

/** Maps a file that was deleted or expired after the event to a rejection. */
const asGone = (error: unknown): never => {
  if (error instanceof BlobNotFoundError) throw new Rejection('document_not_found');
  throw error;
};

/**
 * Answers with a file of a document, and with a header of its own. HEAD gives out no byte of it: it has the headers alone, and
 * opens no file.
 * @throws Rejection `document_not_found` for a file that was deleted or expired meanwhile
 */
export const sendFile = async (
  { method }: Pick<FastifyRequest, 'method'>,
  reply: FastifyReply,
  blobs: Pick<BlobStore, 'read'>,
  file: SentFile,
  [name, value]: readonly [name: string, value: string | number],
): Promise<void> => {
  // Fastify would take the length of the response from a body of any other kind.
  const { mediaType, content } =
    method === 'HEAD'
      ? { ...file, content: Readable.from([]) }
      : await withCharset(file, await blobs.read(file.blobId).catch(asGone)).catch(asGone);
  await reply
    .type(mediaType)
    .header(name, value)
    .header('Content-Length', file.sizeBytes)
    .header('Cache-Control', 'private, no-store')
    .send(content);
};
