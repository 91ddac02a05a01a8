import type { ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Enveloped, EnvelopeInterceptor, withMeta } from './envelope.interceptor.js';

class Routes {
  @Enveloped()
  wrapped(): void {}

  bare(): void {}
}

const contextOf = (handler: unknown): ExecutionContext =>
  ({
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => ({ id: 'req_1' }) }),
  }) as ExecutionContext;

const responseOf = (handler: unknown, result: unknown): Promise<unknown> =>
  lastValueFrom(new EnvelopeInterceptor().intercept(contextOf(handler), { handle: () => of(result) }));

const { wrapped, bare } = Routes.prototype;

describe('the envelope interceptor', () => {
  it('the result of a route is sent as data, with the request id as meta', async () => {
    expect(await responseOf(wrapped, { id: 'doc_1' })).toEqual({
      data: { id: 'doc_1' },
      meta: { request_id: 'req_1' },
    });
  });

  it('meta fields of the route come after the request id', async () => {
    expect(await responseOf(wrapped, withMeta([1], { cached: true }))).toEqual({
      data: [1],
      meta: { request_id: 'req_1', cached: true },
    });
  });

  it('nothing is added when the route has sent its response itself', async () => {
    expect(await responseOf(wrapped, undefined)).toBeUndefined();
  });

  it('routes that are not marked are left alone', async () => {
    expect(await responseOf(bare, { status: 'ok' })).toEqual({ status: 'ok' });
  });
});
