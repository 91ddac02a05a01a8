import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type FormatOptions, type MergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { htmlFormat } from './html.format.js';

const textOf = (parts: Segment): string =>
  parts.map((part) => ('text' in part ? part.text : part.kind === 'single' ? `[${part.id}]` : '')).join('');

const read = async (html: string, options: Partial<FormatOptions> = {}) => {
  const texts: string[] = [];
  const extraction = htmlFormat.extract(memoryFile(Buffer.from(html)), { ...defaultFormatOptions, ...options });
  for (;;) {
    const { value, done } = await extraction.next();
    if (done) return { texts, summary: value };
    texts.push(...value.map(({ parts }) => textOf(parts)));
  }
};

const upper = (segment: Segment): Segment =>
  segment.map((part) => (part.kind === 'text' ? { kind: 'text', text: part.text.toUpperCase() } : part));

/** The page with all segments in upper case, or as they are. */
const merged = async (html: string, options: Partial<MergeOptions> = {}, change = upper): Promise<string> => {
  const file = memoryFile(Buffer.from(html));
  const all = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', ...options };
  const translations = (async function* () {
    for await (const batch of htmlFormat.extract(file, all)) for (const { parts } of batch) yield change(parts);
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of htmlFormat.merge(file, all, translations)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('line breaks of a page', () => {
  it.each([
    ['lower case goes on', 'one<br>two', ['one [1]two']],
    ['lower case goes on in other markup', '<i>one</i><br><b>two</b>', ['one [2]two']],
    ['upper case follows', 'one<br>Two', ['one', 'Two']],
    ['a sentence ends', 'One.<br>two', ['One.', 'two']],
    ['another follows', 'one<br><br>two', ['one', 'two']],
    ['a number follows', 'one<br>2 two', ['one', '2 two']],
  ])('a line break is within a sentence or between two: %s', async (_case, html, expected) => {
    expect((await read(`<p>${html}</p>`)).texts).toEqual(expected);
  });

  it('words beside a picture stand apart', async () => {
    expect((await read('<p>one<img src=x>two</p>')).texts).toEqual(['one [1]two']);
  });
});

describe('elements of a page that stand side by side', () => {
  it.each([
    ['links', '<a>Home</a><a>about us</a><a>Contact</a>', ['Home', 'about us', 'Contact']],
    ['links in elements of their own', '<span><a>Home</a></span><span><a>news</a></span>', ['Home', 'news']],
    ['buttons', '<button>Send</button> <button>cancel</button>', ['Send', 'cancel']],
    ['labels and fields', '<label>Name</label><input><label>password</label> <input>', ['Name', 'password']],
    ['a name and its value', '<span>Unit price</span><span>Free of charge</span>', ['Unit price', 'Free of charge']],
    ['a name and a number', '<span>Orders</span><b>12 of them</b>', ['Orders', '12 of them']],
  ])('segments of their own are %s', async (_what, html, expected) => {
    expect((await read(`<p>${html}</p>`)).texts).toEqual(expected);
  });

  it.each([
    ['a word in two looks', '<b>W</b><i>ord</i> and <b>wo</b><i>rd</i>'],
    ['a word and its index', '<b>total</b><sup>2</sup>'],
    ['a button in a sentence', 'Press <button>Save</button>, or not'],
    ['links with a space between', 'an <a>American</a> <a>Singer</a>'],
    ['links of a script without spaces', '<a>東京</a><a>都</a>'],
    ['a link within a word', '<a>close</a>d'],
  ])('one segment is %s', async (_what, html) => {
    expect((await read(`<p>${html}</p>`)).texts).toHaveLength(1);
  });

  it('words beside a field stand apart', async () => {
    expect((await read('<p>from<input>to</p>')).texts).toEqual(['from [1]to']);
  });
});

describe('attributes of a page', () => {
  it.each([
    ['the title of a block', '<p title="t">', ['t']],
    ['names for screen readers', '<div aria-label="a" aria-description=b>', ['a', 'b']],
    ['a placeholder', '<input placeholder="a"><textarea placeholder="b">kept</textarea>', ['a', 'b']],
    ['labels of tabs', '<TabItem label="a b">c</TabItem>', ['a b', 'c']],
    ['labels of options', '<select><optgroup label=a><option label=b>', ['a', 'b']],
    [
      'words on buttons',
      '<input type=submit value="a"><input type=button value=b><input type="Reset" value=c>',
      ['a', 'b', 'c'],
    ],
    ['alternative text', '<img alt="a"><map><area alt="b"></map><input type=image alt=c>', ['a', 'b', 'c']],
    ['what previews show', '<meta name=keywords content="a"><meta property="og:title" content=b>', ['a', 'b']],
    ['those of a link, before its sentence', '<p>See <a title="T">the log</a> now', ['T', 'See the log now']],
    ['those of code', '<p>See <code title="T">x</code> now', ['T', 'See [1] now']],
  ])('a page is translated with %s', async (_what, html, expected) => {
    expect((await read(`<html>${html}`)).texts).toEqual(expected);
  });

  it.each([
    '<link title=Compact rel=stylesheet>',
    '<meta name="twitter:card" content="summary">',
    '<input value="a"><input type=hidden value=b>',
    '<p data-title="a" id=b class=c lang=en>',
    '<img translate=no alt=a><p class=notranslate title=b>',
    '<img src=x alt="">',
  ])('no attribute of %s is translated', async (html) => {
    expect((await read(`<html>${html}`)).texts).toEqual([]);
  });

  it('translated attributes stand in the tags that move with the words', async () => {
    const html = '<p title=\'a\'>See <a title="b" href="/B">the <img alt=c> log</a> now</p>';
    expect(await merged(html)).toBe('<p title=\'A\'>SEE <a title="B" href="/B">THE <img alt="C"> LOG</a> NOW</p>');
  });

  it('an attribute is translated in a sentence that stays as it is', async () => {
    const change = (segment: Segment) => (textOf(segment) === 'title' ? upper(segment) : segment);
    expect(await merged('<p>See <a title="title">the  log</a> now', {}, change)).toBe(
      '<p>See <a title="TITLE">the  log</a> now',
    );
  });

  it('alternative text stays where it is not asked for, and other attributes do not', async () => {
    const html = '<p><img alt="a" title="b"></p>';
    expect(await merged(html, { translateAltText: false })).toBe('<p><img alt="a" title="B"></p>');
  });
});

describe('options of a page', () => {
  it('hidden elements are left out and counted, unless they are asked for', async () => {
    const html = '<p hidden>a <b>b</b></p><div translate=no><p>c</p></div><p hidden></p>d';
    expect(await read(html)).toEqual({
      texts: ['d'],
      summary: {
        skipped: [
          { reason: 'The file says that the text is not to be translated.', count: 1 },
          { reason: 'The text is hidden.', count: 1 },
        ],
      },
    });
    expect((await read(html, { hidden: true })).texts).toEqual(['a b', 'd']);
  });

  it('what is preformatted is left byte for byte and counted once, and code beside words is not', async () => {
    const html =
      '<p>Run <code>a b</code></p><pre lang="en">c  <b>d</b>\n\n  e</pre><pre>12</pre><pre translate="yes">f  g\nh</pre>';
    expect(await read(html)).toEqual({
      texts: ['Run', 'f  g', 'h'],
      summary: { skipped: [{ reason: 'The text is preformatted, as code is.', count: 1 }] },
    });
    expect(await merged(html)).toBe(
      '<p>RUN <code>a b</code></p><pre lang="en">c  <b>d</b>\n\n  e</pre><pre>12</pre><pre translate="yes">F  G\nH</pre>',
    );
  });

  it('a picture gives place to its alternative text', async () => {
    const html = '<p>one<img title="t" alt="a &amp; b">two <img src=x></p><img alt="12"><img alt=c>';
    expect(await merged(html, { preserveImages: false })).toBe('<p>ONE A &amp; B TWO   </p> 12  C ');
    expect(await merged(html, { preserveImages: false, translateAltText: false })).toBe(
      '<p>ONE a &amp; b TWO   </p> 12  c ',
    );
  });

  it('the source stands above its translation, in its language and without what may be there but once', async () => {
    const html =
      '<title>t</title><p id=p>See <a id=x href="/">the <b class=k>log</b></a> <code id=y>c</code> &amp; more</p><option>o';
    expect(await merged(html, { includeSource: true })).toBe(
      '<title>T</title><p id=p><span lang="en">See the <b>log</b> <code>c</code> &amp; more</span><br>' +
        'SEE <a id=x href="/">THE <b class=k>LOG</b></a> <code id=y>c</code> &amp; MORE</p><option>O',
    );
  });

  it('the source runs in its own direction', async () => {
    expect(await merged('<p>a</p>', { includeSource: true, targetLanguage: 'ar' })).toBe(
      '<p><span lang="en" dir="ltr">a</span><br>A</p>',
    );
  });

  it('what is the same in both languages stands once', async () => {
    expect(await merged('<p>OK</p>', { includeSource: true }, (segment) => segment)).toBe('<p>OK</p>');
  });

  it.each([
    ['en', 'ar', '<html>', '<html dir="rtl">'],
    ['en', 'ar', '<html lang=en dir=ltr><body dir="LTR">', '<html lang=ar dir=rtl><body dir="rtl">'],
    ['en', 'ar', '<html dir=auto><body><p dir=ltr>', '<html dir=auto><body><p dir=ltr>'],
    ['ar', 'en', '<html dir="rtl">', '<html dir="ltr">'],
    ['en', 'de', '<html dir="ltr">', '<html dir="ltr">'],
  ])('a page from %s to %s with %s begins with %s', async (sourceLanguage, targetLanguage, html, expected) => {
    expect(await merged(html, { sourceLanguage, targetLanguage })).toBe(expected);
  });
});
