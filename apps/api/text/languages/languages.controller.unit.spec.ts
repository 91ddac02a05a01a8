import { describe, expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { WithMeta } from '../../http/envelope.js';
import { LanguagesController } from './languages.controller.js';
import { ListLanguagesHandler } from './list-languages.handler.js';

const controller = new LanguagesController(new ListLanguagesHandler(new ShoutingEngine()));

const get = async (headers: Record<string, string> = {}) => {
  const reply = new RecordedReply();
  const list = await controller.list(requestOf(headers), reply.asReply, {});
  return { list: list instanceof WithMeta ? list.data : list, reply };
};

describe('GET /v1/languages', () => {
  it('the response is the list with its entity tag', async () => {
    const { list, reply } = await get();
    expect(list?.languages.map(({ code }) => code)).toEqual(['en', 'es']);
    expect(reply.headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(reply.statusCode).toBe(200);
  });

  it('the response to a caller that has the list is 304 without a body', async () => {
    const { reply: first } = await get();
    const { list, reply } = await get({ 'if-none-match': String(first.headers.etag) });
    expect(list).toBeUndefined();
    expect(reply.statusCode).toBe(304);
  });
});
