import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { metricsWith } from './metrics-page.js';
import { RunningService } from './running-service.js';

interface Readiness {
  status: string;
  dependencies: Record<string, { status: string; reason?: string }>;
}

const lagOfAuditLog = (page: string): number =>
  Number(/^transledger_projection_lag_seconds\{projection="audit-log",role="api"\} (.+)$/m.exec(page)?.[1]);

describe('the readiness of a running service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
  });
  afterAll(() => service.dispose());

  const readiness = async () => {
    const answer = await service.fetch('/health/ready', { key: null });
    return { code: answer.status, ...((await answer.json()) as Readiness) };
  };

  const auditLog = async () => {
    const answer = await service.fetch('/v1/compliance/audit-logs');
    return ((await answer.json()) as { meta: { lagging: boolean; as_of: { number: number; timestamp: string } } }).meta;
  };

  it('a projector that is stopped makes the service degraded and lists say so, and one that goes on makes it ready', async () => {
    expect(await readiness()).toMatchObject({ code: 200, status: 'ready' });
    const { lagging: wasLagging, as_of: asOf } = await auditLog();
    expect(wasLagging).toBe(false);
    const projector = service.roleOf('projector');
    process.kill(projector, 'SIGSTOP');
    try {
      const text = { text: 'The contract is signed.', source: 'en', target: 'es' };
      expect((await service.postJson('/v1/translate', text)).status).toBe(200);
      const report = await eventually(readiness, ({ status }) => status !== 'ready');
      expect(report).toMatchObject({ code: 200, status: 'degraded' });
      expect(report.dependencies.read_models).toEqual({ status: 'degraded' });
      const page = await (await service.metrics()).text();
      expect(page).toMatch(/^transledger_dependency_ready\{dependency="read_models",role="api"\} 0$/m);
      // The projector measures nothing now, and no number is better than one of before: the lag is what the API sees.
      expect(page).not.toMatch(
        /^transledger_(?:projection_lag_events|process_start_time_seconds)\{.*role="projector"/m,
      );
      expect(lagOfAuditLog(page)).toBeGreaterThanOrEqual(20);
      expect(service.logs()).toContain('The projection audit-log stands still.');
      const lagging = await auditLog();
      expect(lagging).toMatchObject({ lagging: true });
      expect(lagging.as_of).toEqual(asOf);
      await metricsWith(service, /^transledger_lagging_answers_total\{projection="audit-log",role="api"\} [1-9]/m);
    } finally {
      process.kill(projector, 'SIGCONT');
    }
    await eventually(readiness, ({ status }) => status === 'ready');
    expect(await auditLog()).toMatchObject({ lagging: false, as_of: { number: asOf.number + 1 } });
    await metricsWith(service, /^transledger_projection_lag_events\{projection="audit-log",role="projector"\} 0$/m);
    await metricsWith(service, /^transledger_projection_lag_seconds\{projection="audit-log",role="api"\} 0$/m);
  });

  it('the audit log of one organization that is held back makes the service degraded, and the operator sees why', async () => {
    const create = ['organization', 'create', '--name', 'Held', '--tier', 'max'];
    const { organization_id: id } = await commandLine<{ organization_id: string }>(service, ...create);
    const database = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
    await database.connect();
    await database.query(
      `insert into projection.held_lane
         (projection, lane, applied_to, event_id, event_type, position, reason, attempts, held_at)
       select 'audit-log', $1, position, gen_random_uuid(), 'TextTranslated', position, 'TypeError: no', 1, now()
       from projection.checkpoint where name = 'audit-log'`,
      [id],
    );
    await database.end();
    // What is retried has to be missing: the lane may have been applied whole before it was held back.
    await commandLine(service, 'organization', 'set-tier', id, 'pro');
    await eventually(readiness, ({ status }) => status === 'degraded');
    expect((await readiness()).code).toBe(200);
    const { projections } = await commandLine<{ projections: { name: string; heldLanes: { lane: string }[] }[] }>(
      service,
      ...['projections', 'status'],
    );
    const held = projections.find(({ name }) => name === 'audit-log')?.heldLanes;
    expect(held).toMatchObject([{ lane: id, reason: 'TypeError: no', attempts: 1 }]);
    const retried = await commandLine(service, 'projections', 'retry', 'audit-log', id);
    expect(retried).toMatchObject({ stillParked: [] });
    await eventually(readiness, ({ status }) => status === 'ready');
  });
});
