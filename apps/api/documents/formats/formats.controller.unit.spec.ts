import { describe, expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { FormatsController } from './formats.controller.js';

const txt = { name: 'txt', mediaType: 'text/plain', extensions: ['txt'], options: [] };
const controller = new FormatsController({ readable: async () => [txt] });

const get = async (headers: Record<string, string> = {}) => {
  const reply = new RecordedReply();
  const list = await controller.listFormats(requestOf(headers), reply.asReply);
  return { list, reply };
};

describe('GET /v1/formats', () => {
  it('the response lists all formats, those that are read as available, with its entity tag', async () => {
    const { list, reply } = await get();
    expect(list?.formats.filter(({ available }) => available)).toMatchObject([{ id: 'txt', outputs: ['txt'] }]);
    expect(list?.formats).toHaveLength(27);
    expect(reply.headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
  });

  it('the response to a caller that has the list is 304 without a body', async () => {
    const { reply: first } = await get();
    const { list, reply } = await get({ 'if-none-match': String(first.headers.etag) });
    expect(list).toBeUndefined();
    expect(reply.statusCode).toBe(304);
  });
});
