import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { OwnWrites } from '../../../access/own-writes.js';
import { validated } from '../../../http/validation.js';
import { AuditExportController } from './audit-export.controller.js';
import { AuditExportQuery } from './audit-export.dto.js';
import type { AskedExport, AuditExports } from './audit-exports.js';

const { organizationId } = accessOfKey();

const opened = (found?: object) => {
  const asked: AskedExport[] = [];
  const calls: unknown[][] = [];
  const content = Readable.from(['whole']);
  const exports = {
    begin: async (_request: unknown, wanted: AskedExport) => {
      asked.push(wanted);
      return { exportId: 'exp_1', content };
    },
  };
  const queries = {
    list: async (...args: unknown[]) => calls.push(['list', ...args]),
    one: async (...args: unknown[]) => {
      calls.push(['one', ...args]);
      return found;
    },
  };
  const ownWrites = { visibleIn: async (name: string) => calls.push(['visibleIn', name]) };
  const controller = new AuditExportController(
    exports as unknown as AuditExports,
    queries as unknown as AuditExportQueries,
    ownWrites as unknown as OwnWrites,
    { idOf: async (_organization, named) => (named.includes('@') ? 'usr_of_address' : named) },
  );
  const reply = new RecordedReply();
  const raw = Object.assign(new EventEmitter(), { closed: false, setTimeout: () => undefined });
  return { controller, asked, calls, content, reply: Object.assign(reply, { raw }) };
};

describe('GET /v1/compliance/audit-logs/export', () => {
  it('the answer is the stream of the export, under its id', async () => {
    const { controller, asked, calls, content, reply } = opened();
    await controller.export(requestOf(), reply.asReply, { action: 'detect', start: '2026-11-01', cursor: 'aud_1' });
    expect(asked).toEqual([
      {
        format: 'ndjson',
        filter: expect.objectContaining({ actions: ['detect'], start: '2026-11-01T00:00:00.000Z' }),
        cursor: 'aud_1',
        follow: false,
        gone: expect.any(AbortSignal),
      },
    ]);
    expect(calls).toEqual([['visibleIn', 'audit-log']]);
    await controller.export(requestOf(), opened().reply.asReply, { user_id: 'ada@example.com' });
    expect(asked[1]?.filter).toMatchObject({ userId: 'usr_of_address' });
    expect(reply.sent).toBe(content);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-export-id': 'exp_1',
      'content-disposition': expect.stringContaining('audit-log-exp_1.ndjson'),
      'cache-control': 'private, no-store',
    });
  });

  it('an export knows when its reader has gone', async () => {
    const { controller, asked, reply } = opened();
    await controller.export(requestOf(), reply.asReply, { format: 'csv' });
    expect(asked[0]?.gone.aborted).toBe(false);
    reply.raw.emit('close');
    expect(asked[0]?.gone.aborted).toBe(true);
  });

  it('HEAD has the headers, and begins no export', async () => {
    const { controller, asked, reply } = opened();
    await controller.export({ ...requestOf(), method: 'HEAD' } as never, reply.asReply, { format: 'cef' });
    expect(asked).toEqual([]);
    expect(reply.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' });
  });

  it('only NDJSON is followed', async () => {
    const { controller, asked, reply } = opened();
    const following = () => controller.export(requestOf(), reply.asReply, { format: 'csv', follow: 'true' });
    expect(await rejectionOf(following)).toMatchObject({ details: { follow: ['is possible in ndjson only'] } });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a parameter that only lists have', { limit: '5' }, 'limit'],
    ['a format that nobody knows', { format: 'xml' }, 'format'],
    ['an action that nobody knows', { action: 'detekt' }, 'action'],
    ['a flag that is none', { follow: 'yes' }, 'follow'],
  ])('%s is refused by its name', async (_, query, name) => {
    const rejection = await rejectionOf(async () => validated(AuditExportQuery, query));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { [name]: expect.anything() } });
  });
});

describe('GET /v1/compliance/audit-logs/exports', () => {
  it('the list shows those of the own organization, after its own writes', async () => {
    const { controller, calls } = opened();
    await controller.list(requestOf(), { limit: '3' });
    expect(calls).toEqual([
      ['visibleIn', 'audit-exports'],
      ['list', organizationId, { limit: 3, offset: 0, cursor: undefined }],
    ]);
  });

  it('one that is missing or of another organization is not_found', async () => {
    const found = opened({ export_id: 'exp_1' });
    expect(await found.controller.one(requestOf(), 'exp_1')).toEqual({ export_id: 'exp_1' });
    expect(found.calls.at(-1)).toEqual(['one', organizationId, 'exp_1']);
    const { controller } = opened();
    expect(await rejectionOf(() => controller.one(requestOf(), 'exp_2'))).toMatchObject({ code: 'not_found' });
  });
});
