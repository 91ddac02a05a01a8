import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { kafkaOnly } from '#test/infra/monitoring/external-metrics.js';
import { documentedMetrics, isOfNode } from '#test/infra/monitoring/metric-reference.js';
import { queries, rules } from '#test/infra/monitoring/monitoring-files.js';
import { familyOf, metricNamesIn } from '#test/infra/monitoring/promql.js';
import { commandLine } from './command-line.js';
import { RunningService } from './running-service.js';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { operationId?: string; responses: Record<string, { description: string }> }>>;
  components: { schemas: { ErrorEnvelope: { properties: { error: { properties: { code: { enum: string[] } } } } } } };
}

const secretText = 'a-text-that-must-not-be-logged';

describe('operation, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({
      settings: { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_LOG_LEVEL: 'trace' },
    });
  });
  afterAll(() => service.dispose());

  const openApi = async () => (await (await service.fetch('/openapi.json', { key: null })).json()) as OpenApi;

  it('the service is live and ready, without a key and without an envelope', async () => {
    expect(await (await service.fetch('/health/live', { key: null })).json()).toEqual({ status: 'ok' });
    expect(await (await service.fetch('/health/ready', { key: null })).json()).toMatchObject({
      status: 'ready',
      dependencies: {
        event_store: { status: 'ready' },
        read_models: { status: 'ready' },
        blob_store: { status: 'ready' },
        inference: { status: 'ready' },
      },
    });
  });

  it('the metrics of every role are on one page', async () => {
    const answer = await service.fetch('/metrics', { key: null });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const page = await answer.text();
    for (const role of ['api', 'projector', 'worker']) {
      expect(page).toMatch(new RegExp(`transledger_process_resident_memory_bytes\\{role="${role}"\\}`));
    }
    expect(page).toMatch(/transledger_projection_lag_events\{projection="audit-log",role="projector"\} \d/);
    expect(page).toMatch(/transledger_consumer_lag_events\{group="document-translation",role="worker"\} \d/);
  });

  it('the service exposes every metric that dashboards and alerts query, and none that is not documented', async () => {
    const text = { text: 'The contract is signed.', source: 'en', target: 'es' };
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    const page = await (await service.fetch('/metrics', { key: null })).text();
    const families = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    const asked = [...queries, ...rules].flatMap(({ expr }) => metricNamesIn(expr)).map(familyOf);
    const ours = [...new Set(asked)].filter((name) => name.startsWith('transledger_'));
    const missing = ours.filter((name) => !families.includes(name));
    expect(missing.filter((name) => process.env.E2E_CLUSTER === '1' || !kafkaOnly.test(name))).toEqual([]);
    const documented = documentedMetrics();
    expect(families.filter((name) => !documented.has(name) && !isOfNode(name))).toEqual([]);
    expect(page).toMatch(/^transledger_events_appended_total\{type="TextTranslated",role="api"\} [1-9]/m);
    expect(page).toMatch(/^transledger_inference_duration_seconds_count\{mode="whole",pair="en-es",model="echo"/m);
    expect(page).toMatch(/^transledger_dependency_ready\{dependency="event_store",role="projector"\} 1$/m);
  });

  it('every route is in the OpenAPI 3.1 document, which /docs shows without other hosts', async () => {
    const { openapi, paths } = await openApi();
    expect(openapi).toMatch(/^3\.1\./);
    expect(
      Object.entries(paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m} ${path}`))
        .sort(),
    ).toEqual([
      'delete /v1/api-keys/{id}',
      'delete /v1/documents/{id}',
      'delete /v1/glossaries/{id}',
      'get /v1/api-keys',
      'get /v1/compliance/audit-logs',
      'get /v1/compliance/audit-logs/{id}',
      'get /v1/compliance/status',
      'get /v1/documents/{id}',
      'get /v1/documents/{id}/download',
      'get /v1/glossaries',
      'get /v1/glossaries/{id}',
      'get /v1/languages',
      'get /v1/organization',
      'get /v1/usage',
      'post /v1/api-keys',
      'post /v1/api-keys/{id}/rotate',
      'post /v1/detect',
      'post /v1/documents',
      'post /v1/documents/{id}/translate',
      'post /v1/glossaries',
      'post /v1/translate',
      'post /v1/translate/batch',
      'put /v1/glossaries/{id}/entries',
    ]);
    const page = await (await service.fetch('/docs', { key: null })).text();
    expect(page).not.toMatch(/https?:\/\//);
    const assets = [...page.matchAll(/"(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(3);
    for (const path of assets) {
      const asset = await service.fetch(path, { key: null });
      expect(asset.status).toBe(200);
      await asset.arrayBuffer(); // an answer that nobody reads holds up the stop
    }
  });

  it('the OpenAPI document names only errors of the catalogue, each at a status that the catalogue allows', async () => {
    const { paths, components } = await openApi();
    expect(components.schemas.ErrorEnvelope.properties.error.properties.code.enum).toEqual(Object.keys(errorCatalogue));
    for (const methods of Object.values(paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const [status, { description }] of Object.entries(responses)) {
          for (const [, code] of description.matchAll(/^`(\w+)`/gm)) {
            const known = Object.entries(errorCatalogue).find(([name]) => name === code)?.[1];
            expect(known?.statuses as readonly number[] | undefined).toContain(Number(status));
          }
        }
      }
    }
  });

  it('texts, file names, keys and secrets are in neither logs nor events', async () => {
    const body = { text: `The ${secretText} is here.`, source: 'en', target: 'es' };
    await service.postJson('/v1/translate', body, { headers: { 'user-agent': secretText } });
    await service.fetch('/v1/translate', {
      method: 'POST',
      body: secretText,
      headers: { 'content-type': 'application/json' },
    });
    const form = new FormData();
    form.set('target', 'es');
    form.set('source', 'en');
    form.set('file', new Blob([secretText]), `${secretText}.txt`);
    expect((await service.fetch('/v1/documents', { method: 'POST', body: form })).status).toBe(201);
    const { events } = await commandLine<{ events: object[] }>(service, 'events', 'read', '--limit', '1000');
    expect(events.length).toBeGreaterThan(3);
    for (const written of [JSON.stringify(events), service.logs()]) {
      expect(written).not.toContain(secretText);
      expect(written).not.toContain(service.apiKey);
      expect(written).not.toContain('127.0.0.1"');
    }
  });

  it('the command line works beside the running service', async () => {
    const { organization_id: id } = await commandLine<{ organization_id: string }>(
      service,
      ...['organization', 'create', '--name', 'Other', '--tier', 'pro'],
    );
    const created = await commandLine<{ id: string; key: string }>(
      service,
      ...['keys', 'create', '--name', 'ci', '--scopes', 'translate,detect', '--organization', id],
    );
    const listed = await commandLine<{ api_keys: { id: string }[] }>(service, 'keys', 'list', '--organization', id);
    expect(listed.api_keys.map((key) => key.id)).toContain(created.id);
    await commandLine(service, 'keys', 'revoke', created.id, '--organization', id);
    expect((await service.fetch('/v1/organization', { key: created.key })).status).toBe(401);
    const { projections } = await commandLine<{ projections: { name: string }[] }>(service, 'projections', 'status');
    expect(projections.map(({ name }) => name)).toContain('audit-log');
    const { groups } = await commandLine<{ groups: { group: string }[] }>(service, 'messages', 'status');
    expect(groups.map(({ group }) => group)).toContain('document-translation');
    expect(await commandLine(service, 'messages', 'parked')).toEqual({ parked: [] });
    expect(await commandLine(service, 'jobs', 'failed')).toEqual({ failed: [] });
    expect(await commandLine(service, 'documents', 'failed')).toEqual({ failed: [] });
    await expect(commandLine(service, 'organization', 'suspend', 'org_none')).rejects.toThrow();
  });

  it('the service stops on a signal within 30 seconds, and leaves no process', async () => {
    const started = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(() => readFileSync(join(service.dataDir, 'postgres/cluster/postmaster.pid'))).toThrow();
    await service.restart();
    expect((await service.fetch('/v1/organization')).status).toBe(200);
  });
});
