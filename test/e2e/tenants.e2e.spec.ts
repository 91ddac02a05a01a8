import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyResources } from '#apps/api/compliance/histories/histories.js';
import { reportTypes } from '#libs/domain/report/report-types.js';
import { webhookEventNames } from '#libs/domain/webhook/webhook-event-names.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { type ReceivedWebhook, WebhookReceiver } from './webhook-receiver.js';

interface Parameter {
  name: string;
  in: string;
}

interface Route {
  method: string;
  path: string;
  parameters: Parameter[];
  /** The example of the JSON body; an empty object where there is none. */
  body: object | undefined;
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> };
      }
    >
  >;
}

interface Answer {
  status: number;
  text: string;
}

/** A text that only the owner of everything below ever writes. */
const marker = 'Zanzibarquark';
const identifiers = /\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** The same answer but for what every answer has of its own: ids of requests, moments, and the id that was asked for. */
const comparable = ({ status, text }: Answer, ...asked: string[]): string =>
  asked
    .reduce((body, id) => body.replaceAll(id, '<asked>').replaceAll(encodeURIComponent(id), '<asked>'), text)
    .replaceAll(/req_[0-9A-Z]{26}/g, '<request>')
    .replaceAll(/"(as_of|period)":\{[^}]*\}/g, '')
    .replaceAll(/"processing_time_ms":\d+/g, '')
    .replace(/^/, `${status} `);

/** An id of the same form that nothing has. */
const unknownLike = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

describe('two organizations, one of which tries to learn of the other', () => {
  let owner: RunningService;
  let stranger: RunningService;
  let routes: Route[];
  /** Ids that are the owner's alone, by the beginning of the paths that they stand in. */
  let owned: [start: string, id: string][];
  /** Ids of the owner's resources that have a history, a user by both of its ids. */
  let histories: [resource: string, id: string][];
  let receivers: { ofOwner: WebhookReceiver; ofStranger: WebhookReceiver };
  let deliveryId: string;
  let ownWebhookId: string;
  let ownDocumentId: string;
  let traces: string[];

  const call = async (service: RunningService, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await (body === undefined
      ? service.fetch(path, { method })
      : service.postJson(path, body, { method }));
    return { status: answer.status, text: await answer.text() };
  };
  const made = async (service: RunningService, path: string, body: object): Promise<string> => {
    const { status, text } = await call(service, 'POST', path, body);
    expect([200, 201], `${path}: ${text}`).toContain(status);
    return JSON.parse(text).data.id;
  };
  const upload = async (service: RunningService, content: string): Promise<string> => {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new File([content], `${content}.txt`));
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    const { data } = (await answer.json()) as { data: { id: string } };
    return data.id;
  };

  const another = async (): Promise<RunningService> => {
    const create = ['organization', 'create', '--name', `Other ${crypto.randomUUID()}`, '--tier', 'max'];
    return owner.as((await commandLine<{ api_key: string }>(owner, ...create)).api_key);
  };

  const readRoutes = async (): Promise<Route[]> => {
    const { paths } = (await (await owner.fetch('/openapi.json', { key: null })).json()) as OpenApi;
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
        const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
        const body = requestBody === undefined ? undefined : (examples[0]?.value ?? {});
        return { method: method.toUpperCase(), path, parameters, body };
      }),
    );
  };

  /** Everything that a reader of an organization is shown, without asking for an id. */
  const allShownTo = async (service: RunningService): Promise<string> => {
    const shown: string[] = [];
    for (const { method, path } of routes) {
      if (method !== 'GET' || path.includes('{')) continue;
      shown.push((await call(service, method, `${path}${path.endsWith('consistency') ? '?from=1&to=1' : ''}`)).text);
    }
    return shown.join('\n');
  };

  beforeAll(async () => {
    owner = await sharedService(withLoad);
    stranger = await another();
    routes = await readRoutes();

    const documentId = await upload(owner, marker);
    const terms = { name: marker, source_language: 'en', target_language: 'es' };
    const glossaryId = await made(owner, '/v1/glossaries', { ...terms, entries: [{ source: marker, target: 'x' }] });
    const subscription = { url: `https://${marker.toLowerCase()}.example.com/`, events: ['document.completed'] };
    const webhookId = await made(owner, '/v1/webhooks', subscription);
    ownWebhookId = await made(stranger, '/v1/webhooks', { ...subscription, url: 'https://other.example.com/' });
    deliveryId = await made(owner, `/v1/webhooks/${webhookId}/test`, {});
    const keyId = await made(owner, '/v1/api-keys', { name: marker, scopes: ['translate'] });
    const period = { start: '2020-01-01T00:00:00Z', end: '2020-02-01T00:00:00Z' };
    const holdId = await made(owner, '/v1/compliance/holds', { period, reason: marker });
    const invited = await call(owner, 'POST', '/v1/users', { email: `${marker}@example.com`, role: 'developer' });
    const { id: userId, account_id: accountId } = JSON.parse(invited.text).data;
    const gone = await made(owner, '/v1/users', { email: `gone-${marker}@example.com`, role: 'developer' });
    await call(owner, 'DELETE', `/v1/users/${gone}`);
    const subject = { type: 'user', id: gone };
    const erasureId = await made(owner, '/v1/compliance/erasures', { subject, reason: marker });
    const today = new Date().toISOString().slice(0, 10);
    const wanted = { type: 'usage', format: 'csv', period: { start: today, end: today } };
    const reportId = await made(owner, '/v1/compliance/reports', wanted);
    await call(owner, 'PUT', '/v1/compliance/certifications/ISO%2027001', {
      status: 'compliant',
      certificate_id: marker,
    });
    await call(owner, 'POST', '/v1/translate', { text: marker, source: 'en', target: 'es' });
    ownDocumentId = await upload(stranger, 'Something else');
    await call(owner, 'GET', '/v1/compliance/audit-logs/export');
    const exports = JSON.parse((await call(owner, 'GET', '/v1/compliance/audit-logs/exports')).text);
    const entries = JSON.parse((await call(owner, 'GET', '/v1/compliance/audit-logs')).text);
    owned = [
      ['/v1/documents/', documentId],
      ['/v1/glossaries/', glossaryId],
      ['/v1/webhooks/', webhookId],
      ['/v1/api-keys/', keyId],
      ['/v1/compliance/holds/', holdId],
      ['/v1/compliance/reports/', reportId],
      ['/v1/users/', userId],
      ['/v1/compliance/subjects/', userId],
      ['/v1/compliance/erasures/', erasureId],
      ['/v1/compliance/certifications/', 'ISO 27001'],
      ['/v1/compliance/audit-logs/exports/', exports.data.exports[0].export_id],
      ['/v1/compliance/audit-logs/', entries.data.entries[0].id],
    ];
    const organizationId = JSON.parse((await call(owner, 'GET', '/v1/organization')).text).data.id;
    histories = [
      ['document', documentId],
      ['api_key', keyId],
      ['glossary', glossaryId],
      ['webhook', webhookId],
      ['organization', organizationId],
      ['report', reportId],
      ['user', userId],
      ['user', accountId],
    ];
    receivers = { ofOwner: await WebhookReceiver.start(), ofStranger: await WebhookReceiver.start() };
    await eventually(
      () => call(owner, 'GET', `/v1/compliance/audit-logs/${entries.data.entries[0].id}/proof`),
      ({ status }) => status === 200,
    );
    const shown = await allShownTo(owner);
    const named = shown.match(identifiers) ?? [];
    traces = [...new Set([marker, marker.toLowerCase(), deliveryId, ...named, ...owned.map(([, id]) => id)])];
    traces = traces.filter((trace) => trace !== 'ISO 27001');
  });

  afterAll(async () => {
    await receivers.ofOwner.stop();
    await receivers.ofStranger.stop();
  });

  const idFor = (path: string): string | undefined => owned.find(([start]) => path.startsWith(start))?.[1];

  /** Paths of a route with the owner's ids to try: a history is tried of each resource. */
  const triedOn = ({ path }: Route): [path: string, id: string | undefined][] =>
    path.includes('{resource}')
      ? histories.map(([resource, id]) => [path.replace('{resource}', resource), id])
      : [[path, idFor(path)]];
  const tracesIn = (text: string, of: readonly string[] = traces) => of.filter((trace) => text.includes(trace));

  it('what the one is shown has no trace of the other', async () => {
    expect(traces.length).toBeGreaterThan(15);
    const shown = await allShownTo(stranger);
    expect(shown).toContain(ownWebhookId);
    expect(tracesIn(shown)).toEqual([]);
  });

  it("another's cursor shows nothing of the other", async () => {
    await call(owner, 'POST', '/v1/detect', { text: marker });
    for (const { method, path, parameters } of routes) {
      if (method !== 'GET' || path.includes('{') || !parameters.some(({ name }) => name === 'cursor')) continue;
      const { text } = await call(owner, 'GET', `${path}?limit=1`);
      const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1];
      if (cursor === undefined) continue;
      const answer = await call(stranger, 'GET', `${path}?cursor=${encodeURIComponent(cursor)}`);
      expect(tracesIn(answer.text), path).toEqual([]);
    }
  });

  it("every route answers another's id as it answers an id that does not exist, and changes nothing", async () => {
    const before = await call(owner, 'GET', '/v1/compliance/audit-logs?limit=1');
    const different: string[] = [];
    let tried = 0;
    expect([...new Set(histories.map(([resource]) => resource))].sort()).toEqual([...historyResources].sort());
    for (const [resource, id] of histories)
      expect((await call(owner, 'GET', `/v1/compliance/history/${resource}/${id}`)).status, resource).toBe(200);
    // Tiles have no ids, and invites are of those who have no organization yet.
    const withIds = routes.filter(
      ({ path }) => path.includes('{') && !path.includes('{path}') && !path.startsWith('/v1/auth/'),
    );
    const tries = withIds.flatMap((route) => triedOn(route).map(([path, id]) => ({ ...route, path, id })));
    for (const { method, path, id, body } of tries) {
      expect(id, `no id to try ${path} with`).toBeDefined();
      const withId = (value: string, delivery: string) =>
        path
          .replace('{type}', 'user')
          .replace(/\{(id|standard|subject)\}/, encodeURIComponent(value))
          .replace('{deliveryId}', delivery);
      const [theirs = '', unknown = ''] = [id ?? '', unknownLike(id ?? '')];
      const answer = await call(stranger, method, withId(theirs, deliveryId), body);
      const expected = await call(stranger, method, withId(unknown, unknownLike(deliveryId)), body);
      const [left, right] = [comparable(answer, theirs), comparable(expected, unknown)];
      // The name of a standard is nobody's: a stranger records and deletes a certification of its own.
      const isFound = answer.status !== 404 && !path.includes('{standard}');
      if (left !== right || isFound) different.push(`${method} ${path}: ${left} | ${right}`);
      tried += 1;
    }
    expect(different).toEqual([]);
    expect(tried).toBeGreaterThan(20);
    const deliveries = `/v1/webhooks/${ownWebhookId}/deliveries`;
    const redelivered = await call(stranger, 'POST', `${deliveries}/${deliveryId}/redeliver`, {});
    expect(redelivered.status).toBe(404);
    const after = await call(owner, 'GET', '/v1/compliance/audit-logs?limit=1');
    expect(JSON.parse(after.text).data.entries[0].id).toBe(JSON.parse(before.text).data.entries[0].id);
    for (const [start, id] of owned.filter(([start]) => !/subjects|api-keys|users/.test(start)))
      expect((await call(owner, 'GET', `${start}${encodeURIComponent(id)}`)).status, start).toBe(200);
    expect((await call(owner, 'GET', '/v1/users')).text).toContain(idFor('/v1/users/'));
  });

  it("every filter answers another's value as it answers a value that does not exist", async () => {
    const { data } = JSON.parse((await call(owner, 'GET', '/v1/compliance/audit-logs?limit=1')).text);
    const entry = data.entries[0];
    const values: Record<string, string> = {
      resource_id: entry.resource_id,
      request_id: entry.request_id,
      key_id: entry.key_id,
      user_id: entry.user_id,
    };
    const different: string[] = [];
    let tried = 0;
    for (const { method, path, parameters } of routes) {
      if (method !== 'GET' || path.includes('{')) continue;
      for (const { name, in: place } of parameters) {
        const value = values[name];
        if (place !== 'query' || value === undefined) continue;
        const ask = (wanted: string) => call(stranger, 'GET', `${path}?${name}=${encodeURIComponent(wanted)}`);
        const [left, right] = [await ask(value), await ask(unknownLike(value))];
        // An export is a file of its own each time: that nothing of the other is in it is what counts.
        const isExport = path.endsWith('/export');
        const same = isExport || comparable(left, value) === comparable(right, unknownLike(value));
        const traced = tracesIn(left.text).filter((trace) => trace !== value);
        if (!same || traced.length > 0) different.push(`${path}?${name}: ${left.text} | ${right.text}`);
        tried += 1;
      }
    }
    expect(different).toEqual([]);
    expect(tried).toBeGreaterThan(5);
  });

  it("bodies that name another's glossary or document are answered as if there were none", async () => {
    const [glossary = '', document = ''] = [idFor('/v1/glossaries/'), idFor('/v1/documents/')];
    const text = { text: 'house', source: 'en', target: 'es' };
    const bodies: [string, string, (id: string) => object][] = [
      ['/v1/translate', glossary, (id) => ({ ...text, glossary_id: id })],
      [`/v1/documents/${ownDocumentId}/translate`, glossary, (id) => ({ target: 'ca', options: { glossary_id: id } })],
      ['/v1/compliance/holds', document, (id) => ({ resource: 'document', resource_id: id, reason: 'x' })],
    ];
    for (const [path, id, body] of bodies) {
      const answer = await call(stranger, 'POST', path, body(id));
      const expected = await call(stranger, 'POST', path, body(unknownLike(id)));
      expect(comparable(answer, id)).toBe(comparable(expected, unknownLike(id)));
      expect(answer.status, answer.text).toBe(404);
    }
  });

  it('reports of every type tell the one nothing of the other', async () => {
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
      return (await call(service, 'GET', `${path}/download`)).text;
    };
    expect(tracesIn(await written(owner, 'audit', 'json')).length).toBeGreaterThan(5);
    // The stranger's own log has the ids that it tried.
    const bystander = await another();
    const documentOfBystander = await upload(bystander, 'Something else');
    const texts: string[] = [];
    for (const type of reportTypes)
      for (const format of ['json', 'csv']) {
        const text = await written(bystander, type, format);
        expect(tracesIn(text), `${type} ${format}`).toEqual([]);
        texts.push(text);
      }
    expect(texts.join('\n')).toContain(documentOfBystander);
  });

  it('a receiver of the one is told nothing of what happens to the other', async () => {
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
    const body = { text: `${marker} is a word.`, source: 'en', target: 'es' };
    const cached = async (service: RunningService): Promise<boolean | undefined> =>
      JSON.parse((await call(service, 'POST', '/v1/translate', body)).text).meta.cached;
    // Each node has a cache of its own, and they answer in turn.
    for (let turn = 0; turn < 8; turn += 1) await cached(owner);
    expect(await cached(owner)).toBe(true);
    expect(await cached(stranger)).toBe(false);
  });

  it("an idempotency key is its caller's alone", async () => {
    const init = { headers: { 'idempotency-key': 'the-same' } };
    const body = { name: 'A key', scopes: ['translate'] };
    const first = await owner.postJson('/v1/api-keys', body, init);
    const second = await stranger.postJson('/v1/api-keys', body, init);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    const idOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;
    expect(await idOf(second)).not.toBe(await idOf(first));
  });
});
