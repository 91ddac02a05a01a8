import { beforeAll, describe, expect, it } from 'vitest';
import { historyResources } from '#apps/api/compliance/histories/histories.js';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import { behindProxy, sharedService } from './shared-service.js';
import {
  allShownTo,
  call,
  comparable,
  marker,
  type Route,
  type TwoOrganizations,
  tracesIn,
  twoOrganizations,
  unknownLike,
} from './two-organizations.js';

/** An address that only the owner ever calls from. */
const address = '198.51.100.7';
/** Parameters of pages, and those that name one thing of somebody's: they are tried with what is the other's. */
const isOfPages = ['limit', 'offset', 'cursor', 'from', 'to', 'size', 'follow', 'receipt', 'format', 'detail'];
const isOfOne = ['resource_id', 'request_id', 'key_id', 'user_id', 'ip_address'];

describe('two organizations, one of which tries to learn of the other', () => {
  let known: TwoOrganizations;
  beforeAll(async () => {
    known = await twoOrganizations(await sharedService(behindProxy));
  });

  const idFor = (path: string): string | undefined => known.owned.find(([start]) => path.startsWith(start))?.[1];

  /** Paths of a route with the owner's ids to try: a history is tried of each resource. */
  const triedOn = ({ path }: Route): [path: string, id: string | undefined][] =>
    path.includes('{resource}')
      ? known.histories.map(([resource, id]) => [path.replace('{resource}', resource), id])
      : [[path, idFor(path)]];

  it('what the one is shown has no trace of the other', async () => {
    const { stranger, routes, ownWebhookId, traces } = known;
    expect(traces.length).toBeGreaterThan(15);
    const shown = await allShownTo(stranger, routes);
    expect(shown).toContain(ownWebhookId);
    expect(tracesIn(shown, traces)).toEqual([]);
  });

  // Before the stranger has named things of the owner, which its own log has from then on.
  it("a filter by what is nobody's, of each of its values, shows nothing of the other", async () => {
    const { stranger, routes, traces } = known;
    const [now, tomorrow] = [new Date(), new Date(Date.now() + 86_400_000)].map((moment) => moment.toISOString());
    /** Values of filters that the document does not list. */
    const values: Record<string, string[]> = {
      action: [...auditActions],
      start: ['2020-01-01'],
      end: [tomorrow ?? ''],
      as_of: [now ?? ''],
      source: ['en', 'fi'],
      target: ['es', 'fi'],
      source_language: ['en', 'fi'],
      target_language: ['es', 'fi'],
    };
    const unknown: string[] = [];
    const traced: string[] = [];
    let tried = 0;
    for (const { method, path, parameters } of routes) {
      if (method !== 'GET' || path.includes('{')) continue;
      for (const { name, in: place, schema } of parameters) {
        if (place !== 'query' || isOfPages.includes(name) || isOfOne.includes(name)) continue;
        const wanted = values[name] ?? schema?.enum ?? schema?.items?.enum;
        if (wanted === undefined) unknown.push(`${path} ${name}`);
        // An export filters as the list does, and takes longer: one value of each filter will do.
        for (const value of wanted?.slice(0, path.endsWith('/export') ? 1 : undefined) ?? []) {
          const { text } = await call(stranger, 'GET', `${path}?${name}=${encodeURIComponent(value)}`);
          if (tracesIn(text, traces).length > 0) traced.push(`${path}?${name}=${value}`);
          tried += 1;
        }
      }
    }
    expect(unknown).toEqual([]);
    expect(traced).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });

  it("another's cursor shows nothing of the other", async () => {
    const { owner, stranger, routes, traces } = known;
    await call(owner, 'POST', '/v1/detect', { text: marker });
    for (const { method, path, parameters } of routes) {
      if (method !== 'GET' || path.includes('{') || !parameters.some(({ name }) => name === 'cursor')) continue;
      const { text } = await call(owner, 'GET', `${path}?limit=1`);
      const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1];
      if (cursor === undefined) continue;
      const answer = await call(stranger, 'GET', `${path}?cursor=${encodeURIComponent(cursor)}`);
      expect(tracesIn(answer.text, traces), path).toEqual([]);
    }
  });

  it("every route answers another's id as it answers an id that does not exist, and changes nothing", async () => {
    const { owner, stranger, routes, owned, histories, deliveryId, ownWebhookId } = known;
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
          .replace('{n}', '1')
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
    const { owner, stranger, routes, traces } = known;
    const headers = { 'x-forwarded-for': address };
    await owner.postJson('/v1/translate', { text: marker, source: 'en', target: 'es' }, { headers });
    const from = await call(owner, 'GET', `/v1/compliance/audit-logs?ip_address=${address}`);
    const [entry] = JSON.parse(from.text).data.entries;
    const values: Record<string, string> = {
      resource_id: entry.resource_id,
      request_id: entry.request_id,
      key_id: entry.key_id,
      user_id: entry.user_id,
      ip_address: entry.ip_address,
    };
    const different: string[] = [];
    const tried = new Map<string, number>();
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
        const traced = tracesIn(left.text, traces).filter((trace) => trace !== value);
        if (!same || traced.length > 0) different.push(`${path}?${name}: ${left.text} | ${right.text}`);
        tried.set(name, (tried.get(name) ?? 0) + 1);
      }
    }
    expect(different).toEqual([]);
    expect([...tried.keys()].sort()).toEqual(Object.keys(values).sort());
    for (const name of ['ip_address', 'user_id']) expect(tried.get(name), name).toBeGreaterThan(1);
  });

  it("bodies that name another's glossary or document are answered as if there were none", async () => {
    const { stranger, ownDocumentId } = known;
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
});
