import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { collectGarbage } from '#test/fakes/garbage.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { JsonStructure, structureOf } from './json-structure.js';

const bytesOf = (text: string): Buffer => Buffer.from(text);

const isRefused = (text: string, limits: { values: number; depth: number }, pieceLength = text.length): boolean => {
  const structure = new JsonStructure('It', limits);
  const bytes = bytesOf(text);
  try {
    for (let at = 0; at < bytes.length; at += pieceLength) structure.scan(bytes.subarray(at, at + pieceLength));
    return false;
  } catch (error) {
    if (error instanceof Rejection) return true;
    throw error;
  }
};

/** The number of values and levels that the pass counts: the least that it does not refuse. */
const countedIn = (text: string, pieceLength?: number) => {
  const least = (passes: (limit: number) => boolean): number => {
    let limit = 0;
    while (!passes(limit)) limit += 1;
    return limit;
  };
  const none = Number.POSITIVE_INFINITY;
  return {
    values: least((values) => !isRefused(text, { values, depth: none }, pieceLength)),
    depth: least((depth) => !isRefused(text, { values: none, depth }, pieceLength)),
  };
};

/** The same of what a parser makes of it. */
const parsedIn = (value: unknown): { values: number; depth: number } => {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const within = Object.values(value).map(parsedIn);
  const names = Array.isArray(value) ? 0 : within.length;
  return {
    values: 1 + names + within.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...within.map(({ depth }) => depth)),
  };
};

const json = fc.json({ maxDepth: 4, stringUnit: 'binary' });

describe('what is counted', () => {
  it('is what a parser makes of it, in whatever pieces it comes and however it is spaced', () =>
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 9 }), fc.constantFrom(undefined, 1, '\t'), (text, length, space) => {
        const value: unknown = JSON.parse(text);
        expect(countedIn(JSON.stringify(value, null, space), length)).toEqual(parsedIn(value));
      }),
    ));

  it.each([
    ['an escaped quote', '"\\""', 1, 0],
    ['an escaped backslash before the end', '["\\\\",1]', 3, 1],
    ['brackets in a string', '"[[{{\\\\]"', 1, 0],
    ['a name that is there twice', '{"a":1,"a":2}', 5, 1],
    ['numbers with signs', '[-1.5e+3,0]', 3, 1],
    ['an unterminated string', '["a,[[[[[[', 2, 1],
    ['a string that ends in a backslash', '["a\\', 2, 1],
    ['a lone backslash outside of strings', '\\"[', 2, 0],
    ['brackets that close nothing', ']]]]{', 1, 0],
    ['a byte order mark', '\ufeff{}', 2, 1],
    ['nothing', '', 0, 0],
  ])('%s counts for what it is: %s', (_what, text, values, depth) =>
    expect(countedIn(text, 1)).toEqual({ values, depth }),
  );

  it('is never less than what a parser has made before it stops', () =>
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.string({ maxLength: 3, unit: fc.constantFrom('"', '\\', '[', '}', ',', 'x') }),
        (text, at, junk) => {
          const value: unknown = JSON.parse(text);
          // The whole of it stands before the junk.
          const counted = countedIn(`[${text},${junk}`, 1 + (at % 7));
          expect(counted.values).toBeGreaterThanOrEqual(1 + parsedIn(value).values);
          expect(counted.depth).toBeGreaterThanOrEqual(1 + parsedIn(value).depth);
        },
      ),
    ));
});

describe('a refusal', () => {
  it('names the bound that is broken', async () => {
    expect(await rejectionOf(() => structureOf('The body', bytesOf('[[[1]]]'), { values: 9, depth: 2 }))).toMatchObject(
      {
        code: 'invalid_request',
        status: 400,
        message: 'The body has objects and arrays in each other, more than 2 levels deep.',
        details: { limit: 2, limit_of: 'json_depth' },
      },
    );
    expect(await rejectionOf(() => structureOf('The body', bytesOf('{"a":1,"b":2}'), { values: 4 }))).toMatchObject({
      code: 'invalid_request',
      status: 400,
      message: 'The body has more than 4 values, of which each name of a field is one.',
      details: { limit: 4, limit_of: 'json_values' },
    });
  });

  it('comes with the piece that breaks the bound, before the rest', async () => {
    const structure = new JsonStructure('The body', { values: 10 });
    structure.scan(bytesOf('{"texts":["a","b",'));
    expect(await rejectionOf(() => structure.scan(bytesOf('1,2,3,4,5,6,')))).toMatchObject({ code: 'invalid_request' });
  });

  it('of a depth of 33 comes where no other is given', async () => {
    structureOf('It', bytesOf('['.repeat(32)), { values: 100 });
    expect(await rejectionOf(() => structureOf('It', bytesOf('['.repeat(33)), { values: 100 }))).toMatchObject({
      details: { limit: 32 },
    });
  });
});

describe('the memory that is counted', () => {
  const heapUsed = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const unlimited = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

  const many = (count: number, item: (place: number) => string): string =>
    `[${Array.from({ length: count }, (_, place) => item(place)).join(',')}]`;
  const fields = (count: number, name: (place: number) => string): string =>
    `{${Array.from({ length: count }, (_, place) => `"${name(place)}":1`).join(',')}}`;

  it.each([
    ['objects with a number as a name', () => many(20_000, () => '{"33":1}')],
    ['the same in each other', () => many(20_000, () => '{"34":{"34":{}}}')],
    ['objects with a larger number as a name', () => many(20_000, () => '{"500":1,"a":2}')],
    ['empty objects', () => many(50_000, () => '{}')],
    ['empty arrays', () => many(50_000, () => '[[]]')],
    ['numbers', () => many(50_000, (place) => `${place}.5`)],
    ['many fields', () => fields(30_000, (place) => `k${place}`)],
    ['many fields with numbers as names', () => fields(30_000, (place) => String(place * 40_503))],
    ['objects of other fields each', () => many(10_000, (place) => `{"a${place}":1,"b${place}":2}`)],
    ['objects of 200 other fields each', () => many(100, (place) => fields(200, (field) => `f${place}x${field}`))],
    ['short strings', () => many(50_000, (place) => `"${place}x"`)],
    ['strings of Latin letters', () => many(10_000, (place) => `"${place}${'é'.repeat(100)}"`)],
    ['strings that one letter makes wide', () => many(2_000, (place) => `"${place}ł${'a'.repeat(1_000)}"`)],
    ['wide strings', () => many(2_000, (place) => `"${place}${'日'.repeat(1_000)}"`)],
    ['strings of escapes', () => many(1_000, (place) => `"${place}${'\\u65e5\\n\\ud83d\\ude00'.repeat(500)}"`)],
    ['one long string', () => `"${'a'.repeat(4_000_000)}"`],
    ['a long name', () => `{"${'ł'.repeat(2_000_000)}":1}`],
  ])('is at least what the parsed value takes: %s', (_what, make) => {
    const bytes = bytesOf(make());
    const estimate = structureOf('It', bytes, unlimited).keptBytes;
    const before = heapUsed();
    const value: unknown = JSON.parse(bytes.toString());
    const taken = heapUsed() - before;
    expect(value).toBeDefined();
    expect(taken).toBeGreaterThan(100_000);
    // The heap moves a little by itself.
    expect(taken).toBeLessThanOrEqual(estimate + 100_000);
  });

  it('counts each character of a string once, by the bytes that V8 gives it', () => {
    const kept = (text: string) => structureOf('It', bytesOf(text), unlimited).keptBytes - 160;
    expect(kept('"abc"')).toBe(3);
    expect(kept('"é"')).toBe(1);
    expect(kept('"\\n\\""')).toBe(2);
    expect(kept('"ał"')).toBe(4);
    expect(kept('"😀"')).toBe(4);
    expect(kept('"\\ud83d\\ude00a"')).toBe(6);
  });
});
