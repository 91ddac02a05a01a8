import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { formDigest } from '../documents/upload-document/form-digest.js';
import { readUploadForm } from '../documents/upload-document/multipart-reader.js';
import { largestDocument } from '../documents/upload-document/upload-document.handler.js';
import { usedForAnother } from './idempotent-execution.js';

/** Reads a form to its end and keeps nothing of it. @throws Rejection `conflict` for more than any form may have */
export const readFormDigest = async (request: FastifyRequest): Promise<Buffer> => {
  const hash = createHash('sha256');
  const form = await readUploadForm(request, async (content) => {
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > largestDocument) throw usedForAnother();
      hash.update(chunk);
    }
  });
  return formDigest(form, form.file === undefined ? undefined : hash.digest());
};
