import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import fc from 'fast-check';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readUploadForm } from './multipart-reader.js';
import type { UploadedFile, UploadForm } from './upload-form.js';

const boundary = 'b0undary';

const field = (name: string, value: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

const file = (name: string, content: string, { fieldName = 'file', type = 'text/plain' } = {}): string =>
  `Content-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}`;

const form = (...parts: string[]): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;

let instance: FastifyInstance;
let stored: { file: UploadedFile; content: string }[];
let storeFault: Error | undefined;

beforeEach(async () => {
  stored = [];
  storeFault = undefined;
  instance = fastify();
  await instance.register(multipart);
  instance.post('/', async (request) =>
    readUploadForm(request, async (content, uploaded) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) {
        if (storeFault !== undefined) throw storeFault;
        chunks.push(chunk);
      }
      stored.push({ file: uploaded, content: Buffer.concat(chunks).toString('utf8') });
    }),
  );
  instance.setErrorHandler((error, _request, reply) =>
    error instanceof Rejection
      ? reply.code(error.status).send({ code: error.code, message: error.message, details: error.details })
      : reply.code(500).send({ unexplained: error instanceof Error ? error.message : String(error) }),
  );
});

afterEach(() => instance.close());

const send = async (payload: string | Buffer | Readable, type = `multipart/form-data; boundary=${boundary}`) => {
  const answer = await instance.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });
  return { status: answer.statusCode, body: answer.json() };
};

/** Sends it as Node would read it from a socket. */
const sendInPieces = (payload: Buffer, type: string) =>
  send(
    Readable.from(
      (function* () {
        for (let at = 0; at < payload.length; at += 16_384) yield payload.subarray(at, at + 16_384);
      })(),
    ),
    type,
  );

const read = async (payload: string | Buffer): Promise<UploadForm> => {
  const { status, body } = await send(payload);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

describe('a form', () => {
  it.each([
    ['before', form(field('target', 'es'), field('source', 'en'), file('a.txt', 'hello'))],
    ['after', form(file('a.txt', 'hello'), field('target', 'es'), field('source', 'en'))],
    ['on both sides of', form(field('target', 'es'), file('a.txt', 'hello'), field('source', 'en'))],
  ])('a form may have its fields %s the file', async (_where, payload) => {
    expect(await read(payload)).toEqual({
      file: { name: 'a.txt', mediaType: 'text/plain' },
      fields: { target: 'es', source: 'en' },
    });
    expect(stored.map(({ content }) => content)).toEqual(['hello']);
  });

  it('a form without a file has none', async () => {
    expect(await read(form(field('target', 'es')))).toEqual({ fields: { target: 'es' } });
    expect(stored).toEqual([]);
  });

  it('an empty form has no fields and no file', async () =>
    expect(await read(`--${boundary}--\r\n`)).toEqual({ fields: {} }));

  it('a form with a text in place of the file has no file', async () =>
    expect(await read(form(field('file', 'just text'), field('target', 'es')))).toEqual({
      fields: { file: 'just text', target: 'es' },
    }));

  it('a form with a file under another name is refused at once, without the rest of it', async () => {
    const stopped = new AbortController();
    const url = await instance.listen({ port: 0, host: '127.0.0.1' });
    const unending = async function* () {
      yield Buffer.from(`--${boundary}\r\n${file('a.txt', 'x', { fieldName: 'document' })}`);
      await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve));
    };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: ReadableStream.from(unending()),
      duplex: 'half',
      signal: stopped.signal,
    } as RequestInit);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_request',
      details: { document: ['must not be a file: it goes into the field file'] },
    });
    expect(stored).toEqual([]);
    stopped.abort();
  });

  it('a form with text beyond ASCII is read as UTF-8', async () =>
    expect((await read(form(field('domain', 'käyttö 語 😀'), file('a.txt', 'x')))).fields.domain).toBe('käyttö 語 😀'));
});

describe('a field whose type is JSON', () => {
  const jsonField = (name: string, value: string): string =>
    `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${value}`;

  it('has its text, a string without its quotes', async () => {
    const payload = form(jsonField('options', '{ "a": [1] }'), jsonField('target', '"es"'), file('a.txt', 'hello'));
    expect((await read(payload)).fields).toEqual({ options: '{"a":[1]}', target: 'es' });
    expect(stored).toMatchObject([{ content: 'hello' }]);
  });

  it('is left out where it is null', async () =>
    expect((await read(form(jsonField('glossary_id', 'null'), field('target', 'es')))).fields).toEqual({
      target: 'es',
    }));

  it.each([
    ['nested too deep', '['.repeat(30_000) + ']'.repeat(30_000), { limit_of: 'json_depth' }],
    ['of too many values', `[${Array(2_500).fill(1).join(',')}]`, { limit_of: 'json_values' }],
  ])('is refused unparsed where it is %s', async (_what, value, details) =>
    expect(await send(form(jsonField('options', value)))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details },
    }),
  );

  it.each([
    ['is not JSON', form(jsonField('options', '{'))],
    ['is too long', form(jsonField('options', `"${'x'.repeat(65 * 1024)}"`))],
    ['is there twice', form(jsonField('target', '"es"'), field('target', 'es'))],
    ['is one of too many', form(...Array.from({ length: 51 }, (_, n) => jsonField(`f${n}`, '1')))],
  ])('is refused where it %s', async (_what, payload) =>
    expect(await send(payload)).toMatchObject({ status: 400, body: { code: 'invalid_request' } }),
  );
});

describe('a file', () => {
  it.each(['käyttöohje – ä.docx', '契約書.txt', 'Отчёт.srt', '😀.html', 'a b (1).txt'])(
    'a file arrives under its real name: %s',
    async (name) => expect((await read(form(file(name, 'x')))).file?.name).toBe(name),
  );

  it('a file arrives byte by byte, even when it contains the look of a boundary', async () => {
    const content = `-${boundary}\r\n--b0undar\r\n\r--${boundary}\n--${boundary}\0\u{1F600}\r\n\r\n`;
    await read(form(file('a.txt', content)));
    expect(stored[0]?.content).toBe(content);
  });

  it('a file may be empty', async () => {
    expect((await read(form(file('empty.txt', '')))).file).toEqual({ name: 'empty.txt', mediaType: 'text/plain' });
    expect(stored[0]?.content).toBe('');
  });

  it('a file of several megabytes passes through', async () => {
    const content = 'x'.repeat(5_000_000);
    await read(form(file('a.txt', content), field('target', 'es')));
    expect(stored[0]?.content).toHaveLength(content.length);
  });

  it('a file may have no name', async () =>
    expect(
      (
        await read(
          form('Content-Disposition: form-data; name="file"; filename=""\r\nContent-Type: text/plain\r\n\r\nx'),
        )
      ).file?.name ?? '',
    ).toBe(''));
});

describe('a broken form', () => {
  const whole = form(field('target', 'es'), file('a.txt', 'hello'));
  const inFile = whole.indexOf('hello') + 2;

  it.each([
    ['with two files', form(file('a.txt', '1'), file('b.txt', '2'))],
    ['with a field twice', form(field('target', 'es'), field('target', 'fr'), file('a.txt', 'x'))],
    ['with a field twice, around the file', form(field('target', 'es'), file('a.txt', 'x'), field('target', 'es'))],
    ['with a field of 65 KiB', form(field('domain', 'x'.repeat(65 * 1024)), file('a.txt', 'x'))],
    ['with 51 fields', form(...Array.from({ length: 51 }, (_, n) => field(`f${n}`, 'x')), file('a.txt', 'x'))],
    ['with a field named __proto__', form(field('__proto__', 'x'), file('a.txt', 'x'))],
    ['with a field named as objects name theirs', form(field('toString', 'x'), file('a.txt', 'x'))],
    ['cut off within the file', whole.slice(0, inFile)],
    ['cut off within a header', whole.slice(0, whole.indexOf('filename'))],
    ['cut off before its end', whole.slice(0, whole.lastIndexOf('--') - 2)],
    ['whose boundary never comes', whole.replaceAll(boundary, 'another')],
  ])('a form %s is refused', async (_how, payload) => {
    const { status, body } = await send(payload);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('a form without a boundary is refused', async () =>
    expect(await send(whole, 'multipart/form-data')).toMatchObject({ status: 400, body: { code: 'invalid_request' } }));

  it.each([
    ['of 70 characters', 70, 200],
    ['of 251 characters', 251, 200],
    ['of 256 characters', 256, 400],
    ['of 4,000 characters', 4_000, 400],
  ])('a form whose boundary is %s is answered with the status it deserves', async (_what, length, status) => {
    const long = 'b'.repeat(length);
    const answer = await send(whole.replaceAll(boundary, long), `multipart/form-data; boundary=${long}`);
    expect(answer.status).toBe(status);
  });

  const headers = ['Content-Disposition', 'content-type', 'Content-Transfer-Encoding', '', ' ', 'x'.repeat(300)];
  const values = [
    'form-data; name="target"',
    'form-data; name="file"; filename="a.txt"',
    `form-data; name="${'n'.repeat(200)}"`,
    "form-data; name*=UTF-8''%ff%fe; filename*=utf-99''%zz",
    'form-data; name="a\\"; filename="\\\\"; name=',
    'form-data',
    'form-data; filename="a.txt"',
    'attachment; name=""',
    'text/plain; charset=klingon',
    'application/json; charset="',
    'application/octet-stream',
    'base64',
    'x'.repeat(90_000),
    '\0\x80\xff',
    '',
  ];
  const contents = ['', '"es"', 'null', '{', '\r\n', '--', `--${boundary}`, '\xff\xfe', 'x'.repeat(1_000)];
  const ends = ['\r\n', '\n', '\r', '', '--', '\r\n\r\n'];
  /** Mostly what it has to be: what follows a broken line is seldom looked at. */
  const mostly = (right: string, others: readonly string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const anyPart = fc
    .tuple(
      fc.array(
        fc.tuple(mostly('Content-Disposition', headers), mostly(': ', [':', '', ' ']), fc.constantFrom(...values)),
        { maxLength: 3 },
      ),
      mostly('\r\n', ends),
      fc.constantFrom(...contents),
    )
    .map(([lines, end, content]) => `${lines.map((line) => line.join('')).join('\r\n')}${end}\r\n${content}`);
  const types = [
    `multipart/form-data; boundary=${boundary}`,
    `Multipart/Form-Data;boundary="${boundary}"`,
    `multipart/form-data; charset=klingon; boundary=${boundary}; boundary=other`,
    `multipart/form-data; boundary="${'b'.repeat(300)}"`,
    'multipart/form-data; boundary=',
    "multipart/form-data; boundary*=klingon''%ff%zz",
    'multipart/form-data; boundary="\\',
    'multipart/form-data',
  ];

  it('no form, however broken, is a fault of the service', async () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyPart, { maxLength: 4 }),
        mostly(types[0] ?? '', types),
        mostly('\r\n', ends),
        async (parts, type, end) => {
          const payload = `${parts.map((part) => `--${boundary}${end}${part}`).join('\r\n')}\r\n--${boundary}--${end}`;
          const answer = await Promise.race([sendInPieces(Buffer.from(payload, 'latin1'), type), setTimeout(5_000)]);
          const { status, body } = answer ?? { status: 'no answer', body: {} };
          expect({ status, body }).toMatchObject({ status: expect.toSatisfy((one) => one === 200 || one === 400) });
        },
      ),
      { numRuns: 600 },
    ));

  it.each([
    ['a field', 'Content-Disposition: form-data\r\n\r\nes'],
    ['a file', 'Content-Disposition: form-data; filename="a.txt"\r\n\r\nhello'],
    ['JSON', 'Content-Disposition: form-data\r\nContent-Type: application/json\r\n\r\n{}'],
  ])('a form with %s without a name is refused', async (_what, part) => {
    const refused = { status: 400, body: { code: 'invalid_request', message: 'A part of the form has no name.' } };
    expect(await send(form(part))).toMatchObject(refused);
    expect(await send(form(part, part))).toMatchObject(refused);
    expect(stored).toEqual([]);
  });

  it('the refusal of a form does not quote its content', async () => {
    const { body } = await send(form(field('secret'.repeat(30), 'x'), field('secret'.repeat(30), 'x')));
    expect(body.code).toBe('invalid_request');
    expect(JSON.stringify(body).length).toBeLessThan(200);
  });
});

it('an error of the store passes as it is', async () => {
  storeFault = new Error('the disk is full');
  expect(await send(form(file('a.txt', 'hello'), field('target', 'es')))).toEqual({
    status: 500,
    body: { unexplained: 'the disk is full' },
  });
});
