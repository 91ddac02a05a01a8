import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { auditLog, entryOf } from './audit-log.projection.js';
import { blockSize, tallyTable } from './audit-log-tally.js';

const detected = (log: EventLog, organizationId: string, circumstances: EventContext = {}) =>
  log.event(
    'LanguageDetected',
    { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 7 },
    { organizationId, ...circumstances },
  );

const history = (): RecordedEvent[] => {
  const log = new EventLog();
  return [
    detected(log, 'org_a'),
    detected(log, 'org_b'),
    log.event('OrganizationCreated', { organizationId: 'org_a', name: 'A', tier: 'pro', createdAt: '' }),
    detected(log, 'org_a', { occurredAt: '2026-11-21T09:59:58.500Z' }),
    log.event('ApiKeyRevoked', { keyId: 'key_2', organizationId: 'org_a', revokedAt: '2026-11-21T10:00:04.000Z' }),
    detected(log, 'org_b', { actorType: 'operator', keyId: null }),
    detected(log, 'org_a', { subject: 'sub_bob' }),
  ];
};

describe('the audit log', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
  });
  afterAll(() => fixture.close());

  /** The table cannot be emptied, so each test has organizations of its own. */
  const inOrganizationsOf = (test: string, events: RecordedEvent[]): RecordedEvent[] =>
    events.map((event) => ({
      ...event,
      metadata: { ...event.metadata, organizationId: `${test}-${event.metadata.organizationId}` },
    }));
  const rowsOf = async (test: string): Promise<AuditLogEntity[]> =>
    fixture.dataSource.query<AuditLogEntity[]>(
      `select * from read_model.audit_log where organization_id like $1 || '-%' order by organization_id, number`,
      [test],
    );

  it('a block is tallied by whoever writes its last entry, in the transaction of a retry too', async () => {
    const log = new EventLog();
    const events = Array.from({ length: blockSize }, () => detected(log, 'org_a'));
    await fixture.given([auditLog], inOrganizationsOf('tallied', events), blockSize - 1);
    const { rows } = await fixture.pool.query(
      `select entries::int from ${tallyTable}
        where organization_id = 'tallied-org_a' and dimension = '' and action = 'detect'`,
    );
    expect(rows).toEqual([{ entries: blockSize }]);
  });

  it.each([1, 2, 100])(
    'the acts of each organization are numbered from 0 without gaps (batches of %i)',
    async (batchSize) => {
      const test = `numbers${batchSize}`;
      await fixture.given([auditLog], inOrganizationsOf(test, history()), batchSize);
      expect(
        (await rowsOf(test)).map(({ organization_id, number, action }) => [organization_id, number, action]),
      ).toEqual([
        [`${test}-org_a`, 0, 'detect'],
        [`${test}-org_a`, 1, 'detect'],
        [`${test}-org_a`, 2, 'api_key_revoke'],
        [`${test}-org_a`, 3, 'detect'],
        [`${test}-org_b`, 0, 'detect'],
        [`${test}-org_b`, 1, 'detect'],
      ]);
    },
  );

  it('the rows of the audit log are the same whatever the batches were', async () => {
    await fixture.given([auditLog], inOrganizationsOf('batches', history()), 1);
    const oneByOne = await rowsOf('batches');
    const other = await ReadModelFixture.open();
    try {
      await other.given([auditLog], inOrganizationsOf('batches', history()));
      expect(
        await other.dataSource.query('select * from read_model.audit_log order by organization_id, number'),
      ).toEqual(oneByOne);
    } finally {
      await other.close();
    }
  });

  it('the numbers of the audit log continue after a batch that failed', async () => {
    const [first, second, ...rest] = inOrganizationsOf('failure', history());
    if (first === undefined || second === undefined) throw new Error('the history is too short');
    const broken = { ...second, metadata: { ...second.metadata, occurredAt: '2026-02-30T00:00:00.000Z' } };
    await fixture.given([auditLog], [first]);
    await expect(fixture.given([auditLog], [...rest, broken])).rejects.toThrow();
    await fixture.given([auditLog], [second, ...rest]);
    expect((await rowsOf('failure')).map(({ number }) => number)).toEqual([0, 1, 2, 3, 0, 1]);
  });

  it('each entry is hashed as an RFC 6962 leaf of its canonical JSON, which the row alone gives again', async () => {
    await fixture.given([auditLog], inOrganizationsOf('leaves', history()));
    const rows = await rowsOf('leaves');
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      const leaf = Buffer.concat([Buffer.of(0), Buffer.from(canonicalize({ ...entryOf(row), version: 1 }) ?? '')]);
      expect(Buffer.from(row.leaf_hash)).toEqual(createHash('sha256').update(leaf).digest());
    }
  });

  it('the subject of an entry stands beside the leaf, not in it', async () => {
    await fixture.given([auditLog], inOrganizationsOf('subject', history()));
    const [row] = (await rowsOf('subject')).filter(({ subject }) => subject === 'sub_bob');
    expect(row).toBeDefined();
    expect(row && Object.values(entryOf(row))).not.toContain('sub_bob');
  });

  it('each entry knows the latest time so far and how late an entry has ever been', async () => {
    await fixture.given([auditLog], inOrganizationsOf('late', history()), 1);
    const rows = (await rowsOf('late')).filter(({ organization_id }) => organization_id === 'late-org_a');
    expect(rows.map(({ occurred_at, latest_at, lateness_ms }) => [occurred_at, latest_at, lateness_ms])).toEqual([
      ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z', 0],
      ['2026-11-21T09:59:58.500Z', '2026-11-21T10:00:00.000Z', 1_500],
      ['2026-11-21T10:00:04.000Z', '2026-11-21T10:00:04.000Z', 1_500],
      ['2026-11-21T10:00:06.000Z', '2026-11-21T10:00:06.000Z', 1_500],
    ]);
  });
});
