import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { auditExports } from './audit-exports.projection.js';
import { AuditExportQueries } from './audit-exports.queries.js';

const later = '2026-11-21T11:00:00.000Z';

describe('exports of the audit log', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: InMemorySubjectKeys;
  let queries: AuditExportQueries;
  let caller: EventContext;
  let eve: { subject: string; sealed: string };

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.empty('audit_export');
    subjectKeys = new InMemorySubjectKeys();
    queries = new AuditExportQueries(fixture.dataSource, subjectKeys);
    const subject = await subjectKeys.subjectFor('org_a', 'ada');
    caller = { subject, sealedClient: await subjectKeys.seal(subject, { user_id: 'ada' }) };
    const subjectOfEve = await subjectKeys.subjectFor('org_a', 'eve');
    eve = { subject: subjectOfEve, sealed: await subjectKeys.seal(subjectOfEve, { value: 'eve' }) };
  });

  const log = new EventLog();
  const started = (exportId: string, organizationId = 'org_a') =>
    log.event(
      'AuditLogExportStarted',
      {
        exportId,
        organizationId,
        format: 'csv',
        filters: { action: ['detect'], user_id: eve, ip_address: null },
        after: 4,
        follow: false,
        treeSize: 7,
        startedAt: '2026-11-21T10:00:00.000Z',
      },
      { ...caller, organizationId },
    );
  const record = {
    export_id: 'exp_1',
    status: 'started',
    reason: null,
    format: 'csv',
    follow: false,
    filters: { action: ['detect'], user_id: 'eve', ip_address: '[erased]', after: 4 },
    entries: null,
    sha256: null,
    checkpoint: null,
    next_cursor: null,
    requested_by: 'ada',
    created_at: '2026-11-21T10:00:00.000Z',
    ended_at: null,
  };
  const page = { limit: 10, offset: 0 };

  it('an export is listed from its start on, with who asked for what', async () => {
    await fixture.given([auditExports], [started('exp_1')]);
    expect(await queries.one('org_a', 'exp_1')).toEqual(record);
    expect((await queries.list('org_a', page)).exports).toEqual([record]);
  });

  it('an abandoned export has failed, and why; the others that have not ended are found', async () => {
    const abandoned = log.event('AuditLogExportAbandoned', {
      ...{ exportId: 'exp_1', organizationId: 'org_a', abandonedAt: later },
    });
    await fixture.given([auditExports], [started('exp_1'), started('exp_2'), started('exp_3', 'org_b'), abandoned]);
    const failed = { ...record, status: 'failed', reason: 'process_ended', ended_at: later };
    expect(await queries.one('org_a', 'exp_1')).toEqual(failed);
    expect(await queries.started('', 10)).toEqual(['exp_2', 'exp_3']);
    expect(await queries.started('exp_2', 10)).toEqual(['exp_3']);
    expect(await queries.started('', 1)).toEqual(['exp_2']);
  });

  it('a completed export has what the file ends with, a broken one how far it came', async () => {
    const end = { entries: 3, sha256: 'ab', checkpoint: 'note', nextCursor: 'aud_3' };
    await fixture.given(
      [auditExports],
      [
        started('exp_1'),
        started('exp_2'),
        log.event('AuditLogExportCompleted', {
          ...end,
          exportId: 'exp_1',
          organizationId: 'org_a',
          format: 'csv',
          completedAt: later,
        }),
        log.event('AuditLogExportBroken', { exportId: 'exp_2', organizationId: 'org_a', entries: 2, brokenAt: later }),
      ],
    );
    const { nextCursor, ...ended } = end;
    const { exports } = await queries.list('org_a', page);
    expect(exports).toEqual([
      { ...record, export_id: 'exp_2', status: 'broken', entries: 2, ended_at: later },
      { ...record, ...ended, next_cursor: nextCursor, status: 'completed', ended_at: later },
    ]);
  });

  it('exports of a subject are those that it asked for and those whose filter names it', async () => {
    const ofNobody = await subjectKeys.subjectFor('org_a', 'nobody');
    await fixture.given([auditExports], [started('exp_1'), started('exp_2', 'org_b')]);
    for (const subject of [caller.subject, eve.subject])
      expect(await queries.listOf('org_a', `${subject}`, page)).toMatchObject({
        exports: [record],
        pagination: { total: 1 },
      });
    expect((await queries.listOf('org_a', ofNobody, page)).exports).toEqual([]);
  });

  it('who is erased is not named any more, and another organization sees nothing', async () => {
    await fixture.given([auditExports], [started('exp_1')]);
    await eraseSubject(subjectKeys, 'org_a', 'eve');
    await eraseSubject(subjectKeys, 'org_a', 'ada');
    expect(await queries.one('org_a', 'exp_1')).toMatchObject({
      requested_by: '[erased]',
      filters: { user_id: '[erased]' },
    });
    expect(await queries.one('org_b', 'exp_1')).toBeUndefined();
    expect((await queries.list('org_b', page)).pagination.total).toBe(0);
  });
});
