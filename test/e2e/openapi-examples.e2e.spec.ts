import { beforeAll, describe, expect, it } from 'vitest';
import { formatOfMediaType, glossaryFormats } from '#apps/api/glossaries/glossary-format.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withTrace } from './shared-service.js';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string | string[];
  format?: string;
  example?: unknown;
  examples?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Content {
  schema: Schema;
  examples?: Record<string, { summary: string; value: object }>;
}

interface Parameter {
  in: string;
  name: string;
  example?: unknown;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Request {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

type Body = Pick<Request, 'headers' | 'body'>;

/** A request to an operation, and whether its act is to answer with its receipt. */
type Ordered = Request & { operationId: string; wantsReceipt: boolean };

/** What leaves no entry though it is no reading. */
const isNoAct: readonly string[] = ['testWebhook', 'redeliverWebhook'];

/** The receipt of the act, or where the answer says that it is; undefined where it has neither. */
const receiptOf = (answer: Response, text: string): { requestId: string | undefined } | { url: string } | undefined => {
  const url = answer.headers.get('x-audit-receipt-url');
  if (url !== null) return { url };
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return undefined;
  const { meta } = JSON.parse(text) as { meta?: { receipt?: { entry: { request_id: string } }; receipt_url?: string } };
  if (meta?.receipt_url !== undefined) return { url: meta.receipt_url };
  return meta?.receipt && { requestId: meta.receipt.entry.request_id };
};

/** Users sign in from a browser, with a cookie: users.e2e and oidc.e2e do. */
const isOfBrowsers = (path: string): boolean => path.startsWith('/v1/auth/');

const exampleOf = ({ example, schema }: { example?: unknown; schema: Schema }): string | undefined => {
  const value = example ?? schema.example ?? schema.examples?.[0];
  return value === undefined ? undefined : String(value);
};

describe('the examples of the OpenAPI document', () => {
  let service: RunningService;
  let document: Document;
  beforeAll(async () => {
    service = await sharedService(withTrace);
    document = (await (await service.fetch('/openapi.json', { key: null })).json()) as Document;
  });

  const sent = async ({ path, ...request }: Request) => service.fetch(path, request);
  const dataOf = async (answer: Response | Promise<Response>) =>
    // biome-ignore lint/suspicious/noExplicitAny: each caller knows its response.
    ((await (await answer).json()) as { data: any }).data;
  const get = (path: string) => dataOf(service.fetch(path));
  const post = async (path: string, body: object) => {
    const answer = await service.postJson(path, body);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return dataOf(answer);
  };

  /** The values of parameters of paths, made by the calls that their descriptions name. */
  const made = async (): Promise<(readonly [path: string, name: string, value: string])[]> => {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.']), 'house.txt');
    const { id: documentId } = await dataOf(service.fetch('/v1/documents', { method: 'POST', body: form }));
    const entries = [{ source: 'house', target: 'casa' }];
    const terms = { name: 'A trade', source_language: 'en', target_language: 'es', entries };
    const { id: glossary } = await post('/v1/glossaries', terms);
    const subscription = { url: 'https://hooks.example.com/all', events: ['document.completed'] };
    const { id: webhook } = await post('/v1/webhooks', subscription);
    await post(`/v1/webhooks/${webhook}/test`, {});
    const { id: user } = await post('/v1/users', { email: 'grace@example.com', role: 'developer' });
    const { id: key } = await post('/v1/api-keys', { name: 'another', scopes: ['translate'] });
    await (await service.fetch('/v1/compliance/audit-logs/export')).text();
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
    await eventually(() => get(`/v1/compliance/reports/${report}`), isDone);
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
    return [
      ['/v1/documents/', 'id', documentId],
      ['/v1/glossaries', 'name', 'contract terms'],
      ['/v1/glossaries', 'source_language', 'en'],
      ['/v1/glossaries', 'target_language', 'es'],
      ['/v1/glossaries/', 'id', glossary],
      ['/v1/api-keys/', 'id', key],
      ['/v1/users/', 'id', user],
      ['/v1/webhooks/', 'id', webhook],
      ['/v1/webhooks/', 'deliveryId', deliveries[0].id],
      ['/v1/compliance/audit-logs/exports/', 'id', exports[0].export_id],
      ['/v1/compliance/audit-logs/{id}', 'id', acts[0].id],
      ['/v1/compliance/holds/', 'id', hold],
      ['/v1/compliance/history/', 'id', documentId],
      ['/v1/compliance/history/', 'as_of', new Date().toISOString()],
      ['/v1/compliance/subjects/', 'subject', '127.0.0.1'],
      ['/v1/compliance/reports/', 'id', report],
      ['/v1/compliance/erasures/', 'id', erasure],
    ];
  };

  const resolved = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (document.components.schemas[name] ?? {});
  };

  /** A form of what is required, with the examples of its parts. */
  const formOf = (schema: Schema): FormData => {
    const { properties = {}, required = [] } = resolved(schema);
    const form = new FormData();
    for (const name of required) {
      const part = properties[name] ?? {};
      const value = exampleOf({ schema: part }) ?? '';
      if (part.format === 'binary') form.set(name, new Blob([value]), value.includes(',') ? 'terms.csv' : 'letter.txt');
      else form.set(name, value);
    }
    return form;
  };

  /** A glossary as a file of each format, by its download: the document says that bodies are as that gives them. */
  const glossaryFiles = new Map<string | undefined, string>();

  /** The bodies of an operation, by their examples; one without any for an operation that takes none. */
  const bodiesOf = ({ operationId, requestBody }: Operation): Body[] => {
    if (requestBody === undefined) return [{ headers: {} }];
    return Object.entries(requestBody.content).flatMap(([type, { schema, examples }]): Body[] => {
      if (type === 'multipart/form-data') return [{ headers: {}, body: formOf(schema) }];
      const file = glossaryFiles.get(formatOfMediaType(type));
      const texts = [
        ...(file === undefined ? [] : [file]),
        ...Object.values(examples ?? {}).map(({ value }) => JSON.stringify(value).replace('203.0.113.7', '127.0.0.1')),
      ];
      expect(texts, `${operationId} ${type}`).not.toEqual([]);
      return texts.map((body) => ({ headers: { 'content-type': type }, body }));
    });
  };

  it('each succeeds, after the calls that descriptions of parameters name', async () => {
    const values = await made();
    const [, , glossary] = values.find(([path]) => path === '/v1/glossaries/') ?? expect.fail();
    for (const format of glossaryFormats) {
      const answer = await service.fetch(`/v1/glossaries/${glossary}?format=${format}`);
      glossaryFiles.set(format, await answer.text());
    }
    const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        if (isOfBrowsers(path)) return [];
        const { parameters = [] } = operation;
        const filledIn = ({ name, ...parameter }: Parameter): string | undefined =>
          values.find(([start, of]) => path.startsWith(start) && of === name)?.[2] ?? exampleOf(parameter);
        const filled = parameters
          .filter((parameter) => parameter.in === 'path')
          .reduce(
            (partly, parameter) =>
              partly.replace(`{${parameter.name}}`, encodeURIComponent(filledIn(parameter) ?? expect.unreachable())),
            path,
          );
        const isFile = (type: string | undefined) => type !== undefined && !type.includes('json');
        const isAct = parameters.some(({ name }) => name === 'receipt');
        return bodiesOf(operation).map(({ headers, body }, at): Ordered => {
          const isWithQuery = method === 'get' || isFile(headers['content-type']);
          const query = new URLSearchParams();
          for (const parameter of parameters) {
            const value = parameter.in === 'query' && isWithQuery ? filledIn(parameter) : undefined;
            if (value !== undefined) query.set(parameter.name, value);
          }
          // One of each act, as each receipt waits for a signature.
          const wantsReceipt = isAct && at === 0;
          if (wantsReceipt) query.set('receipt', 'true');
          const target = `${filled.replaceAll('%2F', '/')}${query.size > 0 ? `?${query}` : ''}`;
          const { operationId } = operation;
          return { operationId, wantsReceipt, path: target, method: method.toUpperCase(), headers, body };
        });
      }),
    );
    // What is recorded is looked at behind it; what is held cannot be removed, and what is gone not looked at.
    const rank = ({ method, path }: Request) => {
      if (method === 'DELETE') return path.includes('/holds/') ? 3 : 4;
      if (method === 'POST' && /\/erasures(?:\?|$)/.test(path)) return 2;
      return method === 'PUT' ? 0 : 1;
    };
    const refused: string[] = [];
    const withoutReceipt: string[] = [];
    const receiptsAt: [operationId: string, url: string][] = [];
    for (const { operationId, wantsReceipt, ...request } of requests.toSorted(
      (one, other) => rank(one) - rank(other),
    )) {
      const answer = await sent(request);
      const text = await answer.text();
      if (!answer.ok) refused.push(`${answer.status} ${operationId} ${request.path} ${text}`);
      if (!wantsReceipt) continue;
      const receipt = receiptOf(answer, text);
      if (receipt === undefined) withoutReceipt.push(`${operationId} ${request.path} ${text}`);
      else if ('url' in receipt) receiptsAt.push([operationId, receipt.url]);
      else expect([operationId, receipt.requestId]).toEqual([operationId, answer.headers.get('x-request-id')]);
    }
    expect(refused).toEqual([]);
    expect(requests.length).toBeGreaterThan(75);
    expect(withoutReceipt).toEqual([]);
    for (const [operationId, url] of receiptsAt)
      await eventually(
        async () => [operationId, await (await service.fetch(url.slice(service.url.length))).text()],
        ([, text = '']) => /"action":"/.test(text),
      );
    const acts = requests.filter(({ wantsReceipt }) => wantsReceipt);
    expect(acts.length).toBeGreaterThan(30);
    const changing = requests.filter(({ method, operationId }) => method !== 'GET' && !isNoAct.includes(operationId));
    const named = new Set(acts.map(({ operationId }) => operationId));
    expect(changing.filter(({ operationId }) => !named.has(operationId))).toEqual([]);
  });
});
