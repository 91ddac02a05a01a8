import { createHash, type Hash } from 'node:crypto';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { notJson } from '../json-fault.js';
import { formatOptionsJsonValues, structureOf } from '../json-structure.js';
import { formDigest } from './form-digest.js';
import type { UploadedFile, UploadForm } from './upload-form.js';

const maxFieldLength = 64 * 1024;
const maxFields = 50;
/** Characters of the name of a field that a response repeats. */
const maxNameLength = 40;

const tooMuch = (message: string): Rejection => new Rejection('invalid_request', { message });

const fieldTooLong = (): Rejection => tooMuch('A field of the form is too long.');

const brokenForm = (): Rejection =>
  tooMuch(
    'The form is not complete, or not valid multipart/form-data. The boundary in its Content-Type is made by the client: set no such header yourself.',
  );

const tooManyParts: readonly unknown[] = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'];

/** Translates the errors by which the parser of forms ends a file; errors of `store` pass through. */
const explain = (error: unknown): unknown => {
  const code = errorCodeOf(error);
  if (tooManyParts.includes(code)) return tooMuch('The form has too many parts.');
  if (code === 'FST_PROTO_VIOLATION') return tooMuch('A field of the form has a name that is not allowed.');
  const isBroken = error instanceof Error && /Unexpected end|Part terminated|premature/i.test(error.message);
  return isBroken ? brokenForm() : error;
};

/** Whatever the parser of forms cannot read is the fault of the form, whether or not its error is known here. */
const faultOfForm = (error: unknown): never => {
  const explained = explain(error);
  throw explained instanceof Rejection ? explained : brokenForm();
};

/** The form parser calls a part without a name `undefined`, whatever its types say. */
const assertNamed = (name: string | undefined): void => {
  if (name === undefined) throw tooMuch('A part of the form has no name.');
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
      const next = await Promise.race([parts.next().catch(faultOfForm), goneAway]);
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

/** Whether a part is a field, however its type is called. */
const isField = (mediaType: string | undefined, fileName: string | undefined): boolean =>
  fileName === undefined && mediaType !== undefined && mediaType.startsWith('application/json');

/**
 * How the form parser tells files from fields. It takes fields of JSON for files, since it would parse them, however they are
 * nested, before anybody could look at them.
 */
const isPartAFile = (_name?: string, mediaType?: string, fileName?: string): boolean =>
  fileName !== undefined || mediaType === 'application/octet-stream' || isField(mediaType, fileName);

/** The text of a field whose type is JSON: of a string its characters, of anything else the JSON; undefined for null. */
const jsonFieldOf = async (name: string, content: AsyncIterable<Uint8Array>): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > maxFieldLength) throw fieldTooLong();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const field = `The field ${name.slice(0, maxNameLength)}`;
  structureOf(field, bytes, { values: formatOptionsJsonValues });
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(field, text);
  }
  if (value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * Reads the form part by part, fields before or after the file, handing the file's bytes to `store` as they come.
 * @throws Rejection `invalid_request` for a form that is broken, has a part without a name, a file under another name than `file`, two files or a field twice, `conflict` for a
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
  const limits = { fieldSize: maxFieldLength, fields: maxFields, files: maxFields, fileSize: Number.POSITIVE_INFINITY };
  const setField = (name: string, value: string | undefined): void => {
    if (fields.has(name)) throw tooMuch(`The field ${name.slice(0, maxNameLength)} is there twice.`);
    if (value !== undefined) fields.set(name, value);
  };
  try {
    for await (const part of untilCutOff(request, request.parts({ limits, isPartAFile }))) {
      assertNamed(part.fieldname);
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw fieldTooLong();
        setField(part.fieldname, String(part.value));
        continue;
      }
      if (isField(part.mimetype, part.filename)) {
        setField(part.fieldname, await jsonFieldOf(part.fieldname, part.file));
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
