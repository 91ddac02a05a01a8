import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toHex } from './bytes.js';
import { publicKeyOf } from './ed25519.js';
import { count, entryOf, gap, headOf, idOf, linesOf, made, name, secret, withSummary } from './export.fixture.js';
import { type ExportVerdict, formatVerifierKey, makeVerifierKey, parseVerifierKey, verifyExport } from './index.js';

async function* piecesOf(file: Uint8Array, length = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += length) yield file.subarray(at, at + length);
}
const verify = async (file: string | Uint8Array, key?: string): Promise<ExportVerdict> =>
  verifyExport(
    piecesOf(typeof file === 'string' ? Buffer.from(file) : file),
    key === undefined ? undefined : parseVerifierKey(key),
  );

/** A stream as browsers have it that do not iterate streams. */
const streamOf = (file: string) => {
  let isCancelled = false;
  const bytes = Buffer.from(file);
  let at = 0;
  const reader = {
    read: async () => {
      const value = bytes.subarray(at, at + 1_000);
      at += value.length;
      return value.length === 0 ? { done: true } : { done: false, value };
    },
    cancel: async () => {
      isCancelled = true;
    },
  };
  return { getReader: () => reader, isCancelled: () => isCancelled };
};

describe('the verification of an export', () => {
  let key: string;
  let head: string;
  let whole: string;
  const leaves = made.map(({ leaf }) => leaf);
  const last = idOf(count - 1);
  beforeAll(async () => {
    key = formatVerifierKey(makeVerifierKey(name, await publicKeyOf(secret)));
    head = await headOf(leaves);
    whole = withSummary(linesOf(made) + head, last);
  });

  it('a whole export is verified with the key of the log, and with the one in the file', async () => {
    const verified = { entries: count, leftOut: 0, erased: 12, unproven: 0, size: count, organizationId: 'org_1' };
    expect(await verify(whole, key)).toMatchObject({ verified: { ...verified, origin: name, exportId: 'exp_1' } });
    expect(await verify(whole)).toMatchObject({ verified });
  });

  it('pieces of any length give the same', async () => {
    for (const length of [1, 7, 65_536]) {
      expect(await verifyExport(piecesOf(Buffer.from(whole), length))).toHaveProperty('verified');
    }
  });

  it('entries with gaps before, between and behind them lead to the same root', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(count - 1)), async (chosen) => {
        let at = 0;
        let body = '';
        for (const number of chosen.sort((one, other) => one - other)) {
          body += (number > at ? gap(at, number) : '') + made[number]?.line;
          at = number + 1;
        }
        body += (at < count ? gap(at, count) : '') + head;
        const next = chosen.length === 0 ? null : idOf(at - 1);
        expect(await verify(withSummary(body, next))).toMatchObject({
          verified: { entries: chosen.length, leftOut: count - chosen.length },
        });
      }),
      { numRuns: 50 },
    );
  });

  it('an entry that is older than the one before is named, and the export verified all the same', async () => {
    const older = { timestamp: '2026-11-21T09:59:29.000Z' };
    const changed = made.with(3, entryOf(3, { shown: older, leaf: older }));
    const body = linesOf(changed) + (await headOf(changed.map(({ leaf }) => leaf)));
    expect(await verify(withSummary(body, last), key)).toMatchObject({
      verified: { entries: count, older: { count: 1, ids: [idOf(3)] } },
    });
    expect(await verify(whole)).toMatchObject({ verified: { older: { count: 0, ids: [] } } });
  });

  it('a followed export is verified at each checkpoint', async () => {
    const body = linesOf(made.slice(0, 8)) + (await headOf(leaves.slice(0, 8))) + linesOf(made.slice(8)) + head;
    expect(await verify(withSummary(body, last))).toMatchObject({ verified: { entries: count, size: count } });
  });

  it('any changed byte is found, and one in an entry names it', async () => {
    const file = Buffer.from(whole);
    let length = 0;
    const ends = made.map(({ line }) => {
      length += Buffer.byteLength(line);
      return length;
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flipped) => {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ flipped;
        const verdict = await verify(changed);
        const number = ends.findIndex((end) => at < end);
        expect({ at, flipped, ...verdict }).toMatchObject({
          fault: number < 0 ? { reason: expect.any(String) } : { entryId: idOf(number), line: number + 1 },
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a user that its leaf does not commit to', { shown: { user_id: 'eve' } }, /user_id is not|user_id has no/],
    ['a value whose opening was taken away', { shown: { openings: [] } }, /has no opening/],
    [
      'an action that is not that of its leaf',
      { shown: { action: 'translate' } },
      /not the entry of its leaf: they differ in action$/,
    ],
    [
      'metadata that are not those of its leaf',
      { shown: { metadata: { language: 'fi' } } },
      /they differ in metadata$/,
    ],
    ['a field that nothing proves', { shown: { approved: true } }, /nothing proves the field approved/],
    [
      'the name of a file that its leaf does not have',
      { shown: { metadata: { language: 'fi', character_count: 9, filename: 'a' } } },
      /they differ in metadata$/,
    ],
    ['the number of another entry', { shown: { leaf_index: 4 } }, /not the entry that comes here/],
    ['the leaf of another organization', { leaf: { organization_id: 'org_2' } }, /another organization/],
  ])('an entry with %s is named, though its sum is right', async (_, change, reason) => {
    const lines = made.map(({ line }, number) => (number === 3 ? entryOf(3, change).line : line)).join('');
    expect(await verify(withSummary(lines + head, last))).toEqual({
      fault: { line: 4, entryId: idOf(3), reason: expect.stringMatching(reason) },
    });
  });

  it('lines whose characters beyond ASCII are escaped are verified too, and a changed one is found', async () => {
    const summed = (body: string) => `${body},"line_sha256":"${createHash('sha256').update(body).digest('hex')}"}\n`;
    const escaped = (line: string, change = (body: string) => body) =>
      summed(
        change(line.slice(0, line.indexOf(',"line_sha256"')).replaceAll('Ü', '\\u00dc').replaceAll('ï', '\\u00ef')),
      );
    const lines = made.map(({ line }) => escaped(line));
    expect(lines.join('')).toMatch(/^[\x20-\x7e\n]+$/);
    expect(await verify(withSummary(lines.join('') + head, last), key)).toMatchObject({ verified: { entries: count } });
    for (const change of [
      (body: string) => body.replace('\\u00dc', '\\u00db'),
      (body: string) => body.replace('"action":"detect"', '"action":"translate","action":"detect"'),
      (body: string) => body.replace('"detect"', '"\\u0064etect"'),
    ]) {
      const changed = [escaped(made[0]?.line ?? '', change), ...lines.slice(1)].join('');
      expect(await verify(withSummary(changed + head, last), key)).toMatchObject({ fault: { line: 1 } });
    }
  });

  it('a stream that is not iterated is read by its reader, and left behind the first fault', async () => {
    const file = withSummary(linesOf(made) + head, last);
    expect(await verifyExport(streamOf(file))).toMatchObject({ verified: { entries: made.length } });
    const changed = streamOf(file.replace('"', "'"));
    expect(await verifyExport(changed)).toMatchObject({ fault: { line: 1 } });
    expect(changed.isCancelled()).toBe(true);
  });

  it('entries taken out, doubled, put in another order or behind each other are found', async () => {
    const without = made.filter((_, number) => number !== 3);
    expect(await verify(withSummary(linesOf(without) + head, last))).toMatchObject({ fault: { entryId: idOf(4) } });
    const doubled = made.flatMap((entry, number) => (number === 3 ? [entry, entry] : [entry]));
    expect(await verify(withSummary(linesOf(doubled) + head, last))).toMatchObject({
      fault: { entryId: idOf(3), line: 5 },
    });
    expect(await verify(withSummary(linesOf(made.toReversed()) + head, last))).toMatchObject({
      fault: { entryId: last },
    });
  });

  it('a leaf that was made anew with its line, and sums with it, leads to another root', async () => {
    const forged = made.map((entry, number) =>
      number === 3 ? entryOf(3, { leaf: { sealed_client: 'Zm9yZ2Vk' } }) : entry,
    );
    expect(await verify(withSummary(linesOf(forged) + head, last))).toMatchObject({
      fault: { entryId: undefined, reason: expect.stringMatching(/root of the checkpoint/) },
    });
  });

  it('a log that another key has signed is not the log of the given key', async () => {
    const other = Uint8Array.from({ length: 32 }, () => 9);
    const stranger = formatVerifierKey(makeVerifierKey(name, await publicKeyOf(other)));
    const forged = withSummary(linesOf(made) + (await headOf(leaves, other)).replace(key, stranger), last);
    expect(await verify(forged)).toHaveProperty('verified');
    expect(await verify(forged, key)).toMatchObject({ fault: { reason: expect.stringMatching(/not signed/) } });
  });

  it.each([
    ['without its summary', (file: string) => file.slice(0, file.lastIndexOf('{"type":"summary"')), /no summary/],
    ['in the middle of a line', (file: string) => file.slice(0, 1_500), /cut off/],
    ['with more behind it', (file: string) => `${file}{}\n`, /behind the summary/],
    ['with nothing in it', () => '', /no summary/],
    ['with a line without end', () => 'x'.repeat(3 * 1024 * 1024), /cut off/],
  ])('a file that ends %s is no whole export', async (_, cut, reason) => {
    expect(await verify(cut(whole))).toMatchObject({ fault: { reason: expect.stringMatching(reason) } });
  });

  it('what is shown of a time before commitments is counted as unproven', async () => {
    const old = entryOf(0, { leaf: { commitments: {} }, shown: { openings: [] } });
    const file = withSummary(old.line + (await headOf([old.leaf])), idOf(0));
    expect(await verify(file)).toMatchObject({ verified: { unproven: 3 } });
  });

  it('an address and an agent that no leaf of these days commits to are shown as empty, and proven to be', async () => {
    const { commitments } = JSON.parse(Buffer.from(made[0]?.leaf ?? []).toString()) as { commitments: object };
    const { openings } = JSON.parse(made[0]?.line ?? '') as { openings: { field: string }[] };
    const ofUser = { user_id: Object(commitments).user_id };
    const shown = { ip_address: '', user_agent: '', openings: openings.filter(({ field }) => field === 'user_id') };
    const verdictOf = async (change: { shown: object; leaf?: object }) => {
      const entry = entryOf(0, change);
      return verify(withSummary(entry.line + (await headOf([entry.leaf])), idOf(0)));
    };
    expect(await verdictOf({ shown, leaf: { commitments: ofUser } })).toMatchObject({
      verified: { unproven: 0, erased: 0 },
    });
    // Nobody empties what the leaf commits to.
    expect(await verdictOf({ shown })).toMatchObject({ fault: { reason: 'ip_address has no opening' } });
  });

  it('the sum of the lines is what other tools compute', () => {
    const line = made[0]?.line ?? '';
    const [before = '', sum = ''] = line.split(',"line_sha256":"');
    expect(sum.slice(0, 64)).toBe(toHex(createHash('sha256').update(before).digest()));
  });
});
