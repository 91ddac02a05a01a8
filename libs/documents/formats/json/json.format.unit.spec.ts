import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type KeyRules } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { shoutedText } from '../shouted-words.fixture.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { jsonFormat } from './json.format.js';

/** Texts of the samples that have no key. */
const inArrays = ['one fine day', 'deeply nested text', 'a trailing comma', 'and a bare one'];

const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

describeFormat(jsonFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'plain text', bytes: Buffer.from('Just a text.\n'), reason: 'invalid' },
    { name: 'an object without an end', bytes: Buffer.from('{"a": "some text"'), reason: 'invalid' },
    { name: 'a string without an end', bytes: Buffer.from('["some text]'), reason: 'invalid' },
    { name: 'two values on a line', bytes: Buffer.from('["a"] ["b"]'), reason: 'invalid' },
    { name: 'brackets that cross', bytes: Buffer.from('[{"a":1]}'), reason: 'invalid' },
    { name: 'endless nesting', bytes: Buffer.from('['.repeat(100_000)), reason: 'hostile' },
    { name: 'an endless comment', bytes: Buffer.from(`[/*${' '.repeat(2 * 1024 * 1024)}`), reason: 'hostile' },
  ],
  standsAlone: ({ parts }) => inArrays.some((text) => parts.some((part) => 'text' in part && part.text === text)),
});

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');
const segmentsOf = async (json: string) =>
  (await extractAll(jsonFormat, memoryFile(Buffer.from(json)))).map(({ parts }) => shown(parts));
const segmentsWith = async (json: string, keys: Partial<KeyRules>) => {
  const texts: string[] = [];
  const options = { ...defaultFormatOptions, keys: { include: [], exclude: [], ...keys } };
  for await (const batch of jsonFormat.extract(memoryFile(Buffer.from(json)), options)) {
    texts.push(...batch.map(({ parts }) => shown(parts)));
  }
  return texts;
};
const merged = async (json: string, ...texts: (string | Segment)[]) =>
  (
    await mergeAll(
      jsonFormat,
      memoryFile(Buffer.from(json)),
      texts.map((text): Segment => (typeof text === 'string' ? [{ kind: 'text', text }] : text)),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString();

describe('segments of JSON', () => {
  it('a string of more paragraphs than a call takes arguments is read', async () => {
    expect(await segmentsOf(`{"text": "${'ab c\\n\\n'.repeat(130_000)}"}`)).toHaveLength(130_000);
  });

  it.each([
    ['values, never keys', '{"some key": "some value"}', ['some value']],
    ['free of what may be an identifier', '["Save", "save_all", "a b"]', []],
    ['words of scripts without spaces', '["保存", "ง่าย", "Speichern"]', ['保存', 'ง่าย']],
    [
      'free of addresses, paths, colours and dates',
      JSON.stringify([
        'C:\\Program Files\\Some Where',
        './local/x',
        'rgb(1, 2, 3)',
        'Sun, 06 Nov 1994 08:49:37 GMT',
        '2024-03-01 12:00:00 UTC',
        'someone@example.org',
        'https://example.org/a',
        '{first} {last}',
        '%1$s %2$s',
        '%5.2f %c',
      ]),
      [],
    ],
    [
      'free of commands, conditions and settings',
      JSON.stringify({
        scripts: { start: 'node --watch dist', build: 'npm run clean && tsc', test: ['jest --ci', 'npm run lint'] },
        operationId: 'get all plants',
        enum: ['first value', 'second value'],
        pattern: 'two words',
        postCreateCommand: 'pip install -r requirements.txt',
        command: ['serve files'],
        a: 'git pull && npm ci',
        b: './gradlew assembleDebug',
        c: "github.ref == 'refs/heads/main'",
        d: 'name=sshd state=restarted',
        e: '0 5 * * MON-FRI',
        g: 'PermitRootLogin no',
        f: '(prefers-color-scheme: dark)',
      }),
      [],
    ],
    [
      'wording, also under keys of commands',
      JSON.stringify({
        run: 'Run the report',
        command: 'the command was not found.',
        when: 'ทำงาน',
        text: 'use -v for more',
      }),
      ['Run the report', 'the command was not found.', 'ทำงาน', 'use -v for more'],
    ],
    ['with code between backticks as tags', '["Use `the latest` one, or `x`", "`a b`"]', ['Use [1] one, or']],
    [
      'lines and cells',
      JSON.stringify('One line.\nAnother line\n\nthe last\tone cell'),
      ['One line.', 'Another line', 'the last', 'one cell'],
    ],
    [
      'whole where a sentence goes on in the next line',
      JSON.stringify('One line\n  that goes on'),
      ['One line [1]that goes on'],
    ],
    [
      'with tags',
      '["A <b>small<\\/b> ship<br>sails &amp; sinks", "<p>One two</p>"]',
      ['A {1small1} ship [2]sails & sinks', 'One two'],
    ],
    ['free of code', '["Run <code>npm i <b></code> now"]', ['Run [1] now']],
    [
      'the messages of a plural',
      '["You {n, plural, one {have # cat} other {have # cats}} at home"]',
      ['You', 'have # cat', 'have # cats', 'at home'],
    ],
  ])('the segments of JSON are %s', async (_rule, json, expected) => {
    expect(await segmentsOf(json)).toEqual(expected);
  });

  it('a string that is too long to be held is copied and counted as skipped', async () => {
    const long = `["${'some words '.repeat(200_000)}", "a short one"]`;
    expect(await segmentsOf(long)).toEqual(['a short one']);
    expect(await merged(long, 'ein kurzer')).toBe(long.replace('a short one', 'ein kurzer'));
    const extraction = jsonFormat.extract(memoryFile(Buffer.from(long)), defaultFormatOptions);
    let last = await extraction.next();
    while (!last.done) last = await extraction.next();
    expect(last.value).toEqual({ skipped: [{ reason: 'A value is longer than a million characters.', count: 1 }] });
  });
});

describe('keys', () => {
  const json =
    '{"a": {"b": [{"c": "one one", "d": "two two"}, "three three"]}, "e": {"d": "Four"}, "x y": "five five"}';
  it.each([
    [{ include: ['$.a.b[*].c'] }, ['one one']],
    [{ include: ['$..d'] }, ['two two', 'Four']],
    [{ include: ['$.a'] }, ['one one', 'two two', 'three three']],
    [{ include: ['$.*'], exclude: ['$.a.b[0]'] }, ['three three', 'Four', 'five five']],
    [{ include: ["$['x y']", '$.a["b"][1]'] }, ['three three', 'five five']],
    [{ exclude: ['$..c', '$..b[1]', '$.*.d'] }, ['two two', 'five five']],
    [{ include: ['$'] }, ['one one', 'two two', 'three three', 'Four', 'five five']],
  ])('of the keys %j the values are translated, also those without white space', async (keys, expected) => {
    expect(await segmentsWith(json, keys)).toEqual(expected);
  });

  it.each(['a.b', '$.a[?(@.b)]', '$.a[1:2]', '$a', '$.', `$${'.a'.repeat(65)}`])(
    'the path %s is refused in words that say what a path may be',
    async (path) => {
      await expect(segmentsWith(json, { include: [path] })).rejects.toMatchObject({
        name: 'FormatError',
        reason: 'invalid',
      });
    },
  );
});

describe('a file of messages', () => {
  const phrases = Array.from({ length: 9 }, (_, at) => [`key${at}`, `some text ${at}`]);
  const added = async (more: Record<string, unknown>) =>
    (await segmentsOf(JSON.stringify({ ...Object.fromEntries(phrases), ...more }))).slice(phrases.length);

  it('has single words translated', async () => {
    const words = { a: 'Save', b: { c: '&File', d: 'Loading…', e: 'and' } };
    expect(await added(words)).toEqual(['Save', '&File', 'Loading…', 'and']);
  });

  it.each([{ a: 'snake_case' }, { a: 'camelCase' }, { a: 'h264' }, { a: 'true' }, { locale: 'en' }])(
    'keeps %j as it is',
    async (value) => {
      expect(await added(value)).toEqual([]);
    },
  );

  it.each([
    ['numbers and truth values', { a: 'Save', n: [1, true, null] }],
    ['identifiers', { a: 'Save', i: ['one', 'two_three'] }],
    ['records', { r: [{ a: 'Save' }, { a: 'Open' }] }],
  ])('is none where it has many %s', async (_rule, more) => {
    expect(await added(more)).toEqual([]);
  });
});

describe('translated JSON', () => {
  it('a value that a list of choices has stays where a schema names it, before the list and behind it', async () => {
    const file = '{"default": "by name", "enum": ["by name", "by date"], "example": "by date", "title": "by name"}';
    expect(await shoutedText(jsonFormat, file)).toBe(file.replace('"title": "by name"', '"title": "BY NAME"'));
    const written = '{"default": "By name of it", "enum": ["By name of it", "by date"]}';
    expect(await shoutedText(jsonFormat, written)).toBe(written.replaceAll('By name of it', 'BY NAME OF IT'));
  });

  it('a translation is escaped as a string is', async () => {
    const text = await merged('{"a": "some text"}', 'the "other" \\ one');
    expect(JSON.parse(text)).toEqual({ a: 'the "other" \\ one' });
  });

  it('characters beyond ASCII are escaped where the file escapes them, and nowhere else', async () => {
    expect(await merged('["caf\\u00e9 one", "plain text"]', 'é 😀', 'ü')).toBe(
      '["\\u00e9 \\ud83d\\ude00","\\u00fc"]'.replace(',', ', '),
    );
    expect(await merged('["caf\\u00e9 one", "ö text"]', 'ä', 'ü')).toBe('["\\u00e4", "ü"]');
  });

  it('the signs of HTML are escaped where the file escapes them', async () => {
    expect(await merged('["\\u003cb\\u003ea text"]', 'x & y')).toBe('["\\u003cb\\u003ex \\u0026 y"]');
  });

  it('signs that a value writes with references have them in its translation', async () => {
    expect(await merged('["gap in ms &lt;", "salt &amp; bread, 1 > 0"]', 'Lücke <', 'Salz & Brot, 1 > 0')).toBe(
      '["Lücke &lt;", "Salz &amp; Brot, 1 > 0"]',
    );
  });

  it('a translation never becomes markup', async () => {
    expect(await merged('["some <i>fine</i> text", "plain text"]', 'a <b>', '<script> &amp;')).toBe(
      '["a &lt;b><i></i>", "<\u2060script> &\u2060amp;"]',
    );
  });

  it('words on either side of a line break stay apart wherever the break goes', async () => {
    const json = JSON.stringify({ a: 'one line\nand more' });
    const reversed: Segment = [
      { kind: 'text', text: 'more and' },
      { kind: 'single', id: 1 },
      { kind: 'text', text: 'line one' },
    ];
    expect(parsed(Buffer.from(await merged(json, reversed)))).toEqual({ a: 'more and\nline one' });
    const alone: Segment = [
      { kind: 'text', text: 'more and line one' },
      { kind: 'single', id: 1 },
    ];
    expect(parsed(Buffer.from(await merged(json, alone)))).toEqual({ a: 'more and line one\n' });
  });
});

describe('JSON in both languages', () => {
  const both = async (json: string, ...texts: string[]) =>
    (
      await mergeAll(
        jsonFormat,
        memoryFile(Buffer.from(json)),
        texts.map((text): Segment => [{ kind: 'text', text }]),
        { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', includeSource: true },
      )
    ).toString();

  it.each<[string, string, string[], string]>([
    ['in one line', '{"a":"bb cc","d":1}', ['x'], '{"a":"x","a.en":"bb cc","d":1}'],
    ['on lines', '{\n  "a": "bb cc"\n}', ['x'], '{\n  "a": "x",\n  "a.en": "bb cc"\n}'],
    ['before a comment', "{ // y\n  a: 'bb cc', // z\n}", ['x'], "{ // y\n  a: 'x',\n  \"a.en\": 'bb cc', // z\n}"],
    [
      'behind all paragraphs',
      '{"a": "bb cc.\\n\\ndd ee"}',
      ['bb cc.', 'x'],
      '{"a": "bb cc.\\n\\nx","a.en": "bb cc.\\n\\ndd ee"}',
    ],
    ['not in a list', '{"a": ["bb cc", {"d": "ee ff"}]}', ['x', 'y'], '{"a": ["x", {"d": "y","d.en": "ee ff"}]}'],
    ['not where it is equal', '{"a": "bb cc"}', ['bb cc'], '{"a": "bb cc"}'],
    [
      'not where the name is taken',
      '{"\\u0061.en": 1, "a": "bb cc", "d": "ee ff"}',
      ['x', 'y'],
      '{"\\u0061.en": 1, "a": "x", "d": "y", "d.en": "ee ff"}',
    ],
    ['not where the name is taken further on', '{"a": "bb cc", "a.en" : 2}', ['x'], '{"a": "x", "a.en" : 2}'],
  ])('the source has a second key: %s', async (_what, json, texts, expected) => {
    expect(await both(json, ...texts)).toBe(expected);
  });

  it('a whole file is still JSON, with the same keys and as many more as it has translated values', async () => {
    const json = readFileSync(new URL('./samples/locale.json', import.meta.url), 'utf8');
    const count = (await segmentsOf(json)).length;
    const before = parsed(Buffer.from(json)) as Record<string, unknown>;
    const after = parsed(Buffer.from(await both(json, ...Array(count).fill('xx')))) as Record<string, unknown>;
    const second = Object.keys(after).filter((key) => key.endsWith('.en'));
    expect(Object.keys(after).filter((key) => !key.endsWith('.en'))).toEqual(Object.keys(before));
    expect(second.map((key) => after[key])).toEqual(second.map((key) => before[key.slice(0, -3)]));
    expect(second).toEqual(
      ['title', 'greeting', 'plural', 'html', 'lines', 'unicode', 'trans'].map((key) => `${key}.en`),
    );
  });

  it('a file of too many keys that may clash gets no second keys', async () => {
    const many = Array.from({ length: 1100 }, (_, at) => `"${at}${'k'.repeat(1000)}.en":1`).join();
    const result = await both(`{${many},"a":"bb cc"}`, 'x');
    expect(result === `{${many},"a":"x"}`).toBe(true);
  });
});
