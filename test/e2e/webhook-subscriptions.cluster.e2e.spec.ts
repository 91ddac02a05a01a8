import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { type ReceivedWebhook, WebhookReceiver } from './webhook-receiver.js';

interface Hook {
  id: string;
  url: string;
  events: string[];
  status: string;
  secret: string;
}

interface Delivery {
  id: string;
  webhook_id: string;
  sequence: number;
  event: string;
  status: string;
  attempts: { attempt: number; status_code: number | null; reason: string | null }[];
}

const isSequence =
  (sequence: number) =>
  ({ headers }: ReceivedWebhook): boolean =>
    headers['webhook-sequence'] === String(sequence);

describe('subscriptions to webhooks, seen from outside', () => {
  let service: RunningService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await sharedService(withLoad);
    receiver = await WebhookReceiver.start();
  });
  afterAll(() => receiver.stop());
  beforeEach(() => {
    receiver.statusCode = 204;
    receiver.received.length = 0;
  });

  const dataOf = async <T>(answer: Response, status = 200): Promise<T> => {
    const body = (await answer.json()) as { data: T };
    expect(answer.status, JSON.stringify(body)).toBe(status);
    return body.data;
  };
  const create = async (events: string[]): Promise<Hook> =>
    dataOf<Hook>(await service.postJson('/v1/webhooks', { url: receiver.url, events }), 201);
  const remove = async ({ id }: Hook) => {
    await dataOf(await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' }));
  };
  const get = async ({ id }: Hook): Promise<Hook> => dataOf(await service.fetch(`/v1/webhooks/${id}`));
  const deliveriesOf = async ({ id }: Hook): Promise<Delivery[]> => {
    const answer = await service.fetch(`/v1/webhooks/${id}/deliveries`);
    return (await dataOf<{ deliveries: Delivery[] }>(answer)).deliveries;
  };
  const translate = async (): Promise<string> => {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.'], { type: 'text/plain' }), 'house.txt');
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    return (await dataOf<{ id: string }>(answer, 201)).id;
  };
  const got = async (sequence: number, count = 1): Promise<ReceivedWebhook> => {
    const found = await eventually(
      async () => receiver.received.filter(isSequence(sequence)),
      ({ length }) => length >= count,
    );
    return found[count - 1] ?? expect.unreachable();
  };
  const verified = (secret: string, { body, headers }: ReceivedWebhook) => new Webhook(secret).verify(body, headers);
  const acts = async ({ id }: Hook): Promise<string[]> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?resource=webhook&resource_id=${id}`);
    const { entries } = await dataOf<{ entries: { action: string; result: string }[] }>(answer);
    return entries.map(({ action, result }) => `${action} ${result}`).reverse();
  };

  it('a webhook is made, shown, changed, and deleted, and each act is in the audit log', async () => {
    const hook = await create(['document.failed']);
    expect(hook).toMatchObject({ url: receiver.url, status: 'active', secret: expect.stringMatching(/^whsec_/) });
    const { secret: _, ...shown } = hook;
    expect(await get(hook)).toEqual(shown);
    const changes = { url: `${receiver.url}/other`, events: ['document.completed'] };
    const patch = { method: 'PATCH', body: JSON.stringify(changes), headers: { 'content-type': 'application/json' } };
    const changed = { ...shown, ...changes };
    expect(await dataOf(await service.fetch(`/v1/webhooks/${hook.id}`, patch))).toEqual(changed);
    expect((await dataOf<{ webhooks: Hook[] }>(await service.fetch('/v1/webhooks'))).webhooks).toEqual([changed]);
    await remove(hook);
    expect((await service.fetch(`/v1/webhooks/${hook.id}`)).status).toBe(404);
    expect((await service.fetch(`/v1/webhooks/${hook.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await acts(hook)).toEqual([
      'webhook_create success',
      'webhook_update success',
      'webhook_delete success',
      'webhook_delete failure',
    ]);
  });

  it.each([
    [{ url: 'ftp://hooks.example.com/' }, 'invalid_request', 'url'],
    [{ events: ['document.opened'] }, 'invalid_request', 'events[0]'],
    [{ events: [] }, 'missing_required_field', 'events'],
    [{ secret: 'whsec_!!' }, 'invalid_request', 'secret'],
    [{ secret: 'x' }, 'invalid_request', 'secret'],
    [{ secret: 'whsec_YQ==' }, 'invalid_request', 'secret'],
  ])('a webhook with %j is refused as %s, and the answer names the field', async (body, code, field) => {
    const answer = await service.postJson('/v1/webhooks', {
      url: 'https://hooks.example.com/',
      events: ['document.failed'],
      ...body,
    });
    const { error } = (await answer.json()) as { error: { code: string; details: object } };
    expect(error).toMatchObject({ code, details: { [field]: [expect.any(String)] } });
  });

  it('translations that end are told once each, numbered without gaps, signed as Standard Webhooks verifies', async () => {
    const hook = await create(['document.completed']);
    const other = await create(['document.failed']);
    const documents = [await translate(), await translate(), await translate()];
    const messages = [await got(1), await got(2), await got(3)];
    const payloads = messages.map((message) => verified(hook.secret, message) as Record<string, unknown>);
    expect(payloads.map(({ document_id }) => document_id).toSorted()).toEqual(documents.toSorted());
    expect(payloads.map(({ event, sequence }) => `${event} ${sequence}`)).toEqual(
      [1, 2, 3].map((n) => `document.completed ${n}`),
    );
    const listed = await eventually(
      () => deliveriesOf(hook),
      (deliveries) => deliveries.length === 3 && deliveries.every(({ status }) => status === 'succeeded'),
    );
    const ids = new Map(listed.map(({ sequence, id }) => [sequence, id]));
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([1, 2, 3].map((n) => ids.get(n)));
    expect(receiver.received).toHaveLength(3);
    expect(await deliveriesOf(other)).toEqual([]);
    await remove(hook);
    await remove(other);
  });

  it('a test has the number 0, and a message that is sent again its id and number', async () => {
    const hook = await create(['document.completed']);
    const test = await dataOf<Delivery>(await service.postJson(`/v1/webhooks/${hook.id}/test`, {}));
    expect(test).toMatchObject({ webhook_id: hook.id, event: 'webhook.test', sequence: 0 });
    expect(verified(hook.secret, await got(0))).toMatchObject({ event: 'webhook.test', sequence: 0 });
    await translate();
    const first = await got(1);
    const id = first.headers['webhook-id'] ?? '';
    await eventually(
      () => deliveriesOf(hook),
      (deliveries) => deliveries.every(({ status }) => status === 'succeeded'),
    );
    await dataOf(await service.postJson(`/v1/webhooks/${hook.id}/deliveries/${id}/redeliver`, {}));
    const again = await got(1, 2);
    expect({ id: again.headers['webhook-id'], body: again.body }).toEqual({ id, body: first.body });
    expect(verified(hook.secret, again)).toBeDefined();
    const [delivery] = await eventually(
      () => deliveriesOf(hook),
      ([newest]) => newest?.attempts.length === 2,
    );
    expect(delivery).toMatchObject({ id, sequence: 1, status: 'succeeded' });
    await remove(hook);
  });

  it('hosts that the organization does not name any more are sent nothing', async () => {
    const allow = async (webhook_hosts: string[]) =>
      dataOf(await service.postJson('/v1/organization', { webhook_hosts }, { method: 'PATCH' }));
    const hook = await create(['document.completed']);
    await dataOf(await service.postJson(`/v1/webhooks/${hook.id}/test`, {}));
    await got(0);
    await allow(['hooks.example.com']);
    const refused = await service.postJson(`/v1/webhooks/${hook.id}/test`, {});
    expect([refused.status, ((await refused.json()) as { error: object }).error]).toMatchObject([
      400,
      { code: 'invalid_request', details: { url: [expect.stringContaining('webhook_hosts')] } },
    ]);
    await translate();
    const [delivery] = await eventually(
      () => deliveriesOf(hook),
      ([newest]) => newest?.event === 'document.completed' && newest.attempts.length > 0,
    );
    expect(delivery?.attempts.at(-1)).toMatchObject({ status_code: null, reason: 'address_not_allowed' });
    expect(receiver.received.filter(isSequence(1))).toEqual([]);
    await allow(['127.0.0.1']);
    await got(1);
    await allow([]);
    await remove(hook);
  });

  it('both secrets verify while one is rotated', async () => {
    const hook = await create(['document.completed']);
    const rotated = await dataOf<{ secret: string; previous_valid_until: string }>(
      await service.postJson(`/v1/webhooks/${hook.id}/rotate-secret`, {}),
    );
    expect(Date.parse(rotated.previous_valid_until)).toBeGreaterThan(Date.now());
    await translate();
    const message = await got(1);
    expect(verified(hook.secret, message)).toEqual(verified(rotated.secret, message));
    expect(() => verified('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toThrow();
    await remove(hook);
  });

  it('an answer of 410 disables a webhook; what it misses keeps its number, and can be sent once it is enabled', async () => {
    const hook = await create(['document.completed']);
    receiver.statusCode = 410;
    await translate();
    await got(1);
    await eventually(
      () => get(hook),
      ({ status }) => status === 'disabled',
    );
    receiver.statusCode = 204;
    await translate();
    const missed = await eventually(
      () => deliveriesOf(hook),
      ([newest]) => newest?.sequence === 2 && newest.status === 'failed',
    );
    expect(missed[0]?.attempts).toEqual([]);
    const redeliver = () => service.postJson(`/v1/webhooks/${hook.id}/deliveries/${missed[0]?.id}/redeliver`, {});
    expect((await redeliver()).status).toBe(409);
    const patch = { method: 'PATCH', body: '{"status":"active"}', headers: { 'content-type': 'application/json' } };
    expect(await dataOf(await service.fetch(`/v1/webhooks/${hook.id}`, patch))).toMatchObject({ status: 'active' });
    await dataOf(await redeliver());
    expect(verified(hook.secret, await got(2))).toMatchObject({ sequence: 2 });
    await translate();
    await got(3);
    expect(await acts(hook)).toEqual(['webhook_create success', 'webhook_disable success', 'webhook_update success']);
    await remove(hook);
  });

  it('the messages of a period are sent again under their ids and numbers, and that is in the audit log', async () => {
    const start = new Date().toISOString();
    const hook = await create(['document.completed']);
    await translate();
    const first = await got(1);
    await translate();
    await got(2);
    const period = { start, end: new Date(Date.now() + 60_000).toISOString() };
    const replayed = await dataOf(await service.postJson(`/v1/webhooks/${hook.id}/replay`, period));
    expect(replayed).toEqual({ deliveries: 2 });
    const again = await got(1, 2);
    expect({ id: again.headers['webhook-id'], body: again.body }).toEqual({
      id: first.headers['webhook-id'],
      body: first.body,
    });
    await got(2, 2);
    expect(await acts(hook)).toEqual(['webhook_create success', 'webhook_replay success']);
    await remove(hook);
  });

  it('an export of the audit log is told with what it was and who asked for it', async () => {
    const hook = await create(['compliance.audit_log_exported']);
    const answer = await service.fetch('/v1/compliance/audit-logs/export?format=csv');
    const lines = (await answer.text()).split('\r\n').length - 2;
    const exportId = answer.headers.get('x-export-id');
    const told = verified(hook.secret, await got(1));
    const { requested_by, sha256 } = await dataOf<{ requested_by: string; sha256: string }>(
      await service.fetch(`/v1/compliance/audit-logs/exports/${exportId}`),
    );
    expect(told).toMatchObject({ export_id: exportId, format: 'csv', entries: lines, sha256, requested_by });
    expect(requested_by).not.toBe('');
    await remove(hook);
  });

  it('messages about compliance end with the right of whoever made the webhook, until somebody with it takes it over', async () => {
    const wanted = { name: 'compliance hooks', scopes: ['webhooks:manage', 'compliance:read'] };
    const key = await dataOf<{ id: string; key: string }>(await service.postJson('/v1/api-keys', wanted), 201);
    const events = ['compliance.audit_log_exported', 'document.completed'];
    const request = { url: receiver.url, events };
    const hook = await dataOf<Hook>(await service.postJson('/v1/webhooks', request, { key: key.key }), 201);
    const exported = async () => {
      await (await service.fetch('/v1/compliance/audit-logs/export?format=csv')).text();
    };
    await exported();
    await got(1);
    await dataOf(await service.fetch(`/v1/api-keys/${key.id}`, { method: 'DELETE' }));
    await exported();
    const [ended] = await eventually(
      () => deliveriesOf(hook),
      ([newest]) => newest?.sequence === 2 && newest.status === 'failed',
    );
    expect(ended?.attempts).toMatchObject([{ status_code: null, reason: 'insufficient_scope' }]);
    await translate();
    expect(verified(hook.secret, await got(3))).toMatchObject({ event: 'document.completed' });
    expect(receiver.received.filter(isSequence(2))).toEqual([]);
    await dataOf(await service.postJson(`/v1/webhooks/${hook.id}`, { events }, { method: 'PATCH' }));
    await dataOf(await service.postJson(`/v1/webhooks/${hook.id}/deliveries/${ended?.id}/redeliver`, {}));
    expect(verified(hook.secret, await got(2))).toMatchObject({ event: 'compliance.audit_log_exported' });
    await remove(hook);
  });
});
