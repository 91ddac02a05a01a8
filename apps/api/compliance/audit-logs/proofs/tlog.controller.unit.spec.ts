import { decodeBundle, leafHash } from '@transledger/audit-proof';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { signedLogOf } from './log.fixture.js';
import { TlogController } from './tlog.controller.js';

const { organizationId } = accessOfKey();
const texts = Array.from({ length: 300 }, (_, at) => `leaf ${at}`);
const leaves = texts.map((text) => leafHash(Buffer.from(text)));

let log: Awaited<ReturnType<typeof signedLogOf>>;
let controller: TlogController;
beforeEach(async () => {
  log = await signedLogOf(organizationId, leaves, 270);
  const entries = { leaves: async (_: string, from: number, to: number) => texts.slice(from, to) };
  controller = new TlogController(log.logs, log.tree, entries as unknown as AuditLogExportQueries);
});

const get = async (path: string) => {
  const reply = new RecordedReply();
  await controller.tile({ ...requestOf(), params: { '*': path } } as FastifyRequest, reply.asReply);
  return { reply, bytes: Buffer.from(reply.sent as Uint8Array) };
};

describe('the log by the protocol of others', () => {
  it('the checkpoint is the note alone, and not kept', async () => {
    const reply = new RecordedReply();
    await controller.checkpoint(requestOf(), reply.asReply);
    expect(reply.sent).toBe(log.signed.checkpoint);
    expect(reply.headers).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Authorization, Cookie',
    });
  });

  it('a tile has its hashes, a partial one those that are signed', async () => {
    expect((await get('0/000')).bytes).toEqual(Buffer.concat(leaves.slice(0, 256)));
    const { bytes } = await get('0/001.p/14');
    expect(bytes).toEqual(Buffer.concat(leaves.slice(256, 270)));
  });

  it('a bundle has the entries', async () => {
    const { bytes } = await get('entries/001.p/2');
    expect(decodeBundle(bytes).map((leaf) => Buffer.from(leaf).toString())).toEqual(texts.slice(256, 258));
  });

  it.each(['0/000', '0/001.p/14', '1/000.p/1', 'entries/000', 'entries/001.p/2'])(
    'what %s is, callers are told, who may keep it for themselves',
    async (path) => {
      expect((await get(path)).reply.headers).toEqual({
        'content-type': 'application/octet-stream',
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'Authorization, Cookie',
      });
    },
  );

  it.each(['0/001', '0/001.p/15', '1/001', '0/1', '0/000.p/0', 'x', 'entries/002'])(
    'what the signed tree does not have (%s) is not_found',
    async (path) => {
      expect(await rejectionOf(() => get(path))).toMatchObject({ code: 'not_found' });
    },
  );
});
