import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readGlossaryFile } from '#libs/text/glossary/exchange/glossary-file.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import type { GlossaryLanguages } from '#libs/text/glossary/glossary-languages.js';
import type { BodyShare } from '../http/body-budget.js';
import { formDigest } from '../http/multipart/form-digest.js';
import { readUploadForm } from '../http/multipart/multipart-reader.js';
import { largeBodyBytes } from '../http/request-context.js';
import { readEntryList } from './entry-list.js';
import { formatOfFile, formatOfMediaType, glossaryMediaTypes } from './glossary-format.js';

/** The content of a glossary request, in whichever of three forms it came. */
interface GlossaryBody {
  /** Everything but the entries. */
  fields: unknown;
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

const missingFile = (): Rejection =>
  new Rejection('missing_required_field', {
    message: 'A required field is missing or empty: file.',
    details: { file: ['is required'] },
  });

const readForm = async (request: FastifyRequest): Promise<GlossaryBody> => {
  let bytes: Uint8Array | undefined;
  const form = await readUploadForm(request, async (content) => {
    bytes = await collect(content, request.caller.body);
  });
  const { file, fields } = form;
  const digest = bytes && createHash('sha256').update(bytes).digest();
  await request.caller.idempotent?.assertBody(formDigest(form, digest));
  return {
    fields,
    entries: (languages) => {
      if (file === undefined || bytes === undefined) throw missingFile();
      return readGlossaryFile(bytes, formatOfFile(file.name, file.mediaType), languages);
    },
  };
};

/** Reads JSON with `entries`, a form with `file`, or a file as the body with the other fields in the query. */
export const readGlossaryBody = async (request: FastifyRequest): Promise<GlossaryBody> => {
  if (request.isMultipart()) return readForm(request);
  const { body, query } = request;
  const format = formatOfMediaType(request.headers['content-type']);
  if (Buffer.isBuffer(body) && format !== undefined) {
    return { fields: query, entries: (languages) => readGlossaryFile(body, format, languages) };
  }
  return {
    fields: body,
    entries: () =>
      readEntryList(typeof body === 'object' && body !== null && 'entries' in body ? body.entries : undefined),
  };
};
