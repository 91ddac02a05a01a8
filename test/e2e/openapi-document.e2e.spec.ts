import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { describedApi } from '#test/openapi/described-api.js';
import type { OpenApiDocument } from '#test/openapi/openapi-tools.js';
import type { RunningService } from './running-service.js';
import { sharedService, withTrace } from './shared-service.js';

interface DescribedResponse {
  description: string;
  content?: Record<string, { examples?: object }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, DescribedResponse | { $ref: string }>;
}

interface Document extends OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, DescribedResponse>;
    schemas: { ErrorEnvelope: { properties: { error: { properties: { code: { enum: string[] } } } } } };
    examples: Record<string, { value: { error: { code: string; status: number } } }>;
  };
}

describe('the OpenAPI document, seen from outside', () => {
  let service: RunningService;
  let document: Document;
  beforeAll(async () => {
    service = await sharedService(withTrace);
    document = (await (await service.fetch('/openapi.json', { key: null })).json()) as Document;
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('who takes a compressed body gets one with a tag of its own, and 304 once he has it', async () => {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      service.fetch('/openapi.json', { method, key: null, headers });
    const sizes: number[] = [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await ask({ 'accept-encoding': encoding }, 'HEAD');
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('vary')).toMatch(/\bAccept-Encoding$/);
      sizes.push(Number(answer.headers.get('content-length')));
      expect(await (await ask({ 'accept-encoding': encoding })).json()).toEqual(document);
      const tag = answer.headers.get('etag') ?? '';
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': tag });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    }
    const [br = 0, gzip = 0, plain = 0] = sizes;
    expect(br).toBeGreaterThan(1_000);
    expect(br).toBeLessThan(gzip);
    expect(gzip).toBeLessThan(plain / 5);
  });

  it('every route is in it, and /docs shows it without other hosts', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const routes = operations().map(({ method, path }) => `${method} ${path}`);
    await expect(routes.sort().join('\n')).toMatchFileSnapshot('routes.txt');
    const page = await (await service.fetch('/docs', { key: null })).text();
    expect(page).not.toMatch(/https?:\/\//);
    const assets = [...page.matchAll(/"(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.length).toBeGreaterThanOrEqual(3);
    expect(page).toMatch(/<link rel="icon" [^>]*href="\/docs\/[^"]+"/);
    for (const path of assets) {
      const asset = await service.fetch(path, { key: null });
      expect(asset.status).toBe(200);
      await asset.arrayBuffer(); // an answer that nobody reads holds up the stop
    }
  });

  const described = (response: DescribedResponse | { $ref: string }): DescribedResponse => {
    if (!('$ref' in response)) return response;
    const found = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    if (found === undefined) throw new Error(`${response.$ref} is nowhere`);
    return found;
  };

  it('it names only errors of the catalogue, each at a status that the catalogue allows, with an example', async () => {
    const { schemas, examples } = document.components;
    expect(schemas.ErrorEnvelope.properties.error.properties.code.enum).toEqual(Object.keys(errorCatalogue));
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { description, content } = described(response);
        for (const [, code = ''] of description.matchAll(/^`(\w+)`/gm)) {
          const known = Object.entries(errorCatalogue).find(([name]) => name === code)?.[1];
          expect(known?.statuses as readonly number[] | undefined).toContain(Number(status));
          expect(content?.['application/json']?.examples).toHaveProperty(code);
          expect(examples[`${code}_${status}`]?.value.error).toMatchObject({ code, status: Number(status) });
        }
      }
    }
  });

  it.skipIf(process.env.E2E_CLUSTER === '1')('it is the one that linters and generators of clients read', async () => {
    expect(document).toEqual(await describedApi({ TRANSLEDGER_PUBLIC_URL: service.url }));
  });
});
