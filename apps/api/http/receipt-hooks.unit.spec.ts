import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EdgeClient, json } from './edge-client.fixture.js';

const act = { scope: 'translate', act: { action: 'translate', resource: 'text' } } as const;
const url = 'https://mt.example.com/v1/compliance/audit-logs/aud_1/receipt';
const receipt = { entry: { id: 'aud_1' } };

let edge: EdgeClient;
let asked: string[];
beforeEach(async () => {
  edge = await EdgeClient.open();
  asked = [];
  edge.receipts.source = {
    ofRequest: async (organizationId, requestId) => {
      asked.push(`${organizationId} ${requestId}`);
      return { url, receipt };
    },
    urlOfRequest: async () => url,
  };
  edge.route('POST', '/v1/act', { ...act, takesQuery: true }, async (request) => {
    request.caller.recorded = true;
    return { data: { query: request.query }, meta: { request_id: request.id } };
  });
  edge.route('GET', '/v1/file', act, async (request, reply) => {
    request.caller.recorded = true;
    return reply.send(Readable.from(['bytes']));
  });
  edge.route('GET', '/v1/list', { scope: 'documents:read', takesQuery: true }, async ({ query, caller }) => ({
    data: { query, wants: caller.wantsReceipt ?? false },
    meta: {},
  }));
});
afterEach(() => edge.close());

describe('the receipt of an act', () => {
  it('it is in the answer where it was asked for, and the route does not see the question', async () => {
    const answer = await edge.send({ url: '/v1/act?receipt=true&x=1', headers: json, payload: '{}' });
    const requestId = answer.headers['x-request-id'];
    expect(answer.json()).toEqual({ data: { query: { x: '1' } }, meta: { request_id: requestId, receipt } });
    expect(asked).toEqual([expect.stringMatching(new RegExp(`^org_\\w+ ${String(requestId)}$`))]);
    expect(answer.headers).not.toHaveProperty('x-audit-receipt-url');
  });

  it.each([['/v1/act'], ['/v1/act?receipt=false']])('nobody is asked for it without: %s', async (path) => {
    const answer = await edge.send({ url: path, headers: json, payload: '{}' });
    expect(answer.json().meta).toEqual({ request_id: answer.headers['x-request-id'] });
    expect(asked).toEqual([]);
  });

  it.each([['yes'], [''], ['true&receipt=true']])('another value is refused: %s', async (value) => {
    const answer = await edge.send({ url: `/v1/act?receipt=${value}`, headers: json, payload: '{}' });
    expect([answer.statusCode, answer.json().error.details]).toEqual([400, { receipt: ['must be true or false'] }]);
  });

  it('where nothing is signed in time the answer says where the receipt will be', async () => {
    edge.receipts.source = { ofRequest: async () => ({ url }), urlOfRequest: async () => url };
    const { meta } = (await edge.send({ url: '/v1/act?receipt=true', headers: json, payload: '{}' })).json();
    expect(meta).toEqual({ request_id: expect.any(String), receipt_url: url });
  });

  it('a refused act has one as well', async () => {
    const answer = await edge.send({ method: 'DELETE', url: '/v1/things/thing_1?receipt=true' });
    expect(answer.json()).toMatchObject({ error: { code: 'document_not_found' }, meta: { receipt } });
  });

  it('an act that left no entry has none', async () => {
    const answer = await edge.send({ url: '/v1/echo?receipt=true', headers: json, payload: '{}' });
    expect([answer.statusCode, asked]).toEqual([200, []]);
  });

  it('an answer without an envelope says in a header where it is', async () => {
    const answer = await edge.send({ method: 'GET', url: '/v1/file?receipt=true' });
    expect([answer.body, answer.headers['x-audit-receipt-url']]).toEqual(['bytes', url]);
    expect((await edge.send({ method: 'GET', url: '/v1/file' })).headers).not.toHaveProperty('x-audit-receipt-url');
  });

  it('an answer leaves without it where it cannot be made', async () => {
    edge.receipts.source = {
      ofRequest: () => Promise.reject(new Error('away')),
      urlOfRequest: () => Promise.reject(new Error('away')),
    };
    const answer = await edge.send({ url: '/v1/act?receipt=true', headers: json, payload: '{}' });
    expect([answer.statusCode, Object.keys(answer.json().meta)]).toEqual([200, ['request_id']]);
    expect((await edge.send({ method: 'GET', url: '/v1/file?receipt=true' })).statusCode).toBe(200);
  });

  it('a route that is no act is asked as it is', async () => {
    const answer = await edge.send({ method: 'GET', url: '/v1/list?receipt=true' });
    expect(answer.json().data).toEqual({ query: { receipt: 'true' }, wants: false });
  });
});
