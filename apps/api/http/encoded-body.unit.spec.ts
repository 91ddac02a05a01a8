import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { EncodedBody, encodingOf } from './encoded-body.js';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', 'identity'],
  ['deflate, zstd', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  ['gzip;q=7, br;q=-1', 'identity'],
  [',;,=;q', 'identity'],
])('Accept-Encoding: %s is answered with %s', (header, encoding) => {
  expect(encodingOf(header)).toBe(encoding);
});

const content = 'äöü {"openapi":"3.1.0"} '.repeat(1_000);
const asked = async (body: EncodedBody, headers: Record<string, string>) => {
  const reply = new RecordedReply();
  return { bytes: await body.answer(requestOf(headers), reply.asReply), reply };
};

it('each encoding gives the same content, smaller, and has a tag of its own', async () => {
  const body = new EncodedBody(content);
  const plain = await asked(body, {});
  const zipped = await asked(body, { 'accept-encoding': 'gzip' });
  const brotli = await asked(body, { 'accept-encoding': 'gzip, br' });
  expect(plain.bytes?.toString()).toBe(content);
  expect(plain.reply.headers).not.toHaveProperty('content-encoding');
  expect(gunzipSync(zipped.bytes ?? '').toString()).toBe(content);
  expect(brotliDecompressSync(brotli.bytes ?? '').toString()).toBe(content);
  expect(zipped.reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(brotli.reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(zipped.bytes?.length).toBeLessThan(content.length / 4);
  expect(new Set([plain, zipped, brotli].map(({ reply }) => reply.headers.etag)).size).toBe(3);
});

it('who has the content in an encoding is answered 304 in that one, and in no other', async () => {
  const body = new EncodedBody(content);
  const { reply } = await asked(body, { 'accept-encoding': 'gzip' });
  const tag = String(reply.headers.etag);
  const again = await asked(body, { 'accept-encoding': 'gzip', 'if-none-match': `W/${tag}` });
  expect([again.bytes, again.reply.statusCode, again.reply.headers.etag]).toEqual([undefined, 304, tag]);
  expect(again.reply.headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect((await asked(body, { 'accept-encoding': 'br', 'if-none-match': tag })).reply.statusCode).toBe(200);
  expect(
    (await asked(new EncodedBody('another'), { 'accept-encoding': 'gzip', 'if-none-match': tag })).reply.statusCode,
  ).toBe(200);
});

it('what the answer varies by already is kept', async () => {
  const reply = new RecordedReply().header('Vary', 'Origin');
  await new EncodedBody(content).answer(requestOf(), reply.asReply);
  expect(reply.headers.vary).toBe('Origin, Accept-Encoding');
});

it('it is compressed once, however many ask', async () => {
  const body = new EncodedBody(content);
  const [one, other] = await Promise.all([1, 2].map(() => asked(body, { 'accept-encoding': 'gzip' })));
  expect(one?.bytes).toBe(other?.bytes);
});
