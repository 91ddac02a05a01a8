import { createHash, type Hash } from 'node:crypto';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { formDigest } from './form-digest.js';
import type { UploadedFile, UploadForm } from './upload-form.js';

const maxFieldLength = 64 * 1024;
const maxFields = 50;
/** Characters of the name of a field that a response repeats. */
const maxNameLength = 40;

const tooMuch = (message: string): Rejection => new Rejection('invalid_request', { message });

/** Translates the errors of the form parser for a broken form; errors of `store` pass through. */
const explain = (error: unknown): unknown => {
  if (
    errorCodeOf(error) === 'FST_FILES_LIMIT' ||
    errorCodeOf(error) === 'FST_PARTS_LIMIT' ||
    errorCodeOf(error) === 'FST_FIELDS_LIMIT'
  ) {
    return tooMuch('The form has too many parts.');
  }
  if (errorCodeOf(error) === 'FST_PROTO_VIOLATION')
    return tooMuch('A field of the form has a name that is not allowed.');
  if (error instanceof Error && /Multipart|boundary|Unexpected end|Part terminated|premature/i.test(error.message)) {
    return tooMuch(
      'The form is not complete, or not valid multipart/form-data. The boundary in its Content-Type is made by the client: set no such header yourself.',
    );
  }
  return error;
};

const assertFileField = (name: string): void => {
  if (name === 'file') return;
  const field = name.slice(0, maxNameLength);
  throw new Rejection('invalid_request', { details: { [field]: ['must not be a file: it goes into the field file'] } });
};

export const cutOff = (): Rejection => new Rejection('invalid_request', { message: 'The upload was cut off.' });

/**
 * Yields the parts and fails when the caller disconnects; the form parser alone would wait for ever for the next
 * part.
 */
const untilCutOff = async function* (
  request: FastifyRequest,
  parts: AsyncIterableIterator<Multipart>,
): AsyncGenerator<Multipart> {
  const { promise: goneAway, reject } = Promise.withResolvers<never>();
  goneAway.catch(() => undefined);
  // A request also closes after all of it has been received.
  const onClose = () => {
    if (!request.raw.complete) reject(cutOff());
  };
  request.raw.once('close', onClose);
  if (request.raw.destroyed) onClose();
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), goneAway]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    request.raw.off('close', onClose);
  }
};

const hashed = async function* (content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
};

/** The form parser has parsed a field whose type is JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Reads the form part by part, fields before or after the file, handing the file's bytes to `store` as they come.
 * @throws Rejection `invalid_request` for a form that is broken, has a file under another name than `file`, two files or a field twice, `conflict` for a
 * form other than the one sent first with the same idempotency key
 */
export const readUploadForm = async (
  request: FastifyRequest,
  store: (content: AsyncIterable<Uint8Array>, file: UploadedFile) => Promise<void>,
): Promise<UploadForm> => {
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  const idempotent = request.caller?.idempotent;
  const hash = idempotent && createHash('sha256');
  const limits = { fieldSize: maxFieldLength, fields: maxFields, files: 10, fileSize: Number.POSITIVE_INFINITY };
  try {
    for await (const part of untilCutOff(request, request.parts({ limits }))) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw tooMuch(`A field of the form is too long.`);
        if (fields.has(part.fieldname))
          throw tooMuch(`The field ${part.fieldname.slice(0, maxNameLength)} is there twice.`);
        fields.set(part.fieldname, textOf(part.value));
        continue;
      }
      assertFileField(part.fieldname);
      if (file !== undefined) throw new Rejection('invalid_request', { details: { file: ['must be the only file'] } });
      file = { name: part.filename ?? '', mediaType: part.mimetype };
      await store(hash === undefined ? part.file : hashed(part.file, hash), file);
    }
  } catch (error) {
    throw explain(error);
  }
  const form = { file, fields: Object.fromEntries(fields) };
  await idempotent?.assertBody(formDigest(form, file === undefined ? undefined : hash?.digest()));
  return form;
};
