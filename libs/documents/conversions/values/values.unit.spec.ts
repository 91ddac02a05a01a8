import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { converted } from '../conversions.fixture.js';

const yaml = (json: string) => converted('json', 'yaml', json);
const json = (text: string) => converted('yaml', 'json', text);

describe('JSON as YAML', () => {
  it('numbers keep their digits, keys their order, and strings that look like something else have quotes', async () => {
    const source = `{"b": 12345678901234567890, "10": 1.0, "2": 1e400, "s": ["12", "true", "no", "~", "1e3", ""], "t": "a: b"}`;
    expect(await yaml(source)).toBe(
      'b: 12345678901234567890\n"10": 1.0\n"2": 1e400\ns:\n  - "12"\n  - "true"\n  - "no"\n  - "~"\n  - "1e3"\n  - ""\nt: "a: b"\n',
    );
  });

  it('a text of several lines is a block, and a long one stays on its line', async () => {
    const long = 'word '.repeat(60).trim();
    expect(await yaml(JSON.stringify({ text: 'one\ntwo: #3\n', long }))).toBe(
      `text: |\n  one\n  two: #3\nlong: ${long}\n`,
    );
  });

  it('what JSON5 has becomes plain values, and comments are lost', async () => {
    const source = "// note\n{a: 'it\\'s', b: [+1, .5, 0xff, -Infinity, NaN,], /* c */ c: null,}";
    expect(parse(await yaml(source))).toEqual({ a: "it's", b: [1, 0.5, 255, -Infinity, Number.NaN], c: null });
  });

  it('values on lines of their own are documents', async () => {
    const documents = parseAllDocuments(await yaml('{"a":1}\n[2]\n"three"\n'));
    expect(Array.from(documents as Iterable<{ toJS(): unknown }>, (one) => one.toJS())).toEqual([
      { a: 1 },
      [2],
      'three',
    ]);
  });

  it('of a key that is repeated the last value counts', async () => {
    expect(parse(await yaml('{"a":1,"b":2,"a":3}'))).toEqual({ a: 3, b: 2 });
  });

  it.each(['{"a":1', '[1 2]', '{a b}', 'word', '{"a":1]'])('%s is refused', async (source) => {
    await expect(yaml(source)).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });

  it('more values or levels than can be held are refused', async () => {
    for (const source of [`[${'1,'.repeat(200_001)}1]`, '['.repeat(300) + ']'.repeat(300)])
      await expect(yaml(source)).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
  });
});

describe('YAML as JSON', () => {
  it('values keep their types and all of their digits, keys their order', async () => {
    const source =
      'b: 12345678901234567890\n10: 1.0\n2: 0x10\ns: "12"\nt: yes\nf: .5\ni: .inf\no: 0o17\nz: 007\nd: 2001-12-14\n? true\n: ~\n';
    expect(await json(source)).toBe(
      '{\n  "b": 12345678901234567890,\n  "10": 1.0,\n  "2": 16,\n  "s": "12",\n  "t": "yes",\n  "f": 0.5,\n  "i": null,\n  "o": 15,\n  "z": 7,\n  "d": "2001-12-14",\n  "true": null\n}\n',
    );
  });

  it('aliases and merged keys are written out', async () => {
    const source = 'base: &b {x: 1, y: &n [2]}\nderived:\n  <<: *b\n  x: 3\nmore: [*b, *n]\nboth: {<<: [*b, {z: 4}]}\n';
    expect(JSON.parse(await json(source))).toEqual({
      base: { x: 1, y: [2] },
      derived: { x: 3, y: [2] },
      more: [{ x: 1, y: [2] }, [2]],
      both: { x: 1, y: [2], z: 4 },
    });
  });

  it('several documents are a list, and none is null', async () => {
    expect(JSON.parse(await json('a: 1\n---\n- 2\n---\n|\n  three\n'))).toEqual([{ a: 1 }, [2], 'three\n']);
    expect(JSON.parse(await json('# nothing\n'))).toBe(null);
  });

  it.each([
    [
      'aliases that multiply',
      `a0: &a0 [x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(8)}]`).join('\n')}\n`,
    ],
    ['long text that aliases repeat', `a: &a ${'word '.repeat(10_000)}\nb: [${'*a, '.repeat(1_000)}]\n`],
    [
      'merged keys that multiply',
      `a0: &a0 {x: 1}\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} {<<: [*a${n}, *a${n}]}`).join('\n')}\n`,
    ],
    ['an alias of what it is in', 'a: &a [*a]\n'],
  ])('%s are refused', async (_name, source) => {
    await expect(json(source)).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
  });

  it.each(['a: [1', 'a: *none', '? [1, 2]\n: 3\n', 'a: {<<: 1}'])('%s is refused', async (source) => {
    await expect(json(source)).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });
});

it('JSON as YAML and back has the same values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), async (value, text) => {
      const source = JSON.stringify([value, text]);
      const back = await json(await yaml(source));
      expect(JSON.stringify(JSON.parse(back))).toBe(JSON.stringify(JSON.parse(source)));
    }),
    { numRuns: 100 },
  );
});
