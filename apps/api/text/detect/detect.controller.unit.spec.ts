import { describe, expect, it } from 'vitest';
import { requestOf } from '#test/fakes/http-exchange.js';
import { DetectController } from './detect.controller.js';
import type { DetectHandler } from './detect.handler.js';

describe('POST /v1/detect', () => {
  it('the text is passed on, and the response is the result and the time it took', async () => {
    const result = { language: 'fi' };
    const calls: unknown[][] = [];
    const handle = async (...args: unknown[]) => {
      calls.push(args);
      return result;
    };
    const request = requestOf();
    const response = await new DetectController({ handle } as unknown as DetectHandler).detect(request, {
      text: 'Hei',
    });
    expect(response).toEqual({ data: result, meta: { processing_time_ms: expect.any(Number) } });
    expect(calls).toEqual([[request, request.caller.access, 'Hei']]);
  });
});
