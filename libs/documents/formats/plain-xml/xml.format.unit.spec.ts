import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type FormatOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { skipReasons } from '../skip-reasons.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { xmlFormat } from './xml.format.js';

describeFormat(xmlFormat, {
  samples: new URL('./samples/', import.meta.url),
  standsAlone: () => true,
  refused: [
    { name: 'plain text', bytes: Buffer.from('Just a text.\n'), reason: 'invalid' },
    { name: 'an element without an end', bytes: Buffer.from('<a><b>some text</b>'), reason: 'invalid' },
    { name: 'elements that cross', bytes: Buffer.from('<a><b>some text</a></b>'), reason: 'invalid' },
    { name: 'endless nesting', bytes: Buffer.from('<a>'.repeat(10_000)), reason: 'hostile' },
    { name: 'an endless text', bytes: Buffer.from(`<a>${'a'.repeat(9 * 1024 * 1024)}`), reason: 'hostile' },
  ],
});

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');
const segmentsOf = async (xml: string) =>
  (await extractAll(xmlFormat, memoryFile(Buffer.from(xml)))).map(({ parts }) => shown(parts));
const segmentsWith = async (xml: string, options: Partial<FormatOptions>) => {
  const texts: string[] = [];
  for await (const batch of xmlFormat.extract(memoryFile(Buffer.from(xml)), { ...defaultFormatOptions, ...options })) {
    texts.push(...batch.map(({ parts }) => shown(parts)));
  }
  return texts;
};
const merged = async (xml: string, ...texts: string[]) =>
  (
    await mergeAll(
      xmlFormat,
      memoryFile(Buffer.from(xml)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString('latin1');

describe('segments of XML', () => {
  it.each([
    ['elements with text', '<a><b>One</b>\n<c>two</c></a>', ['One', 'two']],
    ['whole where elements stand beside text', '<a><p><b>One</b> two <i>three</i></p></a>', ['{1One1} two {2three2}']],
    ['whole where the text comes last', '<a><b>One</b> <i>two</i> three</a>', ['{1One1} {2two2} three']],
    ['apart where no text stands beside them', '<a><b>One</b><i>two</i></a>', ['One', 'two']],
    ['with elements without content', '<a>One <x/> two<y></y></a>', ['One [1] two']],
    ['parted at line breaks', '<a>One<br/>goes on<br/>Two</a>', ['One [1]goes on', 'Two']],
    [
      'free of data',
      '<a xmlns:pkg="u:p"><binary>aGVs\nbG8g d2</binary><pkg:binaryData>aGVs\nbG8g d2</pkg:binaryData><p>One</p></a>',
      ['One'],
    ],
    ['free of code', '<a>Run <code>x <b>y</b></code> now<script>z z</script></a>', ['Run [1] now']],
    [
      'free of what says so',
      '<a><b translate="no">One <c translate="yes">two</c></b> <d>three</d></a>',
      ['two', 'three'],
    ],
    ['with entities as tags', '<!DOCTYPE a [<!ENTITY x "y">]><a>One &x; two &amp; &#x41;</a>', ['One [1] two & A']],
    ['without comments', '<a>One <!-- two --><?three four?> five<!-- six -->seven</a>', ['One [1][2] five[3]seven']],
    ['of a part of another file', '<x:a>One &x; <y:b>two</y:b></x:a>', ['One [1] {2two2}']],
    [
      'of character data',
      '<a>One <![CDATA[two <b>three</b> & four]]> five</a>',
      ['One', 'two {1three1} & four', 'five'],
    ],
    ['lines where space is kept', '<a xml:space="preserve">One\n  two\n</a>', ['One', 'two']],
    [
      'free of the lists and paragraphs beside them',
      '<li>One<ul><li>two</li><li>three <b>x</b></li></ul> four<p>five</p></li>',
      ['One', 'two', 'three {1x1}', 'four', 'five'],
    ],
    [
      'with notes and index entries as tags, which come before',
      '<p>One<fn>A <b>note</b>.</fn> two<indexterm>x<indexterm>y</indexterm></indexterm> three<footnote><para>B.</para><para>C.</para></footnote>.</p>',
      ['A {1note1}.', 'x', 'y', 'B.', 'C.', 'One[1] two[2] three[3].'],
    ],
    [
      'free of other languages of a text',
      '<a><n>One</n><n xml:lang="fr">Un</n><n xml:lang="fr" translate="yes">Deux</n><m xml:lang="en">Two</m><m xml:lang="en-GB">Three</m><m xml:lang="de">Drei</m></a>',
      ['One', 'Deux', 'Two', 'Three'],
    ],
    [
      'of a drawing, but not of one within a document',
      '<svg><title>One</title><metadata><f>image/svg+xml</f></metadata><text><tspan>two</tspan><tspan>three</tspan></text></svg>',
      ['One', 'two', 'three'],
    ],
    ['free of drawings', '<a>One<svg><text>two</text></svg></a>', ['One']],
    [
      'apart where only entities stand between them',
      '<!DOCTYPE a [<!ENTITY x "y">]><a>\n<b>One</b>\n&x;\n<b>two</b>\n&x;</a>',
      ['One', 'two'],
    ],
    ['free of paragraphs before them', '<li><p>One</p> two</li>', ['One', 'two']],
    ['free of numbers and addresses', '<a><b>42</b><c>https://example.org</c><d>10:00 AM</d><e>a</e></a>', ['a']],
  ])('the segments of XML are %s', async (_rule, xml, expected) => {
    expect(await segmentsOf(xml)).toEqual(expected);
  });

  it('an element with very many others is a container, and a long text is cut', async () => {
    const many = '<b>x y</b>'.repeat(500);
    expect(await segmentsOf(`<a>${many}</a>`)).toHaveLength(500);
    const segments = await segmentsOf(`<a>${'Some words. '.repeat(1000)}${'<b/>x'.repeat(2000)}</a>`);
    for (const segment of segments) expect(segment.length).toBeLessThan(6000);
  });
});

it('a segment has no tag whose other half is in another one', async () => {
  const long = 'Some words of this text. '.repeat(100);
  const segments = await segmentsOf(`<a>One <b>${long}<i>two</i> <c/></b> three</a>`);
  expect(segments.map((segment) => segment.slice(-12))).toEqual(['One', 'f this text.', 'ext. {1two1}', 'three']);
});

describe('rules of ITS 2.0', () => {
  const its = 'xmlns:its="http://www.w3.org/2005/11/its"';
  const xml = `<doc><head><id>One</id></head><p kind="x" alt="two">three <q>four</q></p><p><code>five</code></p></doc>`;
  const rules = (...lines: string[]) => `<its:rules ${its} version="2.0">${lines.join('')}</its:rules>`;
  it.each([
    ['leave elements', ['<its:translateRule selector="//p" translate="no"/>'], []],
    [
      'take elements',
      ['<its:translateRule selector="//code | /doc/head/id" translate="yes"/>'],
      ['One', 'three {1four1}', 'five'],
    ],
    [
      'take attributes',
      ['<its:translateRule selector="//p[@kind=\'x\']/@alt" translate="yes"/>'],
      ['two', 'three {1four1}'],
    ],
    [
      'follow each other',
      [
        '<its:translateRule selector="//*" translate="no"/>',
        '<its:translateRule selector="/doc/p/q" translate="yes"/>',
      ],
      ['four'],
    ],
    ['say what stands alone', ['<its:withinTextRule selector="//q" withinText="no"/>'], ['three', 'four']],
  ])('rules %s', async (_what, lines, expected) => {
    expect(await segmentsWith(xml, { itsRules: rules(...lines) })).toEqual(expected);
    const inside = xml.replace('<doc>', `<doc>${rules(...lines)}`);
    expect(await segmentsWith(inside, {})).toEqual(expected);
  });

  it('an element says itself whether it is translated and stands within text', async () => {
    const local = `<a ${its}><b its:translate="no">One</b>\n<p>two <q its:withinText="no">three</q> four</p></a>`;
    expect(await segmentsOf(local)).toEqual(['two', 'three', 'four']);
    expect(await segmentsOf(`<a ${its}><b>One</b><q its:withinText="yes">two</q></a>`)).toEqual(['{1One1}{2two2}']);
  });

  it.each(['//p[1]', 'id("x")', '//x:p', '//p[@a and @b]', 'p/text()'])(
    'the selector %s is refused',
    async (selector) => {
      const itsRules = rules(`<its:translateRule selector='${selector}' translate="no"/>`);
      await expect(segmentsWith(xml, { itsRules })).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
    },
  );
});

it.each([
  '<rules><translateRule selector="//p" translate="no"/></rules>',
  '<its:rules xmlns:its="urn:other"/>',
  '<a/>',
])('rules that are none of ITS are refused, which would do nothing: %s', async (itsRules) => {
  const refused = { name: 'FormatError', reason: 'invalid', message: expect.stringContaining('w3.org/2005/11/its') };
  await expect(segmentsWith('<a>One</a>', { itsRules })).rejects.toMatchObject(refused);
});

describe('translated XML', () => {
  it('a translation is escaped, and character data stays character data', async () => {
    expect(await merged('<a><b>One</b><c><![CDATA[two three]]></c></a>', '<x> & y', 'a ]]> b')).toBe(
      '<a><b>&lt;x&gt; &amp; y</b><c><![CDATA[a ]]]]><![CDATA[> b]]></c></a>',
    );
  });

  it('the target language is named where the source language was named, and nowhere else', async () => {
    expect(await merged('<a xml:lang="en-GB" lang="en"><b xml:lang="fr" hreflang="en">One</b></a>', 'x')).toBe(
      '<a xml:lang="de" lang="de"><b xml:lang="fr" hreflang="en">x</b></a>',
    );
  });

  it('a file keeps its encoding, with references for characters that the encoding lacks', async () => {
    expect(await merged('<?xml version="1.0" encoding="iso-8859-1"?><a>One</a>', 'é Ж')).toBe(
      '<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9 &#1046;</a>',
    );
  });
});

describe('both languages in one XML file', () => {
  it.each([
    [
      'before the elements that hold nothing else',
      '<a><b id="1">One day</b></a>',
      ['x'],
      '<!-- en: One day --><a><b id="1">x</b></a>',
    ],
    [
      'before the root, behind the declaration',
      '<?xml version="1.0"?>\n<a>One</a>',
      ['x'],
      '<?xml version="1.0"?>\n<!-- en: One --><a>x</a>',
    ],
    [
      'with its inline elements',
      '<a><p>One <b>day</b></p><p>2</p></a>',
      ['x'],
      '<a><!-- en: One <b>day</b> --><p>x<b></b></p><p>2</p></a>',
    ],
    [
      'before an element that holds its text as character data',
      '<a>\n<d><![CDATA[One day]]></d>\n</a>',
      ['x'],
      '<a>\n<!-- en: One day --><d><![CDATA[x]]></d>\n</a>',
    ],
    [
      'within its element where it is not its first text',
      '<a>One.<br/>Two.</a>',
      ['x', 'y'],
      '<!-- en: One. --><a>x<br/><!-- en: Two. -->y</a>',
    ],
    [
      'without what ends a comment',
      '<a><b>a--b <!-- c --> d-</b></a>',
      ['x'],
      '<!-- en: a- -b <!- - c - -> d- --><a><b>x<!-- c --></b></a>',
    ],
  ])('the source is a comment %s', async (_where, xml, texts, expected) => {
    const segments = texts.map((text): Segment => [{ kind: 'text', text }]);
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es', includeSource: true };
    expect((await mergeAll(xmlFormat, memoryFile(Buffer.from(xml)), segments, options)).toString()).toBe(expected);
  });

  it('a text that stays has no comment', async () => {
    const xml = '<a><b>One</b><b>Two</b></a>';
    const segments: Segment[] = [[{ kind: 'text', text: 'One' }], [{ kind: 'text', text: 'y' }]];
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es', includeSource: true };
    expect((await mergeAll(xmlFormat, memoryFile(Buffer.from(xml)), segments, options)).toString()).toBe(
      '<a><b>One</b><!-- en: Two --><b>y</b></a>',
    );
  });
});

describe('text of XML that stays', () => {
  it.each([
    ['an element that says so, once', '<a><b translate="no">One <i>two</i></b><c>3</c></a>', 1],
    [
      'each of several',
      '<a><b translate="no">One</b><b its:translate="no" xmlns:its="http://www.w3.org/2005/11/its">Two</b></a>',
      2,
    ],
    [
      'text in Android that is not translatable',
      '<resources><string name="x" translatable="false">One</string></resources>',
      1,
    ],
    ['character data', '<a><b translate="no"><![CDATA[One]]></b></a>', 1],
    ['no element without words', '<a><b translate="no">12</b><b>One</b></a>', 0],
    ['no element of code', '<a><code>One</code> two</a>', 0],
    ['what in it is translated not', '<a><b translate="no"><c translate="yes">One</c></b></a>', 0],
    [
      'units of XLIFF',
      '<xliff version="1.2"><file><body><trans-unit translate="no"><source>One</source><target>Uno</target></trans-unit><trans-unit><source>Two</source></trans-unit></body></file></xliff>',
      1,
    ],
  ])('text of XML that stays is counted: %s', async (_what, xml, count) => {
    const reading = xmlFormat.extract(memoryFile(Buffer.from(xml)), defaultFormatOptions);
    for (;;) {
      const next = await reading.next();
      if (!next.done) continue;
      expect(next.value.skipped).toEqual(count === 0 ? undefined : [{ reason: skipReasons.stated, count }]);
      return;
    }
  });
});
