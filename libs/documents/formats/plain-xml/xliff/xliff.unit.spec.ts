import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { damagedFile } from '../../damage.fixture.js';
import { faultOfReading } from '../../damaged-reading.fixture.js';
import { defaultFormatOptions, defaultMergeOptions } from '../../format.port.js';
import { memoryFile } from '../../source-file.js';
import { pseudo } from '../../suite-translations.fixture.js';
import { mergeAll } from '../../whole-file.fixture.js';
import { xmlFormat } from '../xml.format.js';

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');

const segmentsOf = async (xml: string | Uint8Array, targetLanguage = 'de'): Promise<Segment[]> => {
  const options = { ...defaultFormatOptions, targetLanguage };
  const batches = await Array.fromAsync(xmlFormat.extract(memoryFile(Buffer.from(xml)), options));
  return batches.flat().map(({ parts }) => parts);
};
const textsOf = async (xml: string, targetLanguage?: string) => (await segmentsOf(xml, targetLanguage)).map(shown);

/** The file translated from English, each segment with a change. */
const translated = async (xml: string | Uint8Array, change: (segment: Segment) => Segment, targetLanguage = 'de') => {
  const segments = await segmentsOf(xml, targetLanguage);
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage };
  return (await mergeAll(xmlFormat, memoryFile(Buffer.from(xml)), segments.map(change), options)).toString();
};
const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { kind: 'text', text: part.text.toUpperCase() } : part));
const same = (segment: Segment): Segment => segment;

const first = (units: string, attributes = '') =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"${attributes}><body>${units}</body></file></xliff>`;
const unit = (content: string, attributes = '') => `<trans-unit id="1"${attributes}>${content}</trans-unit>`;
const second = (content: string, attributes = '') =>
  `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"><file><unit${attributes}>${content}</unit></file></xliff>`;
const machine = 'state="needs-review-translation" state-qualifier="mt-suggestion"';

describe('units of XLIFF', () => {
  it.each([
    ['a source', first(unit('<source>One day</source><note>Two</note>')), ['One day']],
    ['no context', first(unit('<source>One</source><context-group><context>Two</context></context-group>')), ['One']],
    [
      'inline codes as tags',
      first(unit('<source>One <g id="1">two</g> <x id="2"/> three</source>')),
      ['One {1two1} [2] three'],
    ],
    [
      'codes in halves as pairs, with nothing of the codes',
      first(
        unit('<source>One <bpt id="1">&lt;b></bpt>two<ept id="1">&lt;/b></ept> <ph id="3">code</ph> three</source>'),
      ),
      ['One {1two1} [2] three'],
    ],
    ['a half alone as a single tag', first(unit('<source>One <bx id="1"/>two words</source>')), ['One [1]two words']],
    ['escaped markup as tags', first(unit('<source>One &lt;b&gt;day&lt;/b&gt; more</source>')), ['One {1day1} more']],
    [
      'sections of character data',
      first(unit('<source><![CDATA[One <i>day</i> more]]></source>')),
      ['One {1day1} more'],
    ],
    ['lines where space is kept', first(unit('<source>One\nTwo</source>', ' xml:space="preserve"')), ['One', 'Two']],
    ['one line elsewhere', first(unit('<source>One\n   Two</source>')), ['One Two']],
    [
      'marked segments each for itself',
      first(
        unit(
          '<source>A b. C d.</source><seg-source><mrk mtype="seg" mid="1">A b.</mrk> <mrk mtype="seg" mid="2">C d.</mrk></seg-source>',
        ),
      ),
      ['A b.', 'C d.'],
    ],
    ['nothing that says so', first(`<group translate="no">${unit('<source>One</source>')}</group>`), []],
    [
      'what says so in it',
      first(`<group translate="no">${unit('<source>One</source>', ' translate="yes"')}</group>`),
      ['One'],
    ],
    [
      'protected words as a tag',
      first(unit('<source>One <mrk mtype="protected">two</mrk> three</source>')),
      ['One [1] three'],
    ],
    [
      'no alternatives',
      first(unit('<source>One</source><alt-trans><source>Two</source><target>Zwei</target></alt-trans>')),
      ['One'],
    ],
    [
      'segments, and not what lies between',
      second('<segment><source>One</source></segment><ignorable><source>Two</source></ignorable>'),
      ['One'],
    ],
    [
      'no matches of other tools',
      second(
        '<m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match><source>Two</source></m:match></m:matches><segment><source>One</source></segment>',
      ),
      ['One'],
    ],
    [
      'codes of the second version',
      second('<segment><source>One <pc id="1">two</pc> <sc id="2"/>three<ec startRef="2"/> four</source></segment>'),
      ['One {1two1} {2three2} four'],
    ],
  ])('of a unit is translated %s', async (_what, xml, expected) => {
    expect(await textsOf(xml)).toEqual(expected);
  });

  it.each([
    ['a target without text', '<target state="final"/>', '', ['One']],
    ['a target to be translated', '<target state="needs-translation">Eins</target>', '', ['One']],
    ['a copy of the source', '<target>One</target>', '', ['One']],
    ['not an approved copy of the source', '<target>One</target>', ' approved="yes"', []],
    ['not a translation', '<target>Eins</target>', '', []],
    ['not a target with a later state', '<target state="needs-review-translation">One</target>', '', []],
  ])('of the units with a target is translated %s', async (_which, target, attributes, expected) => {
    expect(await textsOf(first(unit(`<source>One</source>${target}`, attributes)))).toEqual(expected);
  });

  it('targets in another language than asked for are translated anew', async () => {
    const xml = first(
      unit('<source>One</source><target state="final" xml:lang="fr">Un</target>', ' approved="yes"'),
      ' target-language="fr-CA"',
    );
    expect(await textsOf(xml, 'fr')).toEqual([]);
    expect(await textsOf(xml, 'de')).toEqual(['One']);
    expect(await translated(xml, upper)).toBe(
      first(
        unit(
          `<source>One</source><target state="needs-review-translation" xml:lang="de" state-qualifier="mt-suggestion">ONE</target>`,
          ' approved="no"',
        ),
        ' target-language="de"',
      ),
    );
  });
});

describe('translated XLIFF', () => {
  it('a target is made behind the source, with the codes, the indent and a state, and the file names the language', async () => {
    const xml = first(unit('\n  <source xml:space="preserve">One <g id="1">day</g></source>\n  <note>Two</note>\n'));
    const target = `<target xml:space="preserve" ${machine}>ONE <g id="1">DAY</g></target>`;
    expect(await translated(xml, upper)).toBe(
      xml.replace('</source>', `</source>\n  ${target}`).replace('"en"', '"en" target-language="de"'),
    );
  });

  it('a target of the second version is written with the state of its segment', async () => {
    const xml = second('<segment id="1" state="initial" subState="x:y"><source>One</source><target/></segment>');
    expect(await translated(xml, upper)).toBe(
      xml
        .replace('state="initial" subState="x:y"', 'state="translated"')
        .replace('<target/>', '<target>ONE</target>')
        .replace('srcLang="en"', 'srcLang="en" trgLang="de"'),
    );
  });

  it('a prefix is that of the source', async () => {
    const xml = first(unit('<source>One</source>'))
      .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=');
    expect(await translated(xml, upper)).toContain(`<x:source>One</x:source><x:target ${machine}>ONE</x:target>`);
  });

  it('what is the same in both languages, numbers too, has a target', async () => {
    const xml = first(unit('<source>Transledger</source>') + unit('<source>2026</source><target state="new"/>'));
    expect(await translated(xml, same)).toContain(
      `<source>Transledger</source><target ${machine}>Transledger</target>`,
    );
    expect(await translated(xml, same)).toContain(`<source>2026</source><target ${machine}>2026</target>`);
  });

  it('a line that stays is in the target with those that do not', async () => {
    const xml = first(unit('<source>One day\nTwo</source>', ' xml:space="preserve"'));
    const change = (segment: Segment): Segment => (shown(segment) === 'Two' ? upper(segment) : segment);
    expect(await translated(xml, change)).toContain(`<target ${machine}>One day\nTWO</target>`);
  });

  it('characters that the encoding lacks are references, in character data too', async () => {
    const xml = `<?xml version="1.0" encoding="iso-8859-1"?>${first(unit('<source><![CDATA[One day]]></source>'))}`;
    expect(await translated(xml, () => [{ kind: 'text', text: 'Один' }])).toContain(
      '<![CDATA[]]>&#1054;<![CDATA[]]>&#1076;<![CDATA[]]>&#1080;<![CDATA[]]>&#1085;<![CDATA[]]></target>',
    );
  });
});

const samples = new URL('./samples/', import.meta.url);

describe.each(readdirSync(samples).sort())('the XLIFF file %s', (name) => {
  const bytes = readFileSync(new URL(name, samples));
  const merged = async (file: Uint8Array, change: (segment: Segment) => Segment): Promise<string> => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };
    const segments = (await segmentsOf(file, 'en')).map(change);
    return (await mergeAll(xmlFormat, memoryFile(file), segments, options)).toString();
  };

  it('is the same after a translation that equals its source', async () => {
    expect(await merged(bytes, same)).toBe(bytes.toString());
  });

  it('keeps its sources, and has every translation in a target, which stays when it is translated again', async () => {
    const segments = await segmentsOf(bytes);
    const once = await translated(bytes, pseudo);
    const sources = (xml: string) => xml.match(/<source>.*?<\/source>/gs);
    expect(sources(once)).toEqual(sources(bytes.toString()));
    const targets = (once.match(/<target[^<>]*>.*?<\/target>/gs) ?? [])
      .join()
      .replace(/<[^<>]*>|&\w+;\w*&gt;|&lt;\/\w&gt;|\P{L}/gu, '');
    for (const segment of segments)
      for (const part of pseudo(segment))
        if ('text' in part) expect(targets).toContain(part.text.replace(/\P{L}/gu, ''));
    expect(await segmentsOf(once)).toEqual([]);
    expect(await translated(once, pseudo)).toBe(once);
  });

  it('is read or refused when it is damaged, and whole where it is read', async () => {
    for (let number = 0; number < 100; number += 1) {
      const { bytes: damaged, what } = damagedFile(bytes, 1, number);
      expect(await faultOfReading(xmlFormat, damaged), what).toBeUndefined();
    }
  });
});
