import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { markdownFormat } from './markdown.format.js';

describeFormat(markdownFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [{ name: 'binary data', bytes: Buffer.from('# a\0\n'), reason: 'invalid' }],
  standsAlone: ({ role }) => role === 'alt_text' || role === 'title',
});

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');
const segmentsOf = async (text: string) =>
  (await extractAll(markdownFormat, memoryFile(Buffer.from(text)))).map(({ role, parts }) =>
    role === 'body' ? shown(parts) : `${role}: ${shown(parts)}`,
  );
const merged = async (text: string, ...translations: (string | Segment)[]) =>
  (
    await mergeAll(
      markdownFormat,
      memoryFile(Buffer.from(text)),
      translations.map((one): Segment => (typeof one === 'string' ? [{ kind: 'text', text: one }] : one)),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString();

describe('segments of Markdown', () => {
  it.each([
    ['headings', '# One #\n\nTwo\n===\n\nThree\n---\ntext', ['heading: One', 'heading: Two', 'heading: Three', 'text']],
    ['paragraphs, their lines joined', 'One\ntwo\n\nthree', ['One two', 'three']],
    ['items of lists', '- one\n  goes on\n- two\n\n  more\n3) three', ['one goes on', 'two', 'more', 'three']],
    ['quotations', '> one\n> two\nlazy\n>\n> > three', ['one two lazy', 'three']],
    [
      'free of code',
      '    code a\n\ntext\n    goes on\n\n```\ncode b\n```\n~~~\ncode c\n```\n~~~\nend',
      ['text goes on', 'end'],
    ],
    ['free of code in lists', '- one\n\n      code\n\n  ```\n  code\n  ```\n- two', ['one', 'two']],
    [
      'free of code in lists of quotations',
      '> - one\n>   ```js\n>   const code;\n>   ```\n>   two\n>\n> three',
      ['one', 'two', 'three'],
    ],
    ['of a fence that its quotation ends', '> ```\n> code\n\ntext', ['text']],
    ['with tags', 'A **b *c* d** [e](f) `g` <h@i.org> end', ['A {1b {2c2} d1} {3e3} [4] [5] end']],
    ['cells', 'a | b c\n---|---\nd \\| e | `f`\n\ng', ['table: a', 'table: b c', 'table: d | e', 'g']],
    ['pictures', '![a b](c)\n\nd ![e](f) g', ['alt_text: a b', 'd {1e1} g']],
    [
      'titles of links and pictures, before the text with the link',
      'd ![e](f "g &amp; h") [i](<j k>\n  \'l m\') n [o](p "q")',
      ['alt_text: g & h', 'alt_text: l m', 'alt_text: q', 'd {1e1} {2i2} n {3o3}'],
    ],
    ['free of what is no title', '[a](b) [c](d"e") [f](g "2") h', ['{1a1} {2c2} {3f3} h']],
    ['titles of definitions', '[a]: b "c d"\n[e]: <f g> \'h\'\n[i]: j (k)', ['alt_text: c d', 'alt_text: h']],
    ['notes', 'a[^1] b\n\n[^1]: c d', ['a[1] b', 'note: c d']],
    [
      'free of definitions and machinery',
      '[a]: b\n\n:::tip\ntext\n:::\n\n> [!NOTE]\n> more\n\n{% raw %}',
      ['text', 'more'],
    ],
    ['of HTML', '<div>\n<p>a b</p>\n</div>\n\n<!-- c -->\n\n<Tabs>\nd\n</Tabs>', ['a b', 'd']],
    ['divided by a break', 'One.  \nTwo\\\nthree<br>Four', ['One.', 'Two[1]three'.replace('[1]', ' [1]'), 'Four']],
    ['free of escapes', '\\*a\\* &lt;b&gt; &copy; 1\\. c', ['*a* <b> © 1. c']],
    ['of front matter', "---\ntitle: 'It''s'\nlayout: some page\n---\ntext", ["title: It's", 'text']],
    ['of what only looks like front matter', '---\ntitle: x\n\ntext', ['title: x', 'text']],
  ])('the segments of Markdown are %s', async (_rule, text, expected) => {
    expect(await segmentsOf(text)).toEqual(expected);
  });

  it('a text for a picture stays where translate_alt_text is false', async () => {
    const texts: string[] = [];
    const options = { ...defaultFormatOptions, translateAltText: false };
    const file = memoryFile(Buffer.from('![a b](c)\n\nd ![e](f) g'));
    for await (const batch of markdownFormat.extract(file, options))
      texts.push(...batch.map(({ parts }) => shown(parts)));
    expect(texts).toEqual(['d [1] g']);
  });

  it('what blocks of HTML hold preformatted, hidden or marked is left and counted', async () => {
    const blocks = [
      '<pre>\na b\n\nc\n</pre>',
      '<div>d<pre>e</pre></div>',
      '<p hidden>f</p>',
      '<p translate="no">g</p>',
    ];
    const long = `<pre>\n${'h i\n'.repeat(100_000)}</pre>`;
    const extraction = markdownFormat.extract(
      memoryFile(Buffer.from([...blocks, long, 'k'].join('\n\n'))),
      defaultFormatOptions,
    );
    const texts: string[] = [];
    let result = await extraction.next();
    for (; !result.done; result = await extraction.next()) texts.push(...result.value.map(({ parts }) => shown(parts)));
    expect(texts).toEqual(['d', 'k']);
    expect(result.value.skipped).toEqual([
      { reason: 'The text is preformatted, as code is.', count: 3 },
      { reason: 'The text is hidden.', count: 1 },
      { reason: 'The file says that the text is not to be translated.', count: 1 },
    ]);
  });
});

describe('translated Markdown', () => {
  it('a translation has the marks of its lists and quotations, and stands on one line', async () => {
    expect(await merged('> - one\n>   two\n\n## three ##\n', 'x y z', 'w')).toBe('> - x y z\n\n## w ##\n');
  });

  it.each([
    ['# a', '\\# a'],
    ['- a', '\\- a'],
    ['1. a', '1\\. a'],
    ['> a', '\\> a'],
    ['a # b - c 1. > d', 'a # b - c 1. > d'],
    ['5 * 3 * 2, snake_case, a [sic] b', '5 * 3 * 2, snake_case, a [sic] b'],
    ['*a* _b_ `c` ~~d~~', '\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~'],
    ['[a](b) <i> &amp; \\*', '\\[a\\](b) \\<i> \\&amp; \\\\\\*'],
    ['a ] b [ c', 'a \\] b \\[ c'],
    ['C:\\dir AT&T', 'C:\\dir AT&T'],
  ])('the signs of %j are escaped where they would be markup, and only there', async (translation, expected) => {
    expect(await merged('words', translation)).toBe(expected);
    expect(await segmentsOf(await merged('words', translation))).toEqual([translation]);
  });

  it('a title stands between its quotes, with the signs written that would end it', async () => {
    const link: Segment = [
      { kind: 'text', text: 'y ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'x' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' z' },
    ];
    const title = 'A "b" c\'s d|e & \\f';
    const translated = await merged('a [b](c  "d e" ) f', title, link);
    expect(translated).toBe('y [x](c  "A &quot;b&quot; c&#39;s d\\|e \\& \\\\f" ) z');
    expect((await segmentsOf(translated))[0]).toBe(`alt_text: ${title}`);
  });

  it('signs at the end of a heading are text, and so is one before a link', async () => {
    expect(await merged('# aa #\n', 'C#')).toBe('# C\\# #\n');
    const link: Segment = [
      { kind: 'text', text: 'y!' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'x' },
      { kind: 'close', id: 1 },
    ];
    expect(await merged('a [b](c)', link)).toBe('y\\![x](c)');
  });

  it('a bar in a cell is escaped', async () => {
    expect(await merged('| aa |\n|----|\n| bb |\n', 'x | y', 'z')).toBe('| x \\| y |\n|----|\n| z |\n');
  });

  it('a link whose text is its label keeps the label', async () => {
    const words = (id: number, text: string): Segment => [
      { kind: 'open', id },
      { kind: 'text', text },
      { kind: 'close', id },
      { kind: 'text', text: ' y' },
    ];
    const defined = '\n\n[Some text]: https://example.org\n';
    expect(await merged(`[some text] z${defined}`, words(1, 'x'))).toBe(`[x][some text] y${defined}`);
    expect(await merged(`[some text][] z${defined}`, words(1, 'x'))).toBe(`[x][some text] y${defined}`);
    expect(await merged(`[some text]${defined}`, 'x')).toBe(`[x][some text]${defined}`);
    expect(await merged(`![some text]${defined}`, 'x')).toBe(`![x][some text]${defined}`);
    expect(await merged('[some text] z', '[x] y')).toBe('[x] y');
  });

  it.each([
    ['white space within emphasis', 'x ', 'y', 'a **x** by'],
    ['emphasis of nothing', '', 'y', 'a by'],
    ['a sign that keeps the mark from closing', '(x)', 'y', 'a <strong>(x)</strong>y'],
    ['a letter that keeps the mark from opening', 'x', 'y', 'a **x**y'],
  ])('emphasis is emphasis with %s', async (_what, inner, behind, expected) => {
    const translation: Segment = [
      { kind: 'text', text: 'a ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: inner },
      { kind: 'close', id: 1 },
      { kind: 'text', text: inner.endsWith(' ') || inner === '' ? `b${behind}` : behind },
    ];
    expect(await merged('some **bold** words', translation)).toBe(expected);
  });

  it('a line break that comes to an end of the text is an element, and two pieces of code stay two', async () => {
    const parts = (...ids: (number | string)[]): Segment =>
      ids.map((one) => (typeof one === 'string' ? { kind: 'text', text: one } : { kind: 'single', id: one }));
    expect(await merged('one\\\ntwo', parts('x y', 1))).toBe('x y<br>');
    expect(await merged('one `a` two `b` three', parts('x', 1, 2))).toBe('x`a` `b`');
  });

  it('a label that goes over two lines stays as it is', async () => {
    const text = 'See [one][A\nb] now\n\n[A b]: c\n';
    const link: Segment = [
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'x' },
      { kind: 'close', id: 1 },
    ];
    expect(await merged(text, link)).toBe('[x][A\nb]\n\n[A b]: c\n');
  });

  it('a title in front matter is quoted where YAML asks for it', async () => {
    expect(await merged('---\ntitle: Some page # now\n---\n', 'A: b')).toBe('---\ntitle: Some page # now\n---\n');
    expect(await merged('---\ntitle: Some page\n---\n', 'A: "b"')).toBe('---\ntitle: "A: \\"b\\""\n---\n');
  });
});

describe('Markdown in both languages', () => {
  const both = async (text: string, ...translations: (string | Segment)[]) =>
    (
      await mergeAll(
        markdownFormat,
        memoryFile(Buffer.from(text)),
        translations.map((one): Segment => (typeof one === 'string' ? [{ kind: 'text', text: one }] : one)),
        { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', includeSource: true },
      )
    ).toString();
  const note: Segment = [
    { kind: 'text', text: 'x ' },
    { kind: 'open', id: 1 },
    { kind: 'text', text: 'y' },
    { kind: 'close', id: 1 },
    { kind: 'single', id: 2 },
  ];

  it.each<[string, string, (string | Segment)[], string]>([
    ['a paragraph', 'a b\nc\n', ['x'], 'a b c\\\nx\n'],
    ['a paragraph with line breaks of Windows', 'a\r\n\r\nb', ['x', 'y'], 'a\\\r\nx\r\n\r\nb\\\r\ny'],
    ['a heading', '## a ##\n', ['C#'], '## a<br />C\\# ##\n'],
    ['a heading that is underlined', 'a\nb\n===\n', ['x'], 'a b<br />x\n===\n'],
    ['an item of a list', '1. [ ] a\n', ['- x'], '1. [ ] a\\\n       \\- x\n'],
    ['a quotation', '> - a\n', ['x'], '> - a\\\n>   x\n'],
    ['a cell', '| a \\| b |\n|---|\n', ['x'], '| a \\| b<br />x |\n|---|\n'],
    ['a block of HTML', '<p>a</p>\n', ['x'], '<p><span lang="en">a</span><br>x</p>\n'],
    ['no text of a picture', '![a](b)', ['x'], '![x](b)'],
    ['no front matter', '---\ntitle: a\n---\n', ['x'], '---\ntitle: x\n---\n'],
    ['a note', '[^1]: a\n', ['x'], '[^1]: a\\\n    x\n'],
    [
      'emphasis and code',
      'a **b** `c` d\n',
      [[...note, { kind: 'text', text: ' z' }]],
      'a **b** `c` d\\\nx **y**`c` z\n',
    ],
    ['code at an edge', 'a `b`\n\n`c` d', ['x', 'y'], 'a `b`\\\nx `b`\n\n`c` d\\\n`c` y'],
    ['links and references without their marks', 'a [b](c)[^1] d', [note], 'a b d\\\nx [y](c)[^1]'],
  ])('the source stands above its translation: %s', async (_what, text, translations, expected) => {
    expect(await both(text, ...translations)).toBe(expected);
  });
});

describe('Markdown without its pictures', () => {
  const without = async (text: string, translations: Segment[], translateAltText = true) =>
    (
      await mergeAll(markdownFormat, memoryFile(Buffer.from(text)), translations, {
        ...defaultMergeOptions,
        sourceLanguage: 'en',
        targetLanguage: 'de',
        translateAltText,
        preserveImages: false,
      })
    ).toString();
  const words = (text: string): Segment => [{ kind: 'text', text }];
  const within: Segment = [
    { kind: 'text', text: 'x ' },
    { kind: 'open', id: 1 },
    { kind: 'text', text: 'y' },
    { kind: 'close', id: 1 },
    { kind: 'text', text: ' z' },
  ];

  it.each<[string, string, Segment[], string]>([
    ['one that stands alone', '![a b](c.png "d")\n', [words('x')], 'x\n'],
    ['one with the same text in both languages', '![OK](c.png)\n', [words('OK')], 'OK\n'],
    ['one within a sentence', 'a ![b](c) d\n', [within], 'x y z\n'],
    ['one that is a link', '[![a](b)](c)\n', [words('x')], '[x](c)\n'],
    ['one that names its address', '![a][b]\n\n[b]: c\n', [words('x')], 'x\n\n[b]: c\n'],
    ['one in a cell', '| ![a](b) |\n|---|\n', [words('x')], '| x |\n|---|\n'],
    ['one without a text', 'a ![](b) c\n', [words('x')], 'x\n'],
    ['one whose text would begin a list', '![a](b)\n', [words('1. x')], '1\\. x\n'],
    ['one whose title goes over two lines', '> ![a](b "c\n> d") e\n', [words('x')], '> x\n'],
  ])('%s gives place to its alternative text', async (_what, text, translations, expected) => {
    expect(await without(text, translations)).toBe(expected);
  });

  it('a text that is not translated takes the place as it is, apart from the words beside it', async () => {
    const single: Segment = [
      { kind: 'text', text: 'x' },
      { kind: 'single', id: 1 },
      { kind: 'text', text: 'y' },
    ];
    expect(await without('one![b *c*](d)two\n', [single], false)).toBe('x b *c* y\n');
    expect(await without('![1. a](b)\n', [], false)).toBe('1\\. a\n');
  });
});

describe('data that a page embeds', () => {
  const data = Buffer.from('a picture of some words '.repeat(400)).toString('base64');
  const link = `data:image/png;base64,${data}`;

  it.each([
    ['a picture', `One ![two three](${link} "four") five.\n`, ['alt_text: four', 'One {1two three1} five.']],
    ['an address by its label', `![one][a]\n\n[a]: <${link}>\n\ntwo\n`, ['alt_text: one', 'two']],
    ['an element of HTML', `One <img src="${link}" alt="two"> three.\n`, ['One [1] three.']],
    ['a block of HTML', `<p><img src="${link}" alt="one"></p>\n\ntwo\n`, ['alt_text: one', 'two']],
    ['code', `\`\`\`\n${link}\n\`\`\`\none\n`, ['one']],
    ['a short one', 'One ![two](data:image/gif;base64,R0lGODlhAQ==) three.', ['One {1two1} three.']],
    ['what only looks like some', 'One;base64,two three;base64', ['One;base64,two three;base64']],
  ])('are no words, and stay byte for byte: %s', async (_what, text, expected) => {
    expect(await segmentsOf(text)).toEqual(expected);
    const segments = await extractAll(markdownFormat, memoryFile(Buffer.from(text)));
    expect(await merged(text, ...segments.map(({ parts }) => parts))).toBe(text);
    const others = segments.map(({ parts }) =>
      parts.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part)),
    );
    const translated = await merged(text, ...others);
    expect(translated.split(data)).toHaveLength(text.split(data).length);
    expect(translated).not.toMatch(/\ufdd0/);
  });

  it('are left aside alike wherever the file is cut, and beside its source', async () => {
    const bytes = Buffer.from(`One ![two](${link}) three.\n\n[a]: ${link}\n\nfour (;base64,${data}) five ;base6\n`);
    const inPieces = { size: bytes.length, read: async (start: number) => bytes.subarray(start, start + 7) };
    const parts = (await extractAll(markdownFormat, inPieces)).map((segment) => segment.parts);
    expect(parts).toEqual((await extractAll(markdownFormat, memoryFile(bytes))).map((segment) => segment.parts));
    const others = parts.map((segment): Segment => [...segment, { kind: 'text', text: ' 2' }]);
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', includeSource: true };
    const both = (await mergeAll(markdownFormat, inPieces, others, options)).toString();
    expect(both).toContain(`![two](${link})`);
    expect(both).toContain(`[a]: ${link}`);
    expect(both).not.toMatch(/\ufdd0/);
  });
});
