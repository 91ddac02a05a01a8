import { describe, expect, it } from 'vitest';
import { defaultMergeOptions } from '#libs/documents/formats/format.port.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { htmlFormat } from './html.format.js';

describeFormat(htmlFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'plain text', bytes: Buffer.from('Just a text, 1 < 2 and 3 > 2.\n'), reason: 'invalid' },
    { name: 'a PDF', bytes: Buffer.from('%PDF-1.7\n<html>'), reason: 'invalid' },
    {
      name: 'another XML language',
      bytes: Buffer.from('<?xml version="1.0"?><feed><entry>x</entry></feed>'),
      reason: 'invalid',
    },
    { name: 'an endless tag', bytes: Buffer.from(`<p>a<img src="${'A'.repeat(17 * 1024 * 1024)}`), reason: 'hostile' },
    {
      name: 'endless nesting in what is not translated',
      bytes: Buffer.from(`<div translate=no>${'<b>'.repeat(5000)}`),
      reason: 'hostile',
    },
  ],
});

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');

const segmentsOf = async (html: string) =>
  (await extractAll(htmlFormat, memoryFile(Buffer.from(html)))).map(({ parts }) => shown(parts));

const merged = async (
  html: string | Buffer,
  translations: readonly (string | Segment)[],
  languages = ['en', 'de'] as const,
) =>
  (
    await mergeAll(
      htmlFormat,
      memoryFile(Buffer.from(html)),
      translations.map(
        (translation): Segment =>
          typeof translation === 'string' ? [{ kind: 'text', text: translation }] : translation,
      ),
      { ...defaultMergeOptions, sourceLanguage: languages[0], targetLanguage: languages[1] },
    )
  ).toString('latin1');

describe('segments of a page', () => {
  it.each([
    ['blocks', '<div>One<p>two</p>three</div>four<hr>five', ['One', 'two', 'three', 'four', 'five']],
    [
      'joined over inline tags',
      '<p>A <b>small <i>grey</i></b> ship<img src=x> here</p>',
      ['A {1small {2grey2}1} ship[3] here'],
    ],
    ['without tags at their edges', '<p> <a id=x></a><b><i>Bold</i></b> <br> </p>', ['Bold']],
    ['with tags that only seem to be at their edges', '<p><b>Bold</b> and <i>more</i></p>', ['{1Bold1} and {2more2}']],
    ['with white space as a browser shows it', '<p>One\r\n   two\tthree</p>', ['One two three']],
    [
      'without what is preformatted',
      '<p>a</p><pre title="t">b <b translate="no">c</b>\n<code>d</code></pre>e',
      ['a', 't', 'e'],
    ],
    [
      'lines where what is preformatted is to be translated',
      '<pre translate="yes">one\n  two  2</pre><pre>a<span translate="yes">three  3\n4 four</span>\nb</pre>c  d',
      ['one', 'two  2', 'three  3', '4 four', 'c d'],
    ],
    ['with line breaks within, and ended by two', '<p>one<br>two<br> <br>three</p>', ['one [1]two', 'three']],
    ['decoded', '<p>&lt;a&gt; &eacute;&#x1F600; AT&T &copy</p>', ['<a> é😀 AT&T ©']],
    [
      'without code, scripts and forms',
      '<p>Run <code>a <b>b</b></code> now<script>x("<p>")</script></p><textarea>t</textarea>',
      ['Run [1] now'],
    ],
    [
      'without what says so',
      '<p>A <i translate=no>b</i> c <i class="x notranslate">d <b translate=yes>yes</b></i> e</p><div translate=no><p>f</p></div>g',
      ['A [1] c', 'yes', 'e', 'g'],
    ],
    [
      'whatever ends a paragraph that is not translated',
      '<p translate=no>a<p>b<div><p translate=no>c</div>d',
      ['b', 'd'],
    ],
    [
      'without SVG, also when it is left open',
      '<p>a <svg><title>t</title><path/></svg> b</p><svg><g><p>c</p>',
      ['a [1] b', 'c'],
    ],
    [
      'of the title and what links show',
      '<title>T &amp; t</title><meta name=description content="D"><meta name=generator content="G"><p>p',
      ['T & t', 'D', 'p'],
    ],
    [
      'of the words of markup that an attribute holds',
      '<meta name=description content="<p>One <b>big</b> page</p>"><p title=\'<i>Two</i> &amp; "more"\'>p</p>',
      ['One {1big1} page', '{1Two1} & "more"', 'p'],
    ],
    [
      'those behind elements of XML that close themselves',
      '<html xmlns="http://www.w3.org/1999/xhtml"><title/><script src="a.js"/><textarea/><p translate="no"/><p>One</p></html>',
      ['One'],
    ],
    [
      'those of a template of XML',
      '<!DOCTYPE html><html xmlns:th="http://www.thymeleaf.org"><title th:text="x"/><p>One</p><p>Two</p></html>',
      ['One', 'Two'],
    ],
    ['none of a script that HTML leaves open', '<p>One</p><script src="a.js"/><p>Two</p>', ['One']],
    ['without lines that have no letter', '<p>12 &ndash; 14 <b>%</b></p><p>x</p>', ['x']],
  ])('the segments of a page are %s', async (_rule, html, expected) => {
    expect(await segmentsOf(html)).toEqual(expected);
  });

  it('a segment has the role of the element that it stands in', async () => {
    const html = '<title>a</title><h2>b</h2><p>c</p><table><tr><td><p>d</p></table>e';
    const roles = (await extractAll(htmlFormat, memoryFile(Buffer.from(html)))).map(({ role }) => role);
    expect(roles).toEqual(['title', 'heading', 'body', 'table', 'body']);
  });

  it('segments are bounded in length, whatever the page contains', async () => {
    const words = 'word '.repeat(300);
    const segments = await segmentsOf(`<p>${`${words}<b>${words}</b>`.repeat(20)}${'<b>x'.repeat(3000)}`);
    for (const segment of segments) expect(segment.length).toBeLessThan(6000);
  });
});

describe('a translated page', () => {
  it('a translation has its markup escaped and keeps each tag', async () => {
    expect(
      await merged('<p>Hello <b>big</b> world</p>', [
        [
          { kind: 'open', id: 1 },
          { kind: 'text', text: '<große> & "neue"' },
          { kind: 'close', id: 1 },
          { kind: 'text', text: ' Welt' },
        ],
      ]),
    ).toBe(Buffer.from('<p><b>&lt;große&gt; &amp; "neue"</b> Welt</p>').toString('latin1'));
  });

  it('the target language is named where the source language was named, and nowhere else', async () => {
    const html =
      '<html xml:lang="en-GB" lang="EN-gb"><meta http-equiv=Content-Language content=en><p lang=fr>a<p>b <i lang="en" class=x>c</i></p><code lang=en>d</code>';
    expect(await merged(html, ['A', 'B'], ['en', 'de'])).toBe(
      '<html xml:lang="de" lang="de"><meta http-equiv=Content-Language content=de><p lang=fr>A<p>B<i lang="de" class=x></i></p><code lang=en>d</code>',
    );
  });

  it('an attribute value without quotes gets them, and no translation breaks out of its value', async () => {
    const html = `<meta name=description content=short><meta name=description content='it is'><p>x`;
    expect(await merged(html, [`a "b" 'c'`, `a "b" 'c'>`, 'y'])).toBe(
      `<meta name=description content="a &quot;b&quot; &#39;c&#39;"><meta name=description content='a &quot;b&quot; &#39;c&#39;&gt;'><p>y`,
    );
  });

  it('markup in an attribute stays, and a translation of its words is no markup', async () => {
    expect(await merged('<p title="<i>One</i>">x<p title="<i>&amp;Two</i>">y', ['"a" <b>', 'x', `c & 'd'`, 'y'])).toBe(
      '<p title="<i>&quot;a&quot; &lt;b></i>">x<p title="<i>c &amp; &#39;d&#39;</i>">y',
    );
  });

  it('a page keeps its encoding, with references for characters that the encoding lacks', async () => {
    const html = Buffer.from('<meta charset=windows-1252><p>caf\xe9</p>', 'latin1');
    expect(await merged(html, ['é Ж 😀'])).toBe('<meta charset=windows-1252><p>\xe9 &#1046; &#128512;</p>');
  });
});

describe('comments that some programs read', () => {
  const mail = (text: string, button: string, word: string) =>
    `<body><!--[if mso | IE]><table><tr><td>${text}<![endif]--><p>${word}<!--[if !mso]><!--> x<!--<![endif]--></p>` +
    `<!--[if mso]><v:roundrect><center>${button}</center></v:roundrect></td></tr></table><style>p { color: red }</style><![endif]--></body>`;

  it('the half of a mail that is for Outlook is translated as the page is', async () => {
    expect(await segmentsOf(mail('See it in a browser', 'Buy now', 'Hello'))).toEqual([
      'See it in a browser',
      'Hello[1] x',
      'Buy now',
    ]);
    const answers = [
      'Im Browser',
      [
        { kind: 'text', text: 'Hallo' },
        { kind: 'single', id: 1 },
        { kind: 'text', text: ' x' },
      ] as Segment,
      'Kaufen',
    ];
    expect(await merged(mail('See it in a browser', 'Buy now', 'Hello'), answers)).toBe(
      mail('Im Browser', 'Kaufen', 'Hallo'),
    );
  });

  it('it stays where the page says that it is not to be translated, and so do other comments', async () => {
    expect(
      await segmentsOf('<div translate="no"><!--[if mso]><p>Buy now</p><![endif]--></div><!-- a note --><p>Hi'),
    ).toEqual(['Hi']);
    expect(await segmentsOf('<p>Hi</p><!--[if mso]><p translate="no">Buy now</p>')).toEqual(['Hi']);
  });
});
