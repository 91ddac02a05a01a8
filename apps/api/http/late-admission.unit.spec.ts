import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CreateApiKey, CreateApiKeyHandler } from '#libs/application/api-keys/create-api-key.handler.js';
import { ActiveKeyLimit } from '../access/active-key-limit.js';
import { EdgeClient, json } from './edge-client.fixture.js';
import { accessOf } from './request-context.js';

const detecting = { scope: 'detect', act: { action: 'detect', resource: 'text' } } as const;

let edge: EdgeClient;
beforeEach(async () => {
  edge = await EdgeClient.open();
});
afterEach(() => edge.close());

const types = () => edge.eventStore.events.map(({ type, data }) => ({ type, code: data.code }));

describe('a request whose key is revoked after its admission', () => {
  it('an act that has waited is refused, and the refusal is in the log in its place', async () => {
    edge.route('POST', '/v1/late', detecting, async (request) => {
      edge.changeKey(edge.key, { revoked: true });
      const { organizationId, keyId } = accessOf(request);
      const data = { organizationId, keyId, language: 'en', confidence: 1, characterCount: 1 };
      await edge.recorder.record(request, accessOf(request), { type: 'LanguageDetected', data });
      return {};
    });
    const answer = await edge.send({ url: '/v1/late', headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ status: 401, code: 'revoked_api_key' });
    expect(types()).toEqual([{ type: 'RequestRefused', code: 'revoked_api_key' }]);
  });

  it('a request that waited in the queue of new keys makes none', async () => {
    const limit = new ActiveKeyLimit({ countActive: async () => 0 });
    const handler = new CreateApiKeyHandler(edge.eventStore, {
      sealPersonal: async () => ({ sealed: 'sealed', commitments: { user_id: 'commitment' } }),
    });
    const both = Promise.withResolvers<void>();
    let entered = 0;
    const making = { scope: 'keys:manage', act: { action: 'api_key_create', resource: 'api_key' } } as const;
    edge.route('POST', '/v1/keys', making, async (request) => {
      const access = accessOf(request);
      entered += 1;
      if (entered === 2) both.resolve();
      const grantor = { scopes: access.scopes, ipAllowlist: [], endsAt: null };
      const wanted = {
        name: 'one',
        scopes: ['detect'],
        ipAllowlist: [],
        expiresAt: null,
        owner: access,
        grantor,
      } as const;
      return limit.within(access.organizationId, async () => {
        await both.promise;
        const metadata = await edge.recorder.metadata(request, access);
        await handler.execute(new CreateApiKey(wanted, metadata));
        edge.changeKey(edge.key, { revoked: true });
        return {};
      });
    });
    const send = () => edge.send({ url: '/v1/keys', headers: json, payload: '{}' });
    expect((await Promise.all([send(), send()])).map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    expect(types()).toMatchObject([{ type: 'ApiKeyCreated' }, { type: 'RequestRefused', code: 'revoked_api_key' }]);
  });

  it('a body that has come too late begins nothing', async () => {
    let handled = 0;
    edge.route('POST', '/v1/slow', detecting, async () => {
      handled += 1;
      return {};
    });
    const bodyComes = async (request: FastifyRequest) => {
      if (request.body !== undefined) edge.changeKey(edge.key, { organizationSuspended: true });
    };
    edge.instance.addHook('preValidation', bodyComes);
    const answer = await edge.send({ url: '/v1/slow', headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ status: 403, code: 'organization_suspended' });
    expect(handled).toBe(0);
    expect(types()).toEqual([{ type: 'RequestRefused', code: 'organization_suspended' }]);
  });

  it('a stored response is not given out, and stays for those who may have it', async () => {
    const headers = { ...json, 'idempotency-key': 'a-key' };
    edge.route('POST', '/v1/made', detecting, async () => ({ key: 'a secret' }));
    expect((await edge.send({ url: '/v1/made', headers, payload: '{}' })).json()).toEqual({ key: 'a secret' });
    const admit = edge.idempotency.admit.bind(edge.idempotency);
    edge.idempotency.admit = async (keyed) => {
      edge.changeKey(edge.key, { revoked: true });
      return admit(keyed);
    };
    const answer = await edge.send({ url: '/v1/made', headers, payload: '{}' });
    expect(answer.json().error).toMatchObject({ code: 'revoked_api_key' });
    edge.changeKey(edge.key, { revoked: false });
    edge.idempotency.admit = admit;
    const repeated = await edge.send({ url: '/v1/made', headers, payload: '{}' });
    expect([repeated.json(), repeated.headers['idempotency-replayed']]).toEqual([{ key: 'a secret' }, 'true']);
  });

  it('a file that is being read ends, and what makes it with it', async () => {
    const content = new PassThrough();
    edge.route('GET', '/v1/file', { scope: 'documents:read' }, async (_request, reply) =>
      reply.type('application/octet-stream').send(content),
    );
    await edge.instance.listen({ port: 0, host: '127.0.0.1' });
    const { port } = edge.instance.server.address() as AddressInfo;
    content.write('first');
    const answer = await fetch(`http://127.0.0.1:${port}/v1/file`, {
      headers: { authorization: `Bearer ${edge.key}` },
    });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    edge.changeKey(edge.key, { revoked: true });
    const closed = once(content, 'close').catch(() => undefined);
    content.write('second');
    await expect(reader?.read()).rejects.toThrow();
    await closed;
    expect(content.destroyed).toBe(true);
  });

  it('a file of a key that goes on comes whole', async () => {
    const content = new PassThrough();
    edge.route('GET', '/v1/file', { scope: 'documents:read' }, async (_request, reply) =>
      reply.type('application/octet-stream').header('Content-Length', 11).send(content),
    );
    content.end('first second'.slice(0, 11));
    const answer = await edge.send({ method: 'GET', url: '/v1/file' });
    expect([answer.statusCode, answer.payload]).toEqual([200, 'first secon']);
  });
});
