import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glossaryFormats, mediaTypeOf } from '#apps/api/glossaries/glossary-format.js';
import { fileExamples } from '#apps/api/openapi/answer-examples.js';
import { projectRoot } from '#test/project-root.js';
import { cookieName } from './browsers.js';
import { commandLine } from './command-line.js';
import { asExample, asFileExample, undescribedIn } from './described-answers.js';
import { eventually } from './eventually.js';
import { ExampleReceipts } from './example-receipts.js';
import {
  type ExampleRequest,
  ExampleRequests,
  type OpenApi,
  type Operation,
  operationsOf,
} from './example-requests.js';
import { RunningService } from './running-service.js';
import { boldDocument } from './sample-documents.js';
import { withApertium } from './shared-service.js';

interface Call {
  operation: Operation;
  /** Undefined where a value is missing that has to be made before. */
  request: ExampleRequest | undefined;
}

const answersFile = join(projectRoot, 'apps/api/openapi/answers.asset.json');
const filesFile = join(projectRoot, 'apps/api/openapi/files.asset.json');

/** They need a provider of identities, as they say: oidc.e2e has one. */
const isOfProvider = ({ path }: Operation): boolean => path.startsWith('/v1/auth/oidc');

/** In the order in which a browser goes through them. */
const ofBrowsers = [
  ...['signUpOwner', 'acceptInviteByPath', 'acceptInvite'],
  ...['signIn', 'getSession', 'changePassword', 'signOut'],
];

const ofSession = ['`POST /v1/auth/login`'];
const ofCertification = ['`PUT /v1/compliance/certifications/{standard}`'];
const ofTree = ['within a second'];

/** Words with which an operation has to say what is made before it, where no parameter does. */
const needs: Readonly<Record<string, readonly string[]>> = {
  placeHold: ['`POST /v1/documents`', '`POST /v1/users`'],
  acceptInvite: ['`invite_url`', '`POST /v1/users`'],
  signUpOwner: ['`transledger-admin owner link`'],
  signIn: ['`POST /v1/auth/invites`'],
  getSession: ofSession,
  changePassword: ofSession,
  signOut: ofSession,
  getCertification: ofCertification,
  deleteCertification: ofCertification,
  getAuditLogConsistency: ofTree,
  getAuditLogProof: ofTree,
  getTlogTile: ofTree,
  requestErasure: ['an address once a request came from it'],
};

/** Place in the order: an act comes before those that look at what it records, and a removal last, behind what frees it. */
const rank = ({ operation: { operationId, method, path } }: Call): number => {
  if (method === 'DELETE') return path.includes('/holds/') || path.endsWith('/sessions') ? 4 : 5;
  if (operationId === 'requestErasure') return 3;
  if (ofBrowsers.includes(operationId)) return 2 + ofBrowsers.indexOf(operationId) / 10;
  return method === 'PUT' ? 0 : 1;
};

/** A path that asks for the receipt of its act. */
const withReceipt = (path: string): string => {
  const [bare = '', query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('receipt', 'true');
  return `${bare}?${parameters}`;
};

describe('the examples of the OpenAPI document', () => {
  let service: RunningService;
  let document: OpenApi;
  let requests: ExampleRequests;
  let cookie = '';
  let invite = '';
  const receipts = new ExampleReceipts();
  /** The last answer of each operation that is JSON. */
  const answers = new Map<string, unknown>();
  beforeAll(async () => {
    // A service of its own: an address signs in without the id of its organization where only one knows it.
    service = await RunningService.start({ settings: withApertium });
    document = (await (await service.fetch('/openapi.json', { key: null })).json()) as OpenApi;
    requests = new ExampleRequests(document);
  });
  afterAll(() => service.dispose());

  /** Sends a request as its operation asks: with a key, or as the browser of somebody who signs in. */
  const sent = async (operation: Operation, { path: plain, ...request }: ExampleRequest) => {
    const { security, operationId } = operation;
    const isReceiptWanted = receipts.isWanted(operation);
    const path = isReceiptWanted ? withReceipt(plain) : plain;
    const isOfKey = security.some((way) => 'api_key' in way);
    const headers = isOfKey ? {} : { origin: service.url, cookie: `${cookieName}=${cookie}` };
    const key = isOfKey ? service.apiKey : null;
    const answer = await service.fetch(path, { ...request, headers: { ...request.headers, ...headers }, key });
    const text = await answer.text();
    cookie = new RegExp(`${cookieName}=([^;]+);`).exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? cookie;
    if (operationId === 'inviteUser') invite = /"invite_url":"[^"]*#([^"#]+)"/.exec(text)?.[1] ?? invite;
    if (answer.ok && isReceiptWanted) receipts.take(operation, answer, text);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('application/json'))
      answers.set(operationId, JSON.parse(text));
    return answer.ok ? undefined : `${answer.status} ${operationId} ${path} ${text}`;
  };

  const calls = (): Call[] =>
    operationsOf(document)
      .filter((operation) => !isOfProvider(operation))
      .flatMap((operation) => requests.of(operation).map((request) => ({ operation, request })));

  const dataOf = async (answer: Response | Promise<Response>) =>
    // biome-ignore lint/suspicious/noExplicitAny: each caller knows its response.
    ((await (await answer).json()) as { data: any }).data;
  const get = (path: string) => dataOf(service.fetch(path));
  const post = async (path: string, body: object) => {
    const answer = await service.postJson(path, body);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return dataOf(answer);
  };

  /** The files of text that operations answer, by operation and media type. */
  const textFiles = async (): Promise<Record<string, Record<string, string>>> => {
    const textOf = async (path: string) => asFileExample(await (await service.fetch(path)).text());
    const logs = '/v1/compliance/audit-logs';
    const glossary = glossaryFormats.map((format) => [
      mediaTypeOf(format).split(';', 1)[0],
      asFileExample(requests.glossaryFiles.get(format) ?? ''),
    ]);
    return {
      exportAuditLog: {
        'application/x-ndjson': await textOf(`${logs}/export`),
        'text/csv': await textOf(`${logs}/export?format=csv`),
        'text/plain': await textOf(`${logs}/export?format=cef`),
      },
      getGlossary: Object.fromEntries(glossary),
      getTlogCheckpoint: { 'text/plain': await textOf(`${logs}/tlog/checkpoint`) },
    };
  };

  /** Makes what operations ask for, by the calls that their descriptions name. */
  const make = async (): Promise<void> => {
    const form = new FormData();
    const { id: pulled } = await post('/v1/webhooks', { delivery: 'pull', events: ['document.completed'] });
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.']), 'house.txt');
    const paged = new FormData();
    for (const [field, value] of Object.entries({ source: 'en', target: 'es' })) paged.set(field, value);
    paged.set('file', new Blob([new Uint8Array(boldDocument('pdf'))]), 'house.pdf');
    const { id: pagedId } = await dataOf(service.fetch('/v1/documents', { method: 'POST', body: paged }));
    const { id: documentId } = await dataOf(service.fetch('/v1/documents', { method: 'POST', body: form }));
    const entries = [{ source: 'house', target: 'casa' }];
    const terms = { name: 'A trade', source_language: 'en', target_language: 'es', entries };
    const { id: glossary } = await post('/v1/glossaries', terms);
    const subscription = { url: 'https://hooks.example.com/all', events: ['document.completed'] };
    const { id: webhook } = await post('/v1/webhooks', subscription);
    await post(`/v1/webhooks/${webhook}/test`, {});
    const grace = await post('/v1/users', { email: 'grace@example.com', role: 'developer' });
    const { id: user } = grace;
    const { id: key } = await post('/v1/api-keys', { name: 'another', scopes: ['translate'] });
    await (await service.fetch('/v1/compliance/audit-logs/export')).text();
    const held = new FormData();
    held.set('target', 'es');
    held.set('file', new Blob(['The house is held.']), 'held.txt');
    const { id: heldDocument } = await dataOf(service.fetch('/v1/documents', { method: 'POST', body: held }));
    requests.ownInBodies.set('doc_01KAH3W7J4B2X8Y6Z5V9T0S1R3', heldDocument);
    requests.ownInBodies.set('usr_01KAH3W7J4B2X8Y6Z5V9T0S1R3', user);
    const { id: hold } = await post('/v1/compliance/holds', {
      period: { start: '2020-01-01', end: '2020-01-31' },
      reason: 'Case 7',
    });
    const { id: report } = await post('/v1/compliance/reports', {
      ...{ type: 'usage', format: 'json', period: { start: '2026-01-01', end: '2026-01-31' } },
    });
    const { id: erasure } = await post('/v1/compliance/erasures', {
      ...{ subject: { type: 'ip_address', id: '127.0.0.1' }, reason: 'Request 7' },
    });
    const isDone = ({ status }: { status: string }) => status === 'completed' || status === 'failed';
    await eventually(() => get(`/v1/documents/${documentId}`), isDone);
    await eventually(() => get(`/v1/documents/${pagedId}`), isDone);
    await eventually(() => get(`/v1/compliance/reports/${report}`), isDone);
    await eventually(
      () => get(`/v1/webhooks/${pulled}/messages`),
      ({ messages }) => messages.length > 0,
    );
    const { deliveries } = await eventually(
      () => get(`/v1/webhooks/${webhook}/deliveries`),
      (page) => page.deliveries.length > 0,
    );
    const { exports } = await eventually(
      () => get('/v1/compliance/audit-logs/exports'),
      (page) => page.exports.length > 0,
    );
    const isSigned = ({ size }: { size?: number } = {}) => (size ?? 0) > 0;
    await eventually(() => get('/v1/compliance/audit-logs/checkpoint'), isSigned);
    const { entries: acts } = await get('/v1/compliance/audit-logs?action=glossary_create');
    for (const format of glossaryFormats) {
      const answer = await service.fetch(`/v1/glossaries/${glossary}?format=${format}`);
      requests.glossaryFiles.set(format, await answer.text());
    }
    const own = (path: string, parameter: string, value: string, ...from: string[]) =>
      requests.own.push({ path, parameter, value, from });
    own('/v1/documents/{id}/pages/', 'id', pagedId, '`POST /v1/documents`');
    own('/v1/documents/', 'id', documentId, '`POST /v1/documents`');
    own('/v1/documents/{id}', 'target', 'es', 'The translation to this language');
    own('/v1/glossaries/', 'id', glossary, '`POST /v1/glossaries`');
    own('/v1/api-keys/', 'id', key, '`POST /v1/api-keys`');
    own('/v1/users/', 'id', user, '`POST /v1/users`');
    own('/v1/webhooks/{id}/messages', 'id', pulled, '`POST /v1/webhooks`');
    own('/v1/auth/invites/', 'token', grace.invite_url.split('#').at(-1), '`invite_url`', '`POST /v1/users`');
    const { owner_url: ownerUrl } = await commandLine<{ owner_url: string }>(service, 'owner', 'link');
    requests.ownInBodies.set(
      '0H4Q1ZC5V7XK2M9RT6WB3YD8EF.Yb0hAqvJ8lYtq1nq0N3n5n2Wm5sJmXh0yJpXkq3cW1c',
      ownerUrl.split('#').at(-1) ?? '',
    );
    requests.ownInBodies.set('Yb0hAqvJ8lYtq1nq0N3n5n2Wm5sJmXh0yJpXkq3cW1c', invite);
    own('/v1/webhooks/', 'id', webhook, '`POST /v1/webhooks`');
    const ofDelivery = ['`GET /v1/webhooks/{id}/deliveries`', '`POST /v1/webhooks/{id}/test`'];
    own('/v1/webhooks/', 'deliveryId', deliveries[0].id, ...ofDelivery);
    const exported = ['`GET /v1/compliance/audit-logs/exports`', '`GET /v1/compliance/audit-logs/export`'];
    own('/v1/compliance/audit-logs/exports/', 'id', exports[0].export_id, ...exported);
    own('/v1/compliance/audit-logs/{id}', 'id', acts[0].id, '`GET /v1/compliance/audit-logs`');
    own('/v1/compliance/holds/', 'id', hold, '`POST /v1/compliance/holds`');
    own('/v1/compliance/history/', 'id', documentId, '`POST /v1/documents`');
    own('/v1/compliance/history/', 'as_of', new Date().toISOString(), 'Not in the future');
    own('/v1/compliance/subjects/', 'subject', '127.0.0.1', '`POST /v1/users`', 'an address that a request came from');
    own('/v1/compliance/reports/', 'id', report, '`POST /v1/compliance/reports`');
    own('/v1/compliance/erasures/', 'id', erasure, '`POST /v1/compliance/erasures`');
  };

  it('each succeeds as it stands, or after what its description names', async () => {
    const isForLater = ({ operation }: Call) => rank({ operation, request: undefined }) >= 3;
    const later: Operation[] = [];
    const failed = new Map<string, string>();
    const all = calls();
    for (const call of all) {
      const { operation, request } = call;
      const fault = isForLater(call) || request === undefined ? 'not sent' : await sent(operation, request);
      if (fault !== undefined) failed.set(operation.operationId, fault);
    }
    for (const operation of operationsOf(document)) if (failed.has(operation.operationId)) later.push(operation);
    await make();

    const unsaid = later.flatMap((operation) => {
      const { operationId, description } = operation;
      const words = needs[operationId] ?? [];
      const isExplained = words.length > 0 || requests.hasOwn(operation);
      return [
        ...requests.unsaid(operation),
        ...words.filter((each) => !description.includes(each)).map((each) => `${operationId} does not say ${each}`),
        ...(isExplained ? [] : [`as it stands: ${failed.get(operationId)}`]),
      ];
    });
    expect(unsaid).toEqual([]);

    const refused: string[] = [];
    const again = calls().filter(({ operation }) =>
      later.some(({ operationId }) => operationId === operation.operationId),
    );
    for (const { operation, request } of again.toSorted((one, other) => rank(one) - rank(other))) {
      const fault =
        request === undefined ? `nothing to send: ${operation.operationId}` : await sent(operation, request);
      if (fault !== undefined) refused.push(fault);
    }
    expect(refused).toEqual([]);
    await receipts.expectOfAll(
      operationsOf(document).filter((operation) => !isOfProvider(operation)),
      service,
    );
    expect(all.length).toBeGreaterThan(75);
    expect(all.length - again.length).toBeGreaterThan(30);
  });

  it('answers, and the examples of them that the document shows, are what their schemas say', async () => {
    const described = operationsOf(document)
      .filter((operation) => !isOfProvider(operation))
      .flatMap(({ operationId, responses }) => {
        const content = (responses['200'] ?? responses['201'])?.content?.['application/json'];
        return content === undefined ? [] : [{ operationId, ...content }];
      });
    // Receipts and reports are files of JSON, which are saved and not read as answers.
    const shown = described.filter(({ operationId }) => answers.has(operationId));
    if (process.env.OPENAPI_EXAMPLES === 'write') {
      const examples = shown.map(({ operationId }) => [operationId, asExample(answers.get(operationId))] as const);
      const sorted = examples.toSorted(([one], [other]) => one.localeCompare(other));
      await writeFile(answersFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
      await writeFile(filesFile, `${JSON.stringify(await textFiles(), undefined, 2)}\n`);
      return;
    }
    const { schemas } = document.components;
    const wrong = described.flatMap(({ operationId, schema, example }) => [
      ...(example === undefined ? [`${operationId} has no example: OPENAPI_EXAMPLES=write writes them`] : []),
      ...undescribedIn(example ?? null, schema, schemas, `example of ${operationId}: `),
      ...undescribedIn(answers.get(operationId) ?? null, schema, schemas, `${operationId}: `),
    ]);
    expect(wrong).toEqual([]);
    const files = Object.entries(await textFiles()).map(([id, byType]) => [id, Object.keys(byType)]);
    expect(Object.entries(fileExamples).map(([id, byType]) => [id, Object.keys(byType)])).toEqual(files);
    expect(shown.length).toBeGreaterThan(60);
  });

  it('what needs a provider of identities says so', () => {
    const ofProvider = operationsOf(document).filter(isOfProvider);
    expect(ofProvider).toHaveLength(2);
    for (const { description } of ofProvider) expect(description).toContain('404 without `TRANSLEDGER_OIDC_ISSUER`');
  });

  /** One user who has used everything: what a Prometheus stores of a node grows with what is used, up to this. */
  const maxSeries = 2_500;

  it('after all of it, each refused once too and twenty pairs translated, the page of metrics is small', async () => {
    for (const operation of operationsOf(document)) {
      const [request] = requests.of(operation);
      if (request !== undefined) await service.fetch(request.path, { ...request, key: null });
      if (request !== undefined) await service.fetch(`${request.path}?no_such=1`, request);
    }
    const { pairs } = await get('/v1/languages?detail=pairs');
    for (const { source, target } of pairs.slice(0, 20))
      await service.postJson('/v1/translate', { text: 'The house is big.', source, target });
    const page = await (await service.metrics()).text();
    const series = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const families = Map.groupBy(series, (line) => /^\w+?(?=(?:_bucket|_sum|_count)?[{ ])/.exec(line)?.[0] ?? '');
    const largest = [...families]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([name, { length }]) => `${length} ${name}`);
    expect(series.length, largest.slice(0, 8).join(', ')).toBeLessThanOrEqual(maxSeries);
    expect(series.length).toBeGreaterThan(1_000);
    const routes = new Set(series.map((line) => /http_requests_total\{method="\w+",route="([^"]+)"/.exec(line)?.[1]));
    expect(routes.size).toBeGreaterThan(45);
  });
});
