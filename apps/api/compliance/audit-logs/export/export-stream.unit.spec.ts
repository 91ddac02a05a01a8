import { createHash } from 'node:crypto';
import { parseVerifierKey, verifyExport } from '@transledger/audit-proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WholeExport } from '#libs/application/audit-exports/end-audit-export.handler.js';
import { rowsIn } from '#libs/platform/xlsx/workbook.fixture.js';
import { type BegunExport, ExportStream } from './export-stream.js';
import { keyOfFixture, LogFixture } from './log-tree.fixture.js';

const key = parseVerifierKey(keyOfFixture);

const streamOf = async (log: LogFixture, asked: Partial<BegunExport> = {}, assertAllowed = async () => undefined) => {
  const ends: (WholeExport | number)[] = [];
  const stream = new ExportStream(
    {
      exportId: 'exp_1',
      organizationId: 'org_1',
      format: 'ndjson',
      filter: {},
      after: -1,
      head: await log.newest(),
      follow: undefined,
      gone: new AbortController().signal,
      ...asked,
    },
    {
      entries: log,
      tree: log,
      peopleOf: async (ids) => Object.fromEntries(ids.map((id) => [id, { name: `Name of ${id}` }])),
      assertAllowed,
      onWhole: async (end) => ends.push(end),
      onBroken: async (entries) => ends.push(entries),
      lookEveryMs: 1,
      checkpointEveryMs: 5,
    },
  );
  return { stream, ends };
};

const exported = async (log: LogFixture, asked: Partial<BegunExport> = {}) => {
  const { stream, ends } = await streamOf(log, asked);
  const bytes = Buffer.concat(await Array.fromAsync(stream.bytes()));
  await stream.close();
  return { text: bytes.toString(), ends };
};

async function* once(text: string) {
  yield Buffer.from(text);
}
const verdictOn = (text: string) => verifyExport(once(text), key);
const linesOf = (text: string, type?: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => JSON.parse(line).type === type);

describe('an export', () => {
  it('a whole log is exported without gaps, and verified with the key of the log', async () => {
    const { text, ends } = await exported(new LogFixture(23));
    expect(linesOf(text).map((line) => JSON.parse(line).leaf_index)).toEqual(Array.from({ length: 23 }, (_, at) => at));
    expect(linesOf(text, 'gap')).toEqual([]);
    expect(await verdictOn(text)).toMatchObject({ verified: { entries: 23, size: 23, exportId: 'exp_1' } });
    const summary = JSON.parse(linesOf(text, 'summary')[0] ?? '');
    const before = text.slice(0, text.lastIndexOf('{"type":"summary"'));
    expect(summary.sha256).toBe(createHash('sha256').update(before).digest('hex'));
    expect(summary.next_cursor).toBe(JSON.parse(linesOf(text).at(-1) ?? '').id);
    const { sha256, entries, next_cursor: nextCursor } = summary;
    expect(ends).toEqual([{ sha256, entries, nextCursor, checkpoint: expect.stringContaining('example.org/org_1') }]);
  });

  it('any filter and beginning is verified, with the rest of the log as gaps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: -1, max: 45 }),
        fc.constantFrom(undefined, ['detect'] as const),
        async (size, after, actions) => {
          const { text } = await exported(new LogFixture(size), { after, filter: { actions } });
          const expected = Array.from({ length: size }, (_, at) => at).filter(
            (at) => at > after && (actions === undefined || at % 3 === 0),
          );
          expect(await verdictOn(text)).toMatchObject({
            verified: { entries: expected.length, leftOut: size - expected.length, size },
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('an export that goes on behind an entry has the same bytes as the rest of the whole', async () => {
    const log = new LogFixture(30);
    const whole = linesOf((await exported(log, { filter: { actions: ['detect'] } })).text);
    for (const [at, line] of whole.entries()) {
      const after = JSON.parse(line).leaf_index;
      const { text } = await exported(log, { after, filter: { actions: ['detect'] } });
      expect(linesOf(text)).toEqual(whole.slice(at + 1));
    }
  });

  it('entries that come while it is under way are not in it', async () => {
    const log = new LogFixture(20);
    const { stream } = await streamOf(log);
    const pieces = stream.bytes();
    let text = String((await pieces.next()).value);
    log.grow(5);
    for await (const piece of pieces) text += piece;
    expect(await verdictOn(text)).toMatchObject({ verified: { entries: 20, size: 20 } });
  });

  it('one that follows the log has new entries and checkpoints until it is ended, and is verified then', async () => {
    const log = new LogFixture(9);
    const ending = new AbortController();
    const { stream, ends } = await streamOf(log, { follow: ending.signal, filter: { actions: ['detect'] } });
    let text = '';
    let checkpoints = 0;
    for await (const piece of stream.bytes()) {
      text += piece;
      if (!String(piece).includes('"type":"checkpoint"')) continue;
      checkpoints += 1;
      if (checkpoints === 1) log.grow(4);
      if (checkpoints === 3) log.grow(3);
      if (checkpoints === 5) ending.abort();
    }
    await stream.close();
    expect(linesOf(text).map((line) => JSON.parse(line).leaf_index)).toEqual([0, 3, 6, 9, 12, 15]);
    expect(linesOf(text, 'checkpoint').map((line) => JSON.parse(line).size)).toEqual([9, 13, 13, 16, 16]);
    expect(await verdictOn(text)).toMatchObject({ verified: { entries: 6, size: 16 } });
    expect(ends).toEqual([expect.objectContaining({ entries: 6 })]);
  });

  it('who goes away ends it: nothing more is read, and it is recorded as broken', async () => {
    const log = new LogFixture(50);
    const { stream, ends } = await streamOf(log);
    for await (const _ of stream.bytes()) break;
    await stream.close();
    expect(log.read).toEqual([7]);
    expect(ends).toEqual([7]);
  });

  it('who goes away while it waits for new entries ends it at once, as broken', async () => {
    const gone = new AbortController();
    const log = new LogFixture(5);
    const { stream, ends } = await streamOf(log, { follow: new AbortController().signal, gone: gone.signal });
    const pieces = stream.bytes();
    await pieces.next();
    await pieces.next();
    const waiting = pieces.next();
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await stream.close();
    expect(ends).toEqual([5]);
  });

  it('a caller who may not read on gets no further page', async () => {
    const log = new LogFixture(50);
    const { stream, ends } = await streamOf(log, {}, () => {
      if (log.read.length > 2) throw new Error('revoked');
      return Promise.resolve(undefined);
    });
    await expect(Array.fromAsync(stream.bytes())).rejects.toThrow('revoked');
    await stream.close();
    expect(ends).toEqual([14]);
  });

  it.each(['csv', 'ocsf', 'cef'] as const)(
    'in %s it has entries alone, and the sum of all bytes is recorded',
    async (format) => {
      const { text, ends } = await exported(new LogFixture(10), { format, filter: { actions: ['detect'] } });
      expect(text.trimEnd().split('\n')).toHaveLength(format === 'csv' ? 5 : 4);
      expect(text.includes('file of')).toBe(format === 'csv');
      expect(text).not.toContain('"type":"gap"');
      expect(ends).toEqual([
        expect.objectContaining({ entries: 4, sha256: createHash('sha256').update(text).digest('hex') }),
      ]);
    },
  );

  it('in xlsx it is a workbook of the entries, and the sum of all its bytes is recorded', async () => {
    const { stream, ends } = await streamOf(new LogFixture(10), { format: 'xlsx', filter: { actions: ['detect'] } });
    const bytes = Buffer.concat(await Array.fromAsync(stream.bytes()));
    await stream.close();
    expect(rowsIn(bytes)['Audit log']).toHaveLength(1 + 4);
    expect(ends).toEqual([
      expect.objectContaining({ entries: 4, sha256: createHash('sha256').update(bytes).digest('hex') }),
    ]);
  });

  it('a workbook whose reader has gone ends, after the entries that were read', async () => {
    const { stream, ends } = await streamOf(new LogFixture(50), { format: 'xlsx' });
    for await (const _ of stream.bytes()) break;
    await stream.close();
    expect(ends).toHaveLength(1);
    expect(ends[0]).toBeTypeOf('number');
  });
});
