import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[]; items?: { enum?: string[] } };
}

export interface Route {
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

export interface Answer {
  status: number;
  text: string;
}

/** A text that only the owner of everything below ever writes. */
export const marker = 'Zanzibarquark';
export const identifiers = /\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** The same answer but for what every answer has of its own: ids of requests, moments, and the id that was asked for. */
export const comparable = ({ status, text }: Answer, ...asked: string[]): string =>
  asked
    .reduce((body, id) => body.replaceAll(id, '<asked>').replaceAll(encodeURIComponent(id), '<asked>'), text)
    .replaceAll(/req_[0-9A-Z]{26}/g, '<request>')
    .replaceAll(/"(as_of|period)":\{[^}]*\}/g, '')
    .replaceAll(/"processing_time_ms":\d+/g, '')
    .replace(/^/, `${status} `);

/** An id of the same form that nothing has. */
export const unknownLike = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

export const call = async (service: RunningService, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await (body === undefined
    ? service.fetch(path, { method })
    : service.postJson(path, body, { method }));
  return { status: answer.status, text: await answer.text() };
};

/** Makes something, and answers its id. */
export const made = async (service: RunningService, path: string, body: object): Promise<string> => {
  const { status, text } = await call(service, 'POST', path, body);
  if (![200, 201].includes(status)) throw new Error(`${path}: ${text}`);
  return JSON.parse(text).data.id;
};

export const upload = async (service: RunningService, content: string): Promise<string> => {
  const form = new FormData();
  form.set('source', 'en');
  form.set('target', 'es');
  form.set('file', new File([content], `${content}.txt`));
  const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
};

/** Another organization of the same service. */
const another = async (service: RunningService): Promise<RunningService> => {
  const create = ['organization', 'create', '--name', `Other ${crypto.randomUUID()}`, '--tier', 'max'];
  return service.as((await commandLine<{ api_key: string }>(service, ...create)).api_key);
};

const readRoutes = async (service: RunningService): Promise<Route[]> => {
  const { paths } = (await (await service.fetch('/openapi.json', { key: null })).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
      const body = requestBody === undefined ? undefined : (examples[0]?.value ?? {});
      return { method: method.toUpperCase(), path, parameters, body };
    }),
  );
};

/** Everything that a reader of an organization is shown, without asking for an id. */
export const allShownTo = async (service: RunningService, routes: readonly Route[]): Promise<string> => {
  const shown: string[] = [];
  for (const { method, path } of routes) {
    if (method !== 'GET' || path.includes('{')) continue;
    shown.push((await call(service, method, `${path}${path.endsWith('consistency') ? '?from=1&to=1' : ''}`)).text);
  }
  return shown.join('\n');
};

/** The traces that a text has, in their order. */
export const tracesIn = (text: string, traces: readonly string[]): string[] =>
  traces.filter((trace) => text.includes(trace));

type Owned = [start: string, id: string][];

/** Two organizations of one service, of which the owner has one thing of each kind. */
export interface TwoOrganizations {
  owner: RunningService;
  stranger: RunningService;
  routes: Route[];
  /** Ids that are the owner's alone, by the beginning of the paths that they stand in. */
  owned: Owned;
  /** Ids of the owner's resources that have a history, a user by both of its ids. */
  histories: Owned;
  /** A delivery of the owner's webhook. */
  deliveryId: string;
  /** Things of the stranger. */
  ownWebhookId: string;
  ownDocumentId: string;
  /** Words and ids that are the owner's alone. */
  traces: string[];
}

export const twoOrganizations = async (owner: RunningService): Promise<TwoOrganizations> => {
  const stranger = await another(owner);
  const routes = await readRoutes(owner);

  const documentId = await upload(owner, marker);
  const terms = { name: marker, source_language: 'en', target_language: 'es' };
  const glossaryId = await made(owner, '/v1/glossaries', { ...terms, entries: [{ source: marker, target: 'x' }] });
  const subscription = { url: `https://${marker.toLowerCase()}.example.com/`, events: ['document.completed'] };
  const webhookId = await made(owner, '/v1/webhooks', subscription);
  const ownWebhookId = await made(stranger, '/v1/webhooks', { ...subscription, url: 'https://other.example.com/' });
  const deliveryId = await made(owner, `/v1/webhooks/${webhookId}/test`, {});
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
  const ownDocumentId = await upload(stranger, 'Something else');
  await call(owner, 'GET', '/v1/compliance/audit-logs/export');
  const exports = JSON.parse((await call(owner, 'GET', '/v1/compliance/audit-logs/exports')).text);
  const entries = JSON.parse((await call(owner, 'GET', '/v1/compliance/audit-logs')).text);
  const owned: Owned = [
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
  const histories: Owned = [
    ['document', documentId],
    ['api_key', keyId],
    ['glossary', glossaryId],
    ['webhook', webhookId],
    ['organization', organizationId],
    ['report', reportId],
    ['user', userId],
    ['user', accountId],
  ];
  // Until then reports are made anew, and a finished one is away meanwhile.
  await eventually(
    () => call(owner, 'GET', `/v1/compliance/erasures/${erasureId}`),
    ({ text }) => JSON.parse(text).data.status === 'completed',
  );
  await eventually(
    () => call(owner, 'GET', `/v1/compliance/audit-logs/${entries.data.entries[0].id}/proof`),
    ({ status }) => status === 200,
  );
  const shown = await allShownTo(owner, routes);
  const named = shown.match(identifiers) ?? [];
  const traces = new Set([marker, marker.toLowerCase(), deliveryId, ...named, ...owned.map(([, id]) => id)]);
  // The name of a standard is nobody's.
  traces.delete('ISO 27001');
  return { owner, stranger, routes, owned, histories, deliveryId, ownWebhookId, ownDocumentId, traces: [...traces] };
};
