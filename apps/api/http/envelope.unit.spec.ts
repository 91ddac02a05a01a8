import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { enveloped, withMeta } from './envelope.js';
import { noteUnknownFields } from './unknown-fields.js';

const requestTo = (config: object) => ({ id: 'req_1', routeOptions: { config } }) as FastifyRequest;
const withKey = requestTo({ access: {} });

describe('the envelope', () => {
  it('the result of a route is sent as data, with the request id as meta', () => {
    expect(enveloped(withKey, { id: 'doc_1' })).toEqual({ data: { id: 'doc_1' }, meta: { request_id: 'req_1' } });
  });

  it('the meta fields of a route stand behind the request id', () => {
    expect(enveloped(withKey, withMeta([1], { cached: true }))).toEqual({
      data: [1],
      meta: { request_id: 'req_1', cached: true },
    });
  });

  it('nothing is added where the route has nothing to send', () => {
    expect(enveloped(withKey, undefined)).toBeUndefined();
  });

  it('fields of the body that were ignored are warned of, behind the warnings of the route', () => {
    const body = { text: 'a', txt: 'b' };
    noteUnknownFields(body, ['text']);
    const warning = { code: 'named_otherwise', message: 'It is another.' };
    expect(enveloped({ ...withKey, body } as FastifyRequest, withMeta('a', { warnings: [warning] }))).toEqual({
      data: 'a',
      meta: {
        request_id: 'req_1',
        warnings: [warning, { code: 'unknown_field', message: 'txt is not known: did you mean text? It was ignored.' }],
      },
    });
  });

  it('routes that need no key have no envelope', () => {
    expect(enveloped(requestTo({}), { status: 'ok' })).toEqual({ status: 'ok' });
  });
});
