import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { maxDocumentBytes } from '#libs/domain/document/document-size.js';
import { usedForAnother } from '../idempotency/idempotent-execution.js';
import { formDigest } from './form-digest.js';
import { readUploadForm } from './multipart-reader.js';

/**
 * Reads a form to its end and stores nothing of it.
 * @throws Rejection `conflict` for more than any form may have
 */
export const readFormDigest = async (request: FastifyRequest): Promise<Buffer> => {
  const hash = createHash('sha256');
  const form = await readUploadForm(request, async (content) => {
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > maxDocumentBytes) throw usedForAnother();
      hash.update(chunk);
    }
  });
  return formDigest(form, form.file === undefined ? undefined : hash.digest());
};
