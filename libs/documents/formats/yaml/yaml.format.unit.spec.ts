import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type KeyRules } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { shoutedText } from '../shouted-words.fixture.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { yamlFormat } from './yaml.format.js';

describeFormat(yamlFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'brackets without an end', bytes: Buffer.from('a: [some text\n'), reason: 'invalid' },
    { name: 'a tab as indentation', bytes: Buffer.from('a:\n\tb: c\n\t- d\n'), reason: 'invalid' },
    { name: 'endless nesting', bytes: Buffer.from(`${'['.repeat(3000)}${']'.repeat(3000)}`), reason: 'hostile' },
    {
      name: 'endless nesting of keys',
      bytes: Buffer.from(`${'? '.repeat(5000)}${'|\n'.repeat(5000)}`),
      reason: 'hostile',
    },
    { name: 'an endless document', bytes: Buffer.from('a: some text\n'.repeat(400_000)), reason: 'hostile' },
  ],
  standsAlone: () => true,
  validate: (bytes) => {
    for (const { errors } of parseAllDocuments(bytes.toString())) expect(errors).toEqual([]);
  },
});

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');
const segmentsOf = async (yaml: string) =>
  (await extractAll(yamlFormat, memoryFile(Buffer.from(yaml)))).map(({ parts }) => shown(parts));
const segmentsWith = async (yaml: string, keys: Partial<KeyRules>) => {
  const texts: string[] = [];
  const options = { ...defaultFormatOptions, keys: { include: [], exclude: [], ...keys } };
  for await (const batch of yamlFormat.extract(memoryFile(Buffer.from(yaml)), options)) {
    texts.push(...batch.map(({ parts }) => shown(parts)));
  }
  return texts;
};
const merged = async (yaml: string, ...texts: string[]) =>
  (
    await mergeAll(
      yamlFormat,
      memoryFile(Buffer.from(yaml)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString();

describe('segments of YAML', () => {
  it.each([
    ['values, never keys', 'some key: some value\n? other key\n: other value\n', ['some value', 'other value']],
    ['items of lists', '- one two\n- [three four, {a: five six}]\n', ['one two', 'three four', 'five six']],
    ['free of what may be an identifier', '- Save\n- 42\n- 2024-01-01\n- 保存\n', ['保存']],
    ['free of values with a tag, and of comments', '- !x one two\n- !!str three four # five six\n', ['three four']],
    ['folded where their lines are', 'a: one\n  two\nb: "three\n  four\\\n  five"\n', ['one two', 'three fourfive']],
    ['paragraphs of folded blocks', 'a: >\n  One\n  two\n\n  three\n', ['One two', 'three']],
    ['lines of literal blocks', 'a: |\n  One.\n  Two\n  goes on\n', ['One.', 'Two [1]goes on']],
    ['of each document', '--- one two\n---\na: three four\n...\n', ['one two', 'three four']],
    [
      'of documents with directives',
      '%TAG ! tag:yaml.org,2002:\n---\na: one two\n...\n# x\n%TAG ! tag:yaml.org,2002:\n---\nb: !int 3\nc: two three\n',
      ['one two', 'two three'],
    ],
    [
      'with the characters that escapes stand for',
      'a: "Good \\U0001F600 \\u00e9t\\u00C9 \\x41b"\n',
      ['Good \u{1f600} étÉ Ab'],
    ],
    [
      'free of commands and conditions',
      'jobs:\n  a:\n    steps:\n      - name: Build it\n        if: env.A\n        run: |\n          # Be careful here.\n          npm ci\n          npm test\nhealthcheck:\n  test: curl -f x\n',
      ['Build it'],
    ],
    ['single words in a file of messages', 'en:\n  a: Save\n  b:\n    c: or\n    d: "%d %b"\n', ['Save', 'or']],
    ['with tags', 'a: A <b>small</b> ship\n', ['A {1small1} ship']],
  ])('the segments of YAML are %s', async (_rule, yaml, expected) => {
    expect(await segmentsOf(yaml)).toEqual(expected);
  });

  it.each([
    [{ include: ['$.a.b'] }, ['One', 'two three']],
    [{ exclude: ['$..c', '$.a.b[1]'] }, ['six seven']],
    [{ include: ["$['x y']"] }, ['six seven']],
  ])('of the keys %j the values are translated, also those without white space', async (keys, expected) => {
    const yaml = 'a:\n  b: [One, two three]\n  c: four five\n"x y": six seven\n';
    expect(await segmentsWith(yaml, keys)).toEqual(expected);
  });
});

describe('translated YAML', () => {
  it.each([
    ['a: some text\n', 'x: y', 'a: "x: y"\n'],
    ['a: some text\n', 'x # y', 'a: "x # y"\n'],
    ['a: some text\n', 'yes', 'a: "yes"\n'],
    ['a: some text\n', '- "x" \\', 'a: "- \\"x\\" \\\\"\n'],
    ['a: [some text, b]\n', 'x, y', 'a: ["x, y", b]\n'],
    ['a: some text, too\n', 'x, y [z]', 'a: x, y [z]\n'],
    ["a: 'some text'\n", "it's", "a: 'it''s'\n"],
    ['a: "some text"\n', 'a "b" \\', 'a: "a \\"b\\" \\\\"\n'],
    ['a: &b some text # c\n', 'x', 'a: &b x # c\n'],
    ['a: |-\n   some text\n', '# x: y', 'a: |-\n   # x: y\n'],
  ])('in %j the translation %j is written such that it is read as it is', async (yaml, translation, expected) => {
    const text = await merged(yaml, translation);
    expect(text).toBe(expected);
    const { a } = parse(text) as { a: unknown };
    expect(Array.isArray(a) ? a[0] : a).toBe(translation);
  });
});

it.each([
  ['en:\n  a: some text\n', 'de:\n  a: x\n'],
  ["'en-US':\n  a: some text\n", "'de':\n  a: x\n"],
  ['fr:\n  a: some text\n', 'fr:\n  a: x\n'],
  ['en:\n  a: some text\nfr: b\n', 'en:\n  a: x\nfr: b\n'],
  ['en: some text\n', 'en: x\n'],
])('the only key of %j names the language of the translation where it named the source: %j', async (yaml, expected) => {
  expect(await merged(yaml, 'x')).toBe(expected);
});

it('a block keeps its indent where a translation begins with a line break', async () => {
  const yaml = 'a: |\n  a line\n    that goes on\n  Another.\n';
  const translations: Segment[] = [
    [
      { kind: 'single', id: 1 },
      { kind: 'text', text: 'x' },
    ],
    [{ kind: 'text', text: 'y' }],
  ];
  const text = await mergeAll(yamlFormat, memoryFile(Buffer.from(yaml)), translations);
  expect(parse(text.toString())).toEqual({ a: 'x\ny\n' });
});

describe('both languages in one YAML file', () => {
  const both = async (yaml: string, ...texts: string[]) =>
    (
      await mergeAll(
        yamlFormat,
        memoryFile(Buffer.from(yaml)),
        texts.map((text): Segment => [{ kind: 'text', text }]),
        { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', includeSource: true },
      )
    ).toString();

  it.each([
    ['of a key', 'a: 1\nb: some text\n', ['x'], 'a: 1\n# en: some text\nb: x\n'],
    ['with the indent of its line', 'a:\n  - some text\n', ['x'], 'a:\n  # en: some text\n  - x\n'],
    ['with its quotes', 'a: "some \\"text\\""\n', ['x'], '# en: "some \\"text\\""\na: "x"\n'],
    ['behind a key alone', 'a:\n  some text\n', ['x'], 'a:\n  # en: some text\n  x\n'],
    ['over several lines', 'a: some\n  text\n', ['x'], '# en: some\n# text\na: x\n'],
    [
      'of a block above its header',
      'a:\r\n  b: |\r\n    One.\r\n    Two.\r\n',
      ['x.', 'Two.'],
      'a:\r\n  # en: One.\r\n  # Two.\r\n  b: |\r\n    x.\r\n    Two.\r\n',
    ],
    ['behind a block', 'a: |\n  12\nb: some text\n', ['x'], 'a: |\n  12\n# en: some text\nb: x\n'],
    [
      'of those in a line, but not of one that stays',
      '{a: some text, b: it stays, c: more text}\n',
      ['x', 'it stays', 'z'],
      '# en: some text\n# en: more text\n{a: x, b: it stays, c: z}\n',
    ],
    [
      'before a text that it is the last line of',
      '- ["12\n  34", some text]\n',
      ['x'],
      '# en: some text\n- ["12\n  34", x]\n',
    ],
    ['before the start of a document', 'a: 1\n--- some text\n', ['x'], 'a: 1\n# en: some text\n--- x\n'],
  ])('the source is a comment above the line %s', async (_where, yaml, texts, expected) => {
    const text = await both(yaml, ...texts);
    expect(text).toBe(expected);
    const valuesOf = (one: string): unknown => parseAllDocuments(one).map((document) => document.toJS());
    expect(valuesOf(text)).toEqual(valuesOf(await merged(yaml, ...texts)));
  });
});

describe('what libyaml reads, and code', () => {
  it.each(['"', "'"])('a value in %s goes on at the indent of its key', async (quote) => {
    const file = `en:\n  a:\n    b: ${quote}One line\n    two lines here${quote}\n  c: Some words\n`;
    const shouted = await shoutedText(yamlFormat, file);
    expect(shouted).toBe(`es:\n  a:\n    b: ${quote}ONE LINE TWO LINES HERE${quote}\n  c: SOME WORDS\n`);
  });

  it.each([
    ['en:\n  l:\n  - "one line\n  goes on"\n  - a word\n', 'es:\n  l:\n  - "ONE LINE GOES ON"\n  - A WORD\n'],
    ['a: &x "one line\ngoes on"\nb: !!str "it\n  is"\n', 'a: &x "ONE LINE GOES ON"\nb: !!str "IT IS"\n'],
    [
      'en:\n  a: "one \\\n  line"\n  b: |\n    it is "so\n  c: d e\n',
      'es:\n  a: "ONE LINE"\n  b: |\n    IT IS "SO\n  c: d e\n',
    ],
    ['en:\n  a: [\n  "one word", # "no\n  or two\n]\n', 'es:\n  a: [\n  "ONE WORD", # "no\n  OR TWO\n]\n'],
    ["a: 'it''s\n\n\tso' # yes\nb: it's plain\n", "a: 'IT''S\n\n\tSO' # yes\nb: IT'S PLAIN\n"],
  ])('lines of quotations and of brackets may have any indent: %j', async (file, expected) => {
    expect(await shoutedText(yamlFormat, file)).toBe(expected);
  });

  it('10,000 quotations that go on at the indent of their key are read in proportion', async () => {
    const file = `en:\n${'  a: "one line\n  goes on" # x\n'.repeat(5_000)}`;
    expect(await shoutedText(yamlFormat, file)).toContain('ONE LINE GOES ON');
  }, 20_000);

  it.each([
    ['a: "b\n', 'line 2, column 1'],
    ['a: b\n---\nc: [d\n', 'line 4, column 1'],
  ])('an error names its line and column: %j', async (file, place) => {
    await expect(shoutedText(yamlFormat, file)).rejects.toMatchObject({
      reason: 'invalid',
      message: `The file is not YAML: ${place}.`,
    });
  });

  it('lines of commands within a text stay, with those that they go on in', async () => {
    const file = [
      'description: |',
      '  To get it:',
      '',
      '      curl -X POST https://a.b \\',
      '        -d "name of it"',
      '',
      '  go to the shop - now',
      '  go to https://a.b for more',
      'note: "First do\\nnpm install a b\\nthen go."',
      '',
    ].join('\n');
    expect(await shoutedText(yamlFormat, file)).toBe(
      [
        'description: |',
        '  TO GET IT:',
        '',
        '      curl -X POST https://a.b \\',
        '        -d "name of it"',
        '',
        '  GO TO THE SHOP - NOW',
        '  GO TO https://a.b FOR MORE',
        'note: "FIRST DO\\nnpm install a b\\nTHEN GO."',
        '',
      ].join('\n'),
    );
  });

  it('a value that a list of choices has stays where a schema names it, before the list and behind it', async () => {
    const file = [
      'a:',
      '  default: by name',
      '  enum: [by name, by date]',
      '  example: by date',
      'b: {example: a blue ship, title: by name}',
      '',
    ].join('\n');
    expect(await shoutedText(yamlFormat, file)).toBe(
      file.replace('a blue ship', 'A BLUE SHIP').replace('title: by name', 'title: BY NAME'),
    );
  });

  it('code in a description stays, and so do commands, patterns and classes', async () => {
    const file = [
      'description: |',
      '  # Welcome',
      '  Send it:',
      '',
      '  ```bash',
      '  curl -X POST https://a.org -d "name=Red Rose"',
      '  ```',
      '',
      '  Then read it.',
      'x-code-samples:',
      '  - lang: Shell',
      '    source: curl -X GET https://a.org/plants',
      '    text: go to it, make it and curl up',
      'pattern: ^[a-z ]+ x$',
      'icon: fa fa-home',
      'date: dd MMM yyyy',
      "time: EEEE, MMMM Do YYYY 'at' h:mm a",
      'tailwind: flex items-center md:px-4',
      'font: bold 12px Arial, sans-serif',
      'select: SELECT name FROM users WHERE id = 1',
      'call: const a = b => b.c',
      'selector: .a > .b a:hover',
      'code: if a in b',
      'task: msg="Go to it"',
      'type: text/html; charset=utf-8',
      'style: "color: red; margin: 0 auto"',
      'price: It costs $5',
      '',
    ].join('\n');
    const shouted = await shoutedText(yamlFormat, file);
    for (const words of ['Welcome', 'Send it', 'Then read it', 'go to it, make it and curl up', 'It costs']) {
      expect(shouted).toContain(words.toUpperCase());
    }
    const kept = (text: string) =>
      text
        .split('\n')
        .filter((line) =>
          /```|curl -|pattern|fa-|dd MMM|color|^(?:time|tailwind|font|select|call|selector|code|task|type):/.test(line),
        );
    expect(kept(shouted)).toEqual(kept(file));
  });
});
