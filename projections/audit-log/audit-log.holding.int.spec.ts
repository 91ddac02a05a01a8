import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendToEnd } from '#libs/ports/event-store/contract/append-to-end.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { ProjectionFixture } from '#libs/read-side/projection/projection.fixture.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import type { RunnableProjection } from '#libs/read-side/projection/runner/runnable-projection.js';
import { migrateReadModels } from '#projections/all-projections.js';
import { EventLog } from '#projections/read-model.fixture.js';
import { auditLog } from './audit-log.projection.js';

describe('the audit log and an event that a release cannot apply', () => {
  let fixture: ProjectionFixture;
  const log = new EventLog();
  /** Ids of events that this release cannot apply. */
  const broken = new Set<string>();
  const release: RunnableProjection = {
    ...auditLog,
    handlers: Object.fromEntries(
      Object.entries(auditLog.handlers).map(([type, record]) => [
        type,
        (rows: never, event: { id: string }) => {
          if (broken.has(event.id)) throw new TypeError('not yet understood');
          (record as (rows: never, event: object) => void)(rows, event);
        },
      ]),
    ),
  };

  beforeAll(async () => {
    fixture = await ProjectionFixture.open();
    await migrateReadModels(fixture.url);
  });
  afterAll(() => fixture.close());

  /** Appends an act of the organization; `version` is that of the form of its event. */
  const append = async (
    organizationId: string,
    { isBroken = false, version = 1 } = {},
  ): Promise<{ id: string; position: Position }> => {
    const data = { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 7 };
    const { type, metadata }: RecordedEvent = log.event('LanguageDetected', data, { organizationId });
    const event = { id: randomUUID(), type, version, data, metadata };
    if (isBroken) broken.add(event.id);
    const { position } = await appendToEnd(fixture.eventStore, `facts-${organizationId}`, [event]);
    return { id: event.id, position };
  };

  const logOf = async (organizationId: string): Promise<[number, string][]> => {
    const sql = 'select number::int, event_id from read_model.audit_log where organization_id = $1 order by number';
    const { rows } = await fixture.pool.query<{ number: number; event_id: string }>(sql, [organizationId]);
    return rows.map((row) => [row.number, row.event_id]);
  };
  const numbered = (...events: { id: string }[]) => events.map(({ id }, number) => [number, id]);

  it('one organization is held back alone, and catches up in order once the release is mended', async () => {
    const runner = fixture.run([release]);
    const first = await append('org_a');
    const other = await append('org_b');
    const poison = await append('org_a', { isBroken: true });
    const behind = await append('org_a');
    const others = [other, await append('org_b'), await append('org_b')];
    await fixture.passed('audit-log', others.at(-1)?.position ?? poison.position);
    expect(await logOf('org_a')).toEqual(numbered(first));
    expect(await logOf('org_b')).toEqual(numbered(...others));

    broken.clear();
    expect(await runner.retryParked('audit-log', 'org_a')).toEqual({ applied: 2, stillParked: [] });
    const after = await append('org_a');
    await fixture.passed('audit-log', after.position);
    expect(await logOf('org_a')).toEqual(numbered(first, poison, behind, after));
    const { pool, eventStore, leases } = fixture;
    const rebuilt = await rebuildProjection({ pool, eventStore, leases, projection: release });
    expect(rebuilt.comparison.kind).toBe('equal');
  });

  it('an event of a newer release holds back the organization that its metadata names', async () => {
    const runner = fixture.run([release]);
    const first = await append('org_c');
    await append('org_c', { version: 99 });
    await append('org_c');
    const other = await append('org_d');
    await fixture.passed('audit-log', other.position);
    expect(await logOf('org_c')).toEqual(numbered(first));
    expect(await logOf('org_d')).toEqual(numbered(other));
    const [status] = await runner.status();
    expect(status?.heldLanes).toMatchObject([{ lane: 'org_c', eventType: 'LanguageDetected' }]);
    expect(status?.heldLanes[0]?.reason).toContain('newer release');
  });
});
