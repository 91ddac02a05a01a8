import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { callerOf } from '#test/fakes/api-caller.js';
import { acceptGlossaryFiles, readGlossaryBody } from './glossary-body.js';

const boundary = 'b0undary';
const entries = [
  { source: 'contract', target: 'contrato' },
  { source: 'clause', target: 'cláusula' },
];
const csv = 'contract,contrato\r\nclause,cláusula\r\n';

const field = (name: string, value: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content: string, type = 'application/octet-stream'): string =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}`;
const form = (...parts: string[]): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;

let instance: FastifyInstance;

beforeEach(async () => {
  instance = fastify({ bodyLimit: 16 * 1024 * 1024 });
  await instance.register(multipart);
  acceptGlossaryFiles(instance);
  instance.decorateRequest('caller');
  instance.addHook('onRequest', async (request) => {
    request.caller = callerOf(undefined);
  });
  instance.post('/', async (request) => {
    const { fields, entries: read } = await readGlossaryBody(request);
    return { fields, entries: read({ source: 'en', target: 'es' }) };
  });
  instance.setErrorHandler((error, _request, reply) =>
    error instanceof Rejection
      ? reply.code(error.status).send({ code: error.code, details: error.details })
      : reply.code(500).send({ unexplained: error instanceof Error ? error.message : String(error) }),
  );
});

afterEach(() => instance.close());

const send = async (payload: string | Buffer, type: string, query = '') => {
  const headers = { 'content-type': type };
  const answer = await instance.inject({ method: 'POST', url: `/${query}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};

const sendForm = (...parts: string[]) => send(form(...parts), `multipart/form-data; boundary=${boundary}`);

describe('the forms of a glossary request', () => {
  it('a glossary is read from JSON', async () =>
    expect(await send(JSON.stringify({ name: 'terms', entries }), 'application/json')).toEqual({
      status: 200,
      body: { fields: { name: 'terms', entries }, entries },
    }));

  it.each([
    ['before', [field('name', 'terms'), file('terms.csv', csv)]],
    ['after', [file('terms.csv', csv), field('name', 'terms')]],
  ])('a glossary is read from a form with the fields %s the file', async (_where, parts) =>
    expect(await sendForm(...parts)).toEqual({ status: 200, body: { fields: { name: 'terms' }, entries } }),
  );

  it('a glossary is read from a body that is the file itself, with the fields in the query', async () =>
    expect(await send(csv, 'text/csv; charset=utf-8', '?name=terms')).toEqual({
      status: 200,
      body: { fields: { name: 'terms' }, entries },
    }));

  it('a glossary file may have tabs between the terms', async () =>
    expect(await send(csv.replaceAll(',', '\t'), 'text/tab-separated-values')).toMatchObject({ body: { entries } }));
});

describe('a refused glossary request', () => {
  it.each([
    ['without a file', [field('name', 'terms')], 422, 'missing_required_field', 'file'],
    ['of a file of another kind', [file('terms.xlsx', 'PK')], 400, 'unsupported_format', 'file'],
    ['of two files', [file('a.csv', csv), file('b.csv', csv)], 400, 'invalid_request', 'file'],
  ])('a glossary request %s is refused', async (_what, parts, status, code, name) => {
    const answer = await sendForm(...parts);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.details).toHaveProperty([name]);
  });

  it.each(['', '\r\n', 'source,target\r\n'])('a glossary file without entries is refused: %j', async (content) =>
    expect(await sendForm(file('terms.csv', content))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    }),
  );

  it('a glossary file that is too large is refused before all of it has come', async () =>
    expect(await sendForm(file('terms.csv', 'a,b\n'.repeat(4 * 1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      body: { code: 'invalid_request' },
    }));
});
