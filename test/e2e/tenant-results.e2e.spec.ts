import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportTypes } from '#libs/domain/report/report-types.js';
import { webhookEventNames } from '#libs/domain/webhook/webhook-event-names.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { behindProxy, sharedService } from './shared-service.js';
import {
  call,
  identifiers,
  made,
  marker,
  type TwoOrganizations,
  tracesIn,
  twoOrganizations,
  upload,
} from './two-organizations.js';
import { type ReceivedWebhook, WebhookReceiver } from './webhook-receiver.js';

describe('what is made for one organization', () => {
  let known: TwoOrganizations;
  let receivers: { ofOwner: WebhookReceiver; ofStranger: WebhookReceiver };
  beforeAll(async () => {
    known = await twoOrganizations(await sharedService(behindProxy));
    receivers = { ofOwner: await WebhookReceiver.start(), ofStranger: await WebhookReceiver.start() };
  });

  afterAll(async () => {
    await receivers.ofOwner.stop();
    await receivers.ofStranger.stop();
  });

  it('reports of every type tell the one nothing of the other', async () => {
    const { owner, stranger, ownDocumentId, traces } = known;
    const today = new Date().toISOString().slice(0, 10);
    const period = { start: today, end: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
    const written = async (service: RunningService, type: string, format: string): Promise<string> => {
      const id = await made(service, '/v1/compliance/reports', { type, format, period });
      const path = `/v1/compliance/reports/${id}`;
      const ended = await eventually(
        () => call(service, 'GET', path),
        ({ text }) => JSON.parse(text).data.status !== 'generating',
      );
      expect(JSON.parse(ended.text).data.status, ended.text).toBe('completed');
      const downloaded = await call(service, 'GET', `${path}/download`);
      expect(downloaded.status, downloaded.text).toBe(200);
      return downloaded.text;
    };
    const wanted = reportTypes.flatMap((type) => ['json', 'csv'].map((format) => ({ type, format })));
    // All at once: each is ready some time after it was asked for.
    const [ofOwner, ...ofStranger] = await Promise.all([
      written(owner, 'audit', 'json'),
      ...wanted.map(({ type, format }) => written(stranger, type, format)),
    ]);
    expect(tracesIn(ofOwner, traces).length).toBeGreaterThan(5);
    for (const [index, text] of ofStranger.entries()) {
      expect(tracesIn(text, traces), JSON.stringify(wanted[index])).toEqual([]);
    }
    expect(ofStranger.join('\n')).toContain(ownDocumentId);
  });

  it('a receiver of the one is told nothing of what happens to the other', async () => {
    const { owner, stranger, traces } = known;
    const { ofOwner, ofStranger } = receivers;
    const events = [...webhookEventNames];
    await made(stranger, '/v1/webhooks', { url: ofStranger.url, events });
    await made(owner, '/v1/webhooks', { url: ofOwner.url, events });
    const today = new Date().toISOString().slice(0, 10);
    const report = { type: 'usage', format: 'csv', period: { start: today, end: today } };
    const act = async (service: RunningService, content: string) => {
      await upload(service, content);
      await made(service, '/v1/compliance/reports', report);
      await call(service, 'GET', '/v1/compliance/audit-logs/export');
    };
    const told = (received: readonly ReceivedWebhook[]) =>
      received.map(({ body }): string => JSON.parse(body).event).sort();
    const expected = ['compliance.audit_log_exported', 'compliance.report_ready', 'document.completed'];
    const toldAll = (receiver: WebhookReceiver) =>
      eventually(
        async () => new Set(told(receiver.received)),
        (names) => expected.every((name) => names.has(name)),
      );
    await act(owner, marker);
    await toldAll(ofOwner);
    expect(told(ofStranger.received)).toEqual([]);
    await act(stranger, 'Something of my own');
    await toldAll(ofStranger);
    expect(told(ofStranger.received)).toEqual(expected);
    const ofOwners = ofOwner.received.map(({ body }) => body).join('\n');
    const fresh = [...new Set(ofOwners.match(identifiers) ?? [])];
    expect(fresh.length).toBeGreaterThan(2);
    expect(tracesIn(JSON.stringify(ofStranger.received), [...traces, ...fresh])).toEqual([]);
  });

  it("a text that the other had translated is not answered from the other's cache", async () => {
    const { owner, stranger } = known;
    const body = { text: `${marker} is a word.`, source: 'en', target: 'es' };
    const cached = async (service: RunningService): Promise<boolean | undefined> =>
      JSON.parse((await call(service, 'POST', '/v1/translate', body)).text).meta.cached;
    // Each node has a cache of its own, and they answer in turn.
    for (let turn = 0; turn < 8; turn += 1) await cached(owner);
    expect(await cached(owner)).toBe(true);
    expect(await cached(stranger)).toBe(false);
  });

  it("an idempotency key is its caller's alone", async () => {
    const { owner, stranger } = known;
    const init = { headers: { 'idempotency-key': 'the-same' } };
    const body = { name: 'A key', scopes: ['translate'] };
    const first = await owner.postJson('/v1/api-keys', body, init);
    const second = await stranger.postJson('/v1/api-keys', body, init);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    const idOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;
    expect(await idOf(second)).not.toBe(await idOf(first));
  });

  it('how far the audit log of the one is complete does not follow what the other does', async () => {
    const { owner, stranger } = known;
    const lastEntry = async () => {
      const { data, meta } = JSON.parse((await call(stranger, 'GET', '/v1/compliance/audit-logs?limit=1')).text);
      expect(meta.as_of).toEqual({ number: data.pagination.total - 1, timestamp: data.entries[0].timestamp });
      return meta.as_of;
    };
    const before = await lastEntry();
    await call(owner, 'POST', '/v1/detect', { text: marker });
    expect(await lastEntry()).toEqual(before);
  });

  it('when a document of the one is expected does not follow how many the other has translated', async () => {
    const { owner, stranger } = known;
    for (let count = 0; count < 20; count += 1) await upload(owner, `${marker} ${count}`);
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new File(['Two words'], 'two.txt'));
    const answer = await stranger.fetch('/v1/documents', { method: 'POST', body: form });
    const { data } = (await answer.json()) as { data: { created_at: string; estimated_completion: string } };
    // By what is measured of finished documents, or waits of others, it would be another.
    expect(Date.parse(data.estimated_completion) - Date.parse(data.created_at)).toBe(3_001);
  });
});
