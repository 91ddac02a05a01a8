import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationScopes, scopes } from '#libs/domain/api-key/scopes.js';
import { kafkaOnly, modelsOnly } from '#test/infra/monitoring/external-metrics.js';
import { documentedMetrics, isOfNode } from '#test/infra/monitoring/metric-reference.js';
import { queries, rules } from '#test/infra/monitoring/monitoring-files.js';
import { familyOf, metricNamesIn } from '#test/infra/monitoring/promql.js';
import { commandLine, runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { metricsWith } from './metrics-page.js';
import { RunningService } from './running-service.js';
import { withTrace } from './shared-service.js';

const secretText = 'a-text-that-must-not-be-logged';

interface Diagnosis {
  healthy: boolean;
  findings: { check: string; verdict: string; remedy?: string }[];
}

describe('operation, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings: withTrace });
  });
  afterAll(() => service.dispose());

  it('the service is live and ready, without a key and without an envelope', async () => {
    expect(await (await service.fetch('/health/live', { key: null })).json()).toEqual({ status: 'ok' });
    expect(await (await service.fetch('/health/ready', { key: null })).json()).toMatchObject({
      status: 'ready',
      dependencies: {
        event_store: { status: 'ready' },
        read_models: { status: 'ready' },
        audit_logs: { status: 'ready' },
        api_keys: { status: 'ready' },
        blob_store: { status: 'ready' },
        inference: { status: 'ready' },
      },
    });
  });

  it('the metrics of every role are on one page', async () => {
    const answer = await service.metrics();
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const page = await answer.text();
    for (const role of ['api', 'projector', 'worker']) {
      expect(page).toMatch(new RegExp(`transledger_process_resident_memory_bytes\\{role="${role}"\\}`));
    }
    // Each is known in a moment, and not a number before.
    await metricsWith(service, /transledger_projection_lag_events\{projection="audit-log",role="projector"\} \d/);
    await metricsWith(service, /transledger_consumer_lag_events\{group="document-translation",role="worker"\} \d/);
  });

  it('the service exposes every metric that dashboards and alerts query, and none that is not documented', async () => {
    const text = { text: 'The contract is signed.', source: 'en', target: 'es' };
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    const appended = /^transledger_events_appended_total\{type="TextTranslated",role="api"\} [1-9]/m;
    const page = await metricsWith(service, appended);
    const families = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    const asked = [...queries, ...rules].flatMap(({ expr }) => metricNamesIn(expr)).map(familyOf);
    const ours = [...new Set(asked)].filter((name) => name.startsWith('transledger_'));
    const missing = ours.filter((name) => !families.includes(name));
    const elsewhere = (name: string) =>
      modelsOnly.test(name) || (process.env.E2E_CLUSTER !== '1' && kafkaOnly.test(name));
    expect(missing.filter((name) => !elsewhere(name))).toEqual([]);
    const documented = documentedMetrics();
    expect(families.filter((name) => !documented.has(name) && !isOfNode(name))).toEqual([]);
    expect(page).toMatch(/^transledger_inference_duration_seconds_count\{mode="whole",pair="en-es",model="echo"/m);
    expect(page).toMatch(/^transledger_dependency_ready\{dependency="event_store",role="projector"\} 1$/m);
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
    const answered = service
      .logs()
      .split('\n')
      .filter((line) => line.includes('a request was answered'));
    const requests = answered.map((line): object => JSON.parse(line));
    expect(requests).toContainEqual(expect.objectContaining({ route: '/v1/documents', status: 201 }));
    for (const written of [JSON.stringify(events), service.logs()]) {
      expect(written).not.toContain(secretText);
      expect(written).not.toContain(service.apiKey);
      expect(written).not.toContain('127.0.0.1"');
    }
  });

  it('the command line works beside the running service', async () => {
    const organization = await commandLine<{ organization_id: string }>(
      service,
      ...['organization', 'create', '--name', 'Other', '--tier', 'pro'],
    );
    const id = organization.organization_id;
    // These two names are promised to scripts.
    expect(organization).toEqual({
      organization_id: expect.stringMatching(/^org_/),
      api_key: expect.stringMatching(/^tl_live_/),
    });
    const created = await commandLine<{ id: string; key: string }>(
      service,
      ...['keys', 'create', '--name', 'ci', '--scopes', 'translate,detect', '--organization', id],
    );
    const listed = await commandLine<{ api_keys: { id: string }[] }>(service, 'keys', 'list', '--organization', id);
    expect(listed.api_keys.map((key) => key.id)).toContain(created.id);
    const createKey = (name: string, ...more: string[]) =>
      commandLine<{ scopes: string[] }>(service, 'keys', 'create', '--name', name, ...more, '--organization', id);
    expect((await createKey('application')).scopes).toEqual(applicationScopes);
    expect((await createKey('administrator', '--scopes', 'all')).scopes).toEqual(scopes);
    await expect(commandLine(service, 'messages', 'retry', 'nobody')).rejects.toThrow(/no consumer group nobody/);
    const rotate = ['keys', 'rotate', created.id, '--organization', id];
    const successor = await commandLine<{ id: string; scopes: string[]; rotated_from: string; key: string }>(
      service,
      ...rotate,
    );
    expect(successor).toMatchObject({ scopes: ['translate', 'detect'], rotated_from: created.id });
    await expect(commandLine(service, ...rotate)).rejects.toThrow(/has been rotated already/);
    await eventually(
      async () => (await service.fetch('/v1/languages', { key: successor.key })).status,
      (status) => status === 403,
    );
    await commandLine(service, 'keys', 'revoke', created.id, '--organization', id);
    // The nodes of the API hear of it by the log.
    await eventually(
      async () => (await service.fetch('/v1/organization', { key: created.key })).status,
      (status) => status === 401,
    );
    const { projections } = await commandLine<{ projections: { name: string }[] }>(service, 'projections', 'status');
    expect(projections.map(({ name }) => name)).toContain('audit-log');
    const { groups } = await commandLine<{ groups: { group: string }[] }>(service, 'messages', 'status');
    expect(groups.map(({ group }) => group)).toContain('document-translation');
    expect(await commandLine(service, 'messages', 'parked')).toEqual({ parked: [] });
    expect(await commandLine(service, 'jobs', 'failed')).toEqual({ failed: [] });
    expect(await commandLine(service, 'documents', 'failed')).toEqual({ failed: [] });
    await expect(commandLine(service, 'organization', 'suspend', 'org_none')).rejects.toThrow();
  });

  it('the doctor finds nothing wrong with a service that is well, and names what is not there', async () => {
    const settings = { ...service.commandLineSettings, TRANSLEDGER_INFERENCE: 'echo' };
    const { healthy, findings } = await runCommandLine<Diagnosis>(settings, 'doctor');
    expect(findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    expect(healthy).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'disk',
        'database',
        'api',
        'master key',
        'clock',
        'projections',
        'consumer groups',
        'jobs',
      ]),
    );
    const redis = { ...settings, REDIS_URL: 'redis://127.0.0.1:1' };
    const away = await runCommandLine(redis, 'doctor').catch((error: { stdout: string }) => error);
    const missed: Diagnosis = JSON.parse((away as { stdout: string }).stdout);
    expect(missed.findings.filter(({ verdict }) => verdict === 'wrong').map(({ check }) => check)).toEqual(['redis']);
    const nowhere = {
      TRANSLEDGER_DATA_DIR: join(service.dataDir, 'none'),
      TRANSLEDGER_INFERENCE: 'echo',
      REDIS_URL: 'redis://127.0.0.1:1',
    };
    const failed = await runCommandLine(nowhere, 'doctor').catch((error: { code: number; stdout: string }) => error);
    expect(failed).toMatchObject({ code: 1 });
    const diagnosis: Diagnosis = JSON.parse((failed as { stdout: string }).stdout);
    expect(diagnosis.healthy).toBe(false);
    const wrong = diagnosis.findings.filter(({ verdict }) => verdict === 'wrong');
    expect(wrong.map(({ check }) => check)).toEqual(['data folder', 'redis', 'service']);
    for (const { remedy } of wrong) expect(remedy).not.toBe('');
  });

  it('the service stops on a signal within 30 seconds, and leaves no process', async () => {
    const started = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(() => readFileSync(join(service.dataDir, 'postgres/cluster/postmaster.pid'))).toThrow();
  });
});
