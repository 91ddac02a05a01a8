import { expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { ListModelsHandler } from './list-models.handler.js';
import { ModelsController } from './models.controller.js';

const controller = new ModelsController(new ListModelsHandler(new ShoutingEngine()));

it('the response is the list with its entity tag, and 304 without a body to a caller that has it', async () => {
  const reply = new RecordedReply();
  expect(await controller.list(requestOf(), reply.asReply)).toEqual({ models: [] });
  expect(reply.headers.etag).toMatch(/^(W\/)?"[^"]+"$/);

  const again = new RecordedReply();
  const known = requestOf({ 'if-none-match': String(reply.headers.etag) });
  expect(await controller.list(known, again.asReply)).toBeUndefined();
  expect(again.statusCode).toBe(304);
});
