import { describe, expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { BatchController } from './batch.controller.js';
import type { BatchHandler } from './batch.handler.js';

const body = { texts: ['a'], target: 'es' };
const result = { translations: [], total_word_count: 0, total_character_count: 0 };

const send = async (headers: Record<string, string>) => {
  const partials: unknown[] = [];
  const handle = async (_request: unknown, _access: unknown, _body: unknown, partial: boolean) => {
    partials.push(partial);
    return { data: result, modelSha256: ['ab'] };
  };
  const reply = new RecordedReply();
  const controller = new BatchController({ handle } as unknown as BatchHandler);
  const response = await controller.translate(requestOf(headers), reply.asReply, body);
  return { response, reply, partials };
};

describe('POST /v1/translate/batch', () => {
  it('the response is the result, the models of all texts and the time it took', async () => {
    const { response, partials, reply } = await send({});
    expect(response).toEqual({ data: result, meta: { model_sha256: ['ab'], processing_time_ms: expect.any(Number) } });
    expect(partials).toEqual([false]);
    expect(reply.headers).toEqual({});
  });

  it('a partial result is sent to a caller that prefers it, and declared as such', async () => {
    const { partials, reply } = await send({ prefer: 'partial' });
    expect(partials).toEqual([true]);
    expect(reply.headers).toEqual({ 'preference-applied': 'partial' });
  });
});
