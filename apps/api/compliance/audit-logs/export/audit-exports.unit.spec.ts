import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EndAuditExport } from '#libs/application/audit-exports/end-audit-export.handler.js';
import { StartAuditExport } from '#libs/application/audit-exports/start-audit-export.handler.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { Admission } from '../../../access/admission.js';
import { type AskedExport, AuditExports } from './audit-exports.js';
import { LogFixture } from './log-tree.fixture.js';

const whole: AskedExport = {
  format: 'ndjson',
  filter: {},
  cursor: undefined,
  follow: false,
  gone: new AbortController().signal,
};
const credentialHash = 'session:hash';
const request = requestOf({}, { caller: { credentialHash } });

describe('the exports of a node', () => {
  let log: LogFixture;
  let commands: RecordedCommands;
  let connections: number;
  let exports: AuditExports;
  let leases: InMemoryLeases;
  /** Hashes of the credentials that were admitted again while an export ran. */
  let admitted: Set<string>;
  const opened = () => {
    const admission = {
      admitKey: async (_: unknown, hash: string) => {
        admitted.add(hash);
      },
      openConnection: () => {
        connections += 1;
        return () => {
          connections -= 1;
        };
      },
    };
    const numberOf = async (_: string, id: string) => (id === 'aud_3' ? 3 : undefined);
    const entries = Object.assign(log, { numberOf }) as unknown as AuditLogExportQueries;
    const logger = { error: () => undefined } as unknown as Logger;
    const people = { named: async () => ({}) };
    return new AuditExports(
      commands.asCommands,
      entries,
      log,
      admission as unknown as Admission,
      leases,
      logger,
      people,
    );
  };
  beforeEach(() => {
    log = new LogFixture(20);
    commands = new RecordedCommands();
    connections = 0;
    leases = new InMemoryLeases();
    admitted = new Set();
    exports = opened();
  });
  const ends = () => commands.sent.filter((command) => command instanceof EndAuditExport).map(({ end }) => end);

  it('the start is recorded before anything is read, and the end with what was sent', async () => {
    const filter = { actions: ['detect'], userId: 'ada', start: undefined } as const;
    const { exportId, content } = await exports.begin(request, { ...whole, filter, cursor: 'aud_3' });
    expect(log.read).toEqual([]);
    expect(commands.sent).toEqual([
      expect.objectContaining({
        wanted: {
          exportId,
          format: 'ndjson',
          filters: { action: ['detect'], user_id: 'ada' },
          after: 3,
          follow: false,
          treeSize: 20,
        },
      }),
    ]);
    expect(commands.sent[0]).toBeInstanceOf(StartAuditExport);
    const sent = await text(content);
    expect(JSON.parse(sent.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ export_id: exportId, entries: 5 });
    await exports.onApplicationShutdown();
    expect(ends()).toEqual([expect.objectContaining({ entries: 5 })]);
  });

  it('an export whose reader went away before it read anything has ended too', async () => {
    const { content } = await exports.begin(request, whole);
    content.destroy();
    await exports.onApplicationShutdown();
    expect(ends()).toEqual([{ brokenAfter: 0 }]);
  });

  it('its lease is held from before its start until after its end: a sign of life', async () => {
    const { exportId, content } = await exports.begin(request, whole);
    expect(leases.names).toEqual([`audit-export/${exportId}`]);
    await text(content);
    await exports.onApplicationShutdown();
    expect(leases.names).toEqual([]);
  });

  it('one whose lease is lost is cut off: another may have ended it', async () => {
    const { exportId, content } = await exports.begin(request, whole);
    leases.lose(`audit-export/${exportId}`);
    await expect(text(content)).rejects.toThrow('lost');
    await exports.onApplicationShutdown();
    expect(ends()).toEqual([{ brokenAfter: expect.any(Number) }]);
  });

  it('between its pages its caller is looked at again, a signed-in user too', async () => {
    await text((await exports.begin(request, whole)).content);
    expect([...admitted]).toEqual([credentialHash]);
  });

  it('ten exports of an organization are under way at a time, and another when one has ended', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => exports.begin(request, whole)));
    expect(await rejectionOf(() => exports.begin(request, whole))).toMatchObject({
      code: 'concurrent_limit',
      details: { limit: 10, scope: 'organization' },
    });
    begun[0]?.content.destroy();
    await vi.waitFor(() => exports.begin(request, whole), 30_000);
    expect(await rejectionOf(() => exports.begin(request, whole))).toMatchObject({ code: 'concurrent_limit' });
  });

  it('one that cannot begin takes no place', async () => {
    expect(await rejectionOf(() => exports.begin(request, { ...whole, cursor: 'aud_4' }))).toMatchObject({
      details: { cursor: ['is not the id of an entry'] },
    });
    commands = new RecordedCommands(new Error('away'));
    exports = opened();
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await expect(exports.begin(request, whole)).rejects.toThrow('away');
    }
    expect(leases.names).toEqual([]);
  });

  it('one that follows is a connection of the key and no request in flight, and ends whole when the node stops', async () => {
    let requests = 1;
    const endRequest = () => {
      requests -= 1;
    };
    const following = requestOf({}, { caller: { credentialHash, endRequest } });
    const { content } = await exports.begin(following, { ...whole, follow: true });
    expect([connections, requests]).toEqual([1, 0]);
    const sent = text(content);
    exports.beforeApplicationShutdown();
    expect((await sent).trimEnd().split('\n').at(-1)).toContain('"type":"summary"');
    await exports.onApplicationShutdown();
    expect(connections).toBe(0);
    expect(ends()).toEqual([expect.objectContaining({ entries: 20 })]);
  });
});
