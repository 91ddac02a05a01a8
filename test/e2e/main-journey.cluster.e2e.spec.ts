import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { StreamClient } from './stream-client.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface DocumentResponse {
  data: {
    id: string;
    status: string;
    progress: number;
    download_url?: string;
    page_count: number;
    word_count: number;
    created_at: string;
    estimated_completion: string;
  };
}

interface AuditResponse {
  data: {
    entries: {
      id: string;
      action: string;
      resource_id: string;
      request_id: string;
      result: string;
      user_id: string;
      ip_address: string;
      metadata: { outcome?: string };
    }[];
  };
}

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the main job, from outside, on the real engine', () => {
  let service: RunningService;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await RunningService.start({
      settings: { TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true', TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true' },
    });
  });
  afterAll(async () => {
    await service.dispose();
    await receiver.stop();
  });

  const auditLog = async (query = ''): Promise<AuditResponse['data']['entries']> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs${query}`);
    return ((await answer.json()) as AuditResponse).data.entries;
  };

  it('a sentence is translated and leaves an entry in the audit log', async () => {
    const answer = await service.postJson('/v1/translate', { text: 'The house is big.', source: 'en', target: 'es' });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: object; meta: { request_id: string } };
    expect(body).toMatchObject({
      data: {
        translation: 'La casa es grande.',
        source_language: 'en',
        target_language: 'es',
        detected_language: 'en',
        domain: 'general',
        word_count: 4,
        character_count: 17,
      },
      meta: { model: 'apertium-eng-spa', cached: false },
    });
    expect(answer.headers.get('x-request-id')).toBe(body.meta.request_id);
    const [entry] = await auditLog('?action=translate');
    expect(entry).toMatchObject({
      action: 'translate',
      resource: 'text',
      resource_id: body.meta.request_id,
      request_id: body.meta.request_id,
      result: 'success',
      ip_address: '127.0.0.1',
      metadata: { source_language: 'en', target_language: 'es', word_count: 4, domain: 'general' },
    });
    expect(entry?.user_id).toMatch(/^usr_/);
  });

  it('the stream gives, token by token, the translation that a request over HTTP gets', async () => {
    const request = {
      source: 'en',
      target: 'es',
      text: 'The house is big. See <b>the dog</b> at https://example.com.\n\n- It is small. '.repeat(20).trim(),
    };
    const http = await service.postJson('/v1/translate', request);
    const { data, meta } = (await http.json()) as { data: { translation: string }; meta: { model: string } };
    expect(data.translation).toContain('La casa es grande.');
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    client.say({ type: 'translate', id: 'a', ...request });
    expect(await client.got('complete', 'a')).toMatchObject({ model: meta.model });
    expect(client.text('a')).toBe(data.translation);
    expect(client.tokens('a').length).toBeGreaterThan(100);
    client.socket.close(1000);
  });

  it('a cancelled translation stops', async () => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    const text = Array.from({ length: 400 }, (_, index) => `The house ${index} is big.`).join(' ');
    const isCancelled = async (id: string): Promise<boolean> => {
      const { type } = await Promise.race([client.got('cancelled', id), client.got('complete', id)]);
      if (type === 'cancelled') expect(client.tokens(id).length).toBeLessThan(2_000);
      return type === 'cancelled';
    };
    // One alone may have ended before its cancellation comes: the engine works on them one after the other.
    const ids = Array.from({ length: 8 }, (_, index) => String(index));
    for (const id of ids) client.say({ type: 'translate', id, text, source: 'en', target: 'es' });
    await Promise.race(ids.map((id) => client.got('token', id)));
    for (const id of ids) client.say({ type: 'cancel', id });
    expect(await Promise.all(ids.map(isCancelled))).toContain(true);
    const entries = await eventually(
      () => auditLog('?action=translate'),
      (found) => found.some(({ metadata }) => metadata.outcome === 'cancelled'),
    );
    const entry = entries.find(({ metadata }) => metadata.outcome === 'cancelled');
    expect(entry).toMatchObject({ result: 'success', metadata: { endpoint: 'stream' } });
    client.socket.close(1000);
  });

  it('a document is translated, its webhook notified, its file downloaded, and all of it is in the audit log', async () => {
    const form = new FormData();
    form.set('target', 'es');
    form.set('webhook_url', receiver.url);
    form.set('webhook_secret', secret);
    form.set('file', new Blob(['The house is big.\r\n\r\nThe dog is small.\r\n'], { type: 'text/plain' }), 'story.txt');
    const uploaded = await service.fetch('/v1/documents', { method: 'POST', body: form });
    expect(uploaded.status).toBe(201);
    const { data: document } = (await uploaded.json()) as DocumentResponse;
    expect(document).toMatchObject({
      filename: 'story.txt',
      status: 'processing',
      source_language: 'en',
      word_count: 8,
    });
    const uploadRequestId = uploaded.headers.get('x-request-id');

    const completed = await eventually(
      async () => ((await (await service.fetch(`/v1/documents/${document.id}`)).json()) as DocumentResponse).data,
      ({ status }) => status === 'completed' || status === 'failed',
    );
    expect(completed).toMatchObject({ status: 'completed', progress: 100 });

    const { pathname, search } = new URL(completed.download_url ?? '');
    expect(search).toBe('?target=es');
    const download = await service.fetch(pathname + search);
    expect(download.headers.get('content-disposition')).toContain('filename="story.es.txt"');
    const text = await download.text();
    expect(text).toBe('La casa es grande.\r\n\r\nEl perro es pequeño.\r\n');
    expect(download.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));

    await eventually(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    const [webhook] = receiver.received;
    const payload = new Webhook(secret).verify(webhook?.body ?? '', webhook?.headers ?? {});
    expect(payload).toMatchObject({
      event: 'document.completed',
      document_id: document.id,
      status: 'completed',
      source_language: 'en',
      target_language: 'es',
      download_url: completed.download_url,
    });

    const deliveries = async () => {
      const { data } = (await (await service.fetch(`/v1/documents/${document.id}/webhooks`)).json()) as {
        data: { deliveries: { status: string }[] };
      };
      return data.deliveries;
    };
    expect(await eventually(deliveries, ([first]) => first?.status === 'succeeded')).toMatchObject([
      { id: webhook?.headers['webhook-id'], attempts: [{ attempt: 1, outcome: 'succeeded' }] },
    ]);

    const entries = (await auditLog('?resource=document')).filter(({ resource_id }) => resource_id === document.id);
    expect(entries.map(({ action, result }) => `${action} ${result}`).sort()).toEqual([
      'document_download success',
      'document_upload success',
      'translate_document success',
    ]);
    const ofUpload = entries.filter(({ action }) => action !== 'document_download');
    expect(ofUpload.map(({ request_id }) => request_id)).toEqual([uploadRequestId, uploadRequestId]);

    expect((await service.fetch(`/v1/documents/${document.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await service.fetch(`/v1/documents/${document.id}`)).status).toBe(404);
  });
});
