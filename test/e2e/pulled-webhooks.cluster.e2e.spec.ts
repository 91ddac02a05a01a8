import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Page {
  messages: { id: string; sequence: number; timestamp: number; payload: string; signature: string }[];
  next: number;
}

describe('webhooks that are pulled, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLoad);
  });

  const dataOf = async <T>(answer: Response, status = 200): Promise<T> => {
    const body = (await answer.json()) as { data: T };
    expect(answer.status, JSON.stringify(body)).toBe(status);
    return body.data;
  };
  const codeOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { error: { code: string } }).error.code;
  const create = async (events: string[], key = service.apiKey): Promise<{ id: string; secret: string }> =>
    dataOf(await service.postJson('/v1/webhooks', { delivery: 'pull', events }, { key }), 201);
  const pull = (id: string, query: string, key = service.apiKey) =>
    service.fetch(`/v1/webhooks/${id}/messages?${query}`, { key });
  const translate = async (): Promise<string> => {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.'], { type: 'text/plain' }), 'house.txt');
    return (await dataOf<{ id: string }>(await service.fetch('/v1/documents', { method: 'POST', body: form }), 201)).id;
  };
  const headersOf = ({ id, timestamp, signature }: Page['messages'][number]) => ({
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });

  it('a receiver that waits gets each message once, numbered and signed, and can ask for it again', async () => {
    const { id, secret } = await create(['document.completed']);
    const shown = await dataOf<object>(await service.fetch(`/v1/webhooks/${id}`));
    expect(shown).toMatchObject({ url: null, delivery: 'pull', status: 'active' });
    expect(await dataOf(await pull(id, ''))).toEqual({ messages: [], next: 0 });
    const documents: string[] = [];
    const told: unknown[] = [];
    for (let after = 0; after < 3; ) {
      const waiting = pull(id, `after=${after}&wait=60`);
      documents.push(await translate());
      const { messages, next } = await dataOf<Page>(await waiting);
      expect(messages.map(({ sequence }) => sequence)).toEqual([after + 1]);
      for (const message of messages) told.push(new Webhook(secret).verify(message.payload, headersOf(message)));
      after = next;
    }
    expect(told).toMatchObject(
      documents.map((document_id, place) => ({ event: 'document.completed', document_id, sequence: place + 1 })),
    );
    const again = await dataOf<Page>(await pull(id, 'after=1'));
    expect(again).toMatchObject({ messages: [{ sequence: 2 }, { sequence: 3 }], next: 3 });
    const { deliveries } = await dataOf<{ deliveries: { status: string; attempts: object[] }[] }>(
      await service.fetch(`/v1/webhooks/${id}/deliveries`),
    );
    expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(['succeeded', []]));
    const rotated = await dataOf<{ secret: string }>(await service.postJson(`/v1/webhooks/${id}/rotate-secret`, {}));
    const [last = expect.unreachable()] = (await dataOf<Page>(await pull(id, 'after=2'))).messages;
    for (const one of [secret, rotated.secret]) new Webhook(one).verify(last.payload, headersOf(last));
    expect(await codeOf(await pull(id, 'after=4'))).toBe('invalid_request');
    expect(await codeOf(await service.postJson(`/v1/webhooks/${id}/test`, {}))).toBe('conflict');
    await dataOf(await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' }));
    expect(await codeOf(await pull(id, 'after=3&wait=60'))).toBe('not_found');
  });

  it('those of another organization are not found, and a key that is revoked waits no longer', async () => {
    const { id } = await create(['document.failed']);
    const args = ['organization', 'create', '--name', 'Others', '--tier', 'max'];
    const { api_key: stranger } = await commandLine<{ api_key: string }>(service, ...args);
    expect(await codeOf(await pull(id, 'wait=60', stranger))).toBe('not_found');
    const wanted = { name: 'puller', scopes: ['webhooks:manage'] };
    const key = await dataOf<{ id: string; key: string }>(await service.postJson('/v1/api-keys', wanted), 201);
    const waiting = pull(id, 'wait=60', key.key);
    await eventually(
      async () =>
        (await dataOf<{ api_keys: { id: string; last_used_at: string | null }[] }>(await service.fetch('/v1/api-keys')))
          .api_keys,
      (keys) => keys.some((each) => each.id === key.id && each.last_used_at !== null),
    );
    await dataOf(await service.fetch(`/v1/api-keys/${key.id}`, { method: 'DELETE' }));
    expect(await codeOf(await waiting)).toBe('revoked_api_key');
  });

  it('events of compliance are pulled by those alone who may read them', async () => {
    const { id } = await create(['compliance.audit_log_exported']);
    await (await service.fetch('/v1/compliance/audit-logs/export?format=csv')).text();
    const { messages } = await dataOf<Page>(await pull(id, 'wait=60'));
    expect(JSON.parse(messages[0]?.payload ?? '')).toMatchObject({ requested_by: expect.stringMatching(/^usr_/) });
    const wanted = { name: 'puller', scopes: ['webhooks:manage'] };
    const key = await dataOf<{ key: string }>(await service.postJson('/v1/api-keys', wanted), 201);
    expect(await codeOf(await pull(id, '', key.key))).toBe('insufficient_scope');
  });
});
