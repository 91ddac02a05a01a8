import { describe, expect, it } from 'vitest';
import { requestOf } from '#test/fakes/http-exchange.js';
import { TranslateController } from './translate.controller.js';
import type { TranslateHandler, TranslateResponse } from './translate.handler.js';

const data = { translation: 'Buenos días.' } as TranslateResponse['data'];
const body = { text: 'Good morning.', target: 'es' };

const controllerFor = (answer: TranslateResponse) => {
  const calls: unknown[][] = [];
  const handle = async (...args: unknown[]) => {
    calls.push(args);
    return answer;
  };
  return { controller: new TranslateController({ handle } as unknown as TranslateHandler), calls };
};

describe('POST /v1/translate', () => {
  it('the request, its access and the body are passed on', async () => {
    const { controller, calls } = controllerFor({ data, model: 'm', modelSha256: ['ab'], cached: false });
    const request = requestOf();
    await controller.translate(request, body);
    expect(calls).toEqual([[request, request.caller.access, body]]);
  });

  it('the response names the model, whether it was cached and the time it took', async () => {
    const { controller } = controllerFor({ data, model: 'm', modelSha256: ['ab'], cached: true });
    const response = await controller.translate(requestOf({}, { caller: { startedAt: performance.now() } }), body);
    expect(response).toEqual({
      data,
      meta: { model: 'm', model_sha256: ['ab'], cached: true, processing_time_ms: expect.any(Number) },
    });
  });

  it('the response has a route and a glossary only when there are any', async () => {
    const glossary = { id: 'glo_1', version: 2, applied: [{ source: 'a', target: 'b', count: 1 }] };
    const { controller } = controllerFor({
      data,
      model: 'm',
      modelSha256: ['ab'],
      cached: false,
      route: ['fr', 'es', 'en'],
      glossary,
    });
    const { meta } = await controller.translate(requestOf(), body);
    expect(meta).toMatchObject({ route: ['fr', 'es', 'en'], glossary });
    const { meta: plain } = await controllerFor({
      data,
      model: 'm',
      modelSha256: ['ab'],
      cached: false,
    }).controller.translate(requestOf(), body);
    expect(Object.keys(plain).sort()).toEqual(['cached', 'model', 'model_sha256', 'processing_time_ms']);
  });
});
