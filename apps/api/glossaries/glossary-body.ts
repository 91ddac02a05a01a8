import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readGlossaryFile } from '#libs/text/glossary/exchange/glossary-file.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import type { GlossaryLanguages } from '#libs/text/glossary/glossary-languages.js';
import type { BodyShare } from '../http/body-budget.js';
import { formDigest } from '../http/multipart/form-digest.js';
import { fileExpected, missingFile } from '../http/multipart/missing-file.js';
import { readUploadForm } from '../http/multipart/multipart-reader.js';
import { largeBodyBytes } from '../http/request-context.js';
import { describeUnknownField } from '../http/unknown-fields.js';
import { readEntryList } from './entry-list.js';
import { formatOfFile, formatOfMediaType, glossaryMediaTypes } from './glossary-format.js';

/** The content of a glossary request, in whichever of three forms it came. */
interface GlossaryBody {
  /** Everything but the entries. */
  fields: unknown;
  /** Whether the entries are a file, beside which there are no other fields. */
  isFile: boolean;
  /** @throws Rejection for invalid entries */
  entries: (languages: GlossaryLanguages) => GlossaryEntry[];
}

/** Media types of the routes that take a glossary. */
export const glossaryBodyTypes: readonly string[] = ['application/json', 'multipart/form-data', ...glossaryMediaTypes];

/** Lets a glossary file be the body of a request itself. */
export const acceptGlossaryFiles = (instance: FastifyInstance): void => {
  instance.addContentTypeParser([...glossaryMediaTypes], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
};

const collect = async (content: AsyncIterable<Uint8Array>, share: BodyShare | undefined): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > largeBodyBytes) {
      throw new Rejection('invalid_request', { status: 413, message: 'The file is larger than the limit of 16 MiB.' });
    }
    share?.add(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A field in the query would be lost where the body has the fields. */
const assertNoFieldsInQuery = ({ query }: FastifyRequest): void => {
  const [field] = Object.keys(query ?? {});
  if (field === undefined) return;
  const { name } = describeUnknownField(field, []);
  throw new Rejection('invalid_request', {
    details: { [name]: ['is not read from the query here: a body of JSON and a form have their fields themselves'] },
  });
};

const readForm = async (request: FastifyRequest): Promise<GlossaryBody> => {
  const received: { bytes?: Uint8Array } = {};
  const form = await readUploadForm(request, async (content) => {
    received.bytes = await collect(content, request.caller.body);
  });
  const { file, fields } = form;
  const { bytes } = received;
  const digest = bytes && createHash('sha256').update(bytes).digest();
  await request.caller.idempotent?.assertBody(formDigest(form, digest));
  if (file === undefined || bytes === undefined) {
    throw Object.hasOwn(fields, 'file') ? fileExpected('terms.csv') : missingFile();
  }
  return {
    fields,
    isFile: true,
    entries: (languages) => readGlossaryFile(bytes, formatOfFile(file.name, file.mediaType), languages),
  };
};

/** Reads JSON with `entries`, a form with `file`, or a file as the body with the other fields in the query. */
export const readGlossaryBody = async (request: FastifyRequest): Promise<GlossaryBody> => {
  const { body, query } = request;
  const format = formatOfMediaType(request.headers['content-type']);
  if (Buffer.isBuffer(body) && format !== undefined) {
    return { fields: query, isFile: true, entries: (languages) => readGlossaryFile(body, format, languages) };
  }
  assertNoFieldsInQuery(request);
  if (request.isMultipart()) return readForm(request);
  return {
    fields: body,
    isFile: false,
    entries: () =>
      readEntryList(typeof body === 'object' && body !== null && 'entries' in body ? body.entries : undefined),
  };
};
