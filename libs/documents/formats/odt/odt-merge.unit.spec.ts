import { describe, expect, it } from 'vitest';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { box, odtOf, p, span, textStyle } from '../odf/odf-sample.fixture.js';
import { odtFormat } from './odt.format.js';

const automatic = [
  textStyle('T1', 'officeooo:rsid="0011aa22"'),
  textStyle('B', 'fo:font-weight="bold"'),
  textStyle('I', 'fo:font-style="italic"'),
].join('');

const translated = async (body: string, ...translations: string[]) => {
  const parts = await translatedParts(odtFormat, odtOf({ body, automatic }), translations);
  return between(parts['content.xml'], 'office:text');
};

describe('a translated paragraph', () => {
  it('a translated paragraph has one span for each look', async () => {
    const body = p(`The ${span('B', 'big')} hou${span('T1', 'se')}`);
    expect(await translated(body, 'La casa <1>grande</1>')).toBe(p(`La casa ${span('B', 'grande')}`));
  });

  it('a translated paragraph keeps its attributes, and the blanks and tags at its ends', async () => {
    const body = '<text:p text:style-name="X"><text:s/><text:tab/>one <text:line-break/></text:p>';
    expect(await translated(body, 'uno')).toBe(body.replace('one', 'uno'));
  });

  it('tags change places with the translation, and a field that was lost is still there', async () => {
    const page = '<text:page-number>1</text:page-number>';
    const body = p(`one ${page} two ${span('B', 'three')}`);
    expect(await translated(body, '<2>tres</2> dos<1/>')).toBe(p(`${span('B', 'tres')} dos${page}`));
    expect(await translated(body, 'uno dos')).toBe(p(`uno dos${page}`));
  });

  it('spaces are written so that none is lost', async () => {
    expect(await translated(p('one'), 'a  b   c')).toBe(p('a <text:s/>b <text:s text:c="2"/>c'));
    expect(await translated(p('<text:s text:c="2"/>one'), 'uno')).toBe(p('<text:s text:c="2"/>uno'));
  });

  it('a range stays around its content, or around everything where its content has moved', async () => {
    const [start, end] = ['<text:bookmark-start text:name="x"/>', '<text:bookmark-end text:name="x"/>'];
    const seq = '<text:sequence text:name="F">1</text:sequence>';
    expect(await translated(p(`${start}Figure ${seq}${end}: a house`), 'Figura <1/>: una casa')).toBe(
      p(`${start}Figura ${seq}${end}: una casa`),
    );
    const body = p(`one ${start}${span('B', 'two')} then ${span('I', 'three')}${end} four`);
    expect(await translated(body, '<2>tres</2> uno <1>dos</1>')).toBe(
      p(`${start}${span('I', 'tres')} uno ${span('B', `dos${end}`)}`),
    );
  });

  it('the end of a comment does not come before the comment', async () => {
    const [start, end] = ['<office:annotation office:name="a"/>', '<office:annotation-end office:name="a"/>'];
    const body = p(`one ${start}two ${span('B', 'three')}${end} four`);
    expect(await translated(body, '<2>tres</2> uno <1/>dos')).toBe(p(`${span('B', 'tres')} uno ${start}dos${end}`));
  });

  it('a blank beside a line break keeps its look, so that the line becomes no higher', async () => {
    const body = (one: string, two: string) => p(`${one} <text:line-break/> ${span('B', two)}`);
    expect(await translated(body('One.', 'Two'), 'Uno.', 'Dos')).toBe(body('Uno.', 'Dos'));
    const other = (one: string, two: string) => p(`${span('B', one)} <text:line-break/>${two}`);
    expect(await translated(other('One.', 'Two'), 'Uno.', 'Dos')).toBe(other('Uno.', 'Dos'));
  });

  it('lines of a paragraph are translated one by one, and what says the same stays', async () => {
    const body = p(`${span('B', 'One.')}<text:line-break/>${span('I', 'Two')}<text:tab/>7 %`);
    expect(await translated(body, 'One.', 'Dos')).toBe(body.replace('Two', 'Dos'));
  });

  it('a link with a tab in it stays one, or is one on both sides where words came between', async () => {
    const link = (content: string) => `<text:a xlink:href="a">${content}</text:a>`;
    const body = p(`See ${link('one<text:tab/>two')} now`);
    expect(await translated(body, 'Ve <1>uno</1>', '<1>dos</1> ya')).toBe(p(`Ve ${link('uno<text:tab/>dos')} ya`));
    expect(await translated(body, '<1>Uno</1> ve', '<1>dos</1> ya')).toBe(
      p(`${link('Uno')} ve<text:tab/>${link('dos')} ya`),
    );
    const entry = p('<text:a xlink:href="b">Ships<text:tab/>5</text:a>');
    expect(await translated(entry, 'Schiffe')).toBe(entry.replace('Ships', 'Schiffe'));
  });

  it('a field of characters stands in its span, for it may hold no element', async () => {
    const field = (text: string) => `<text:text-input text:description="">${text}</text:text-input>`;
    const body = p(`Seen on ${span('B', field('the day'))} by ${span('I', field('name'))}.`);
    expect(await translated(body, 'Visto el <1>día</1> por <2>un  nombre</2>.')).toBe(
      p(`Visto el ${span('B', field('día'))} por ${span('I', field('un nombre'))}.`),
    );
  });

  it('marks within a sentence stand between the words that they stood between, by their distance', async () => {
    const mark = (edge: string) => `<text:reference-mark${edge} text:name="x"/>`;
    const [start, end, point] = [mark('-start'), mark('-end'), mark('')];
    expect(await translated(p(`See ${start}the table${end} on the left`), 'Siehe die Tabelle auf der linken')).toBe(
      p(`Siehe ${start}die Tabelle${end} auf der linken`),
    );
    expect(await translated(p(`The ${span('B', `old ${point}town`)} is here`), 'Die <1>alte Stadt</1> ist hier')).toBe(
      p(`Die ${span('B', `alte ${point}Stadt`)} ist hier`),
    );
    const field = `${start}${point}<text:page-number>1</text:page-number>${end}`;
    expect(await translated(p(`Page ${field} of many`), 'Seite <1/> von vielen')).toBe(p(`Seite ${field} von vielen`));
    expect(await translated(p(`The ship ${point}of the town`), '船')).toBe(p(`${point}船`));
    expect(
      await translated(p(`The ship ${point}of the town`), '町の船は港に着きました、町の船は港に着きました、町の船は'),
    ).toBe(p(`町の船は港に着きました、町${point}の船は港に着きました、町の船は`));
    expect(await translated(p(`One ${start}two ${span('B', `three${end}`)} four`), '<1>tres</1> uno dos cuatro')).toBe(
      p(`${start}${span('B', 'tres')} uno dos cuatro${end}`),
    );
  });

  it('notes and boxes are translated within a paragraph that changes, and within one that does not', async () => {
    const body = (outer: string, inner: string) => p(`${outer} ${box(p(inner))} end`);
    expect(await translated(body('one', 'two'), 'uno <1/> end', 'dos')).toBe(body('uno', 'dos'));
    expect(await translated(body('one', 'two'), 'one <1/> end', 'dos')).toBe(body('one', 'dos'));
  });

  it('attributes and plain elements are translated in their place', async () => {
    const body = p(
      '<text:toc-mark text:string-value="one" text:outline-level="1"/>two<draw:frame><svg:desc> a </svg:desc></draw:frame>',
    );
    expect(await translated(body, 'dos', 'u"no', '<b>')).toBe(
      body.replace('one', 'u&quot;no').replace('two', 'dos').replace(' a ', ' &lt;b&gt; '),
    );
  });
});

describe('language tags', () => {
  const file = (properties: string) =>
    odtOf({
      body: p('one'),
      styles: textStyle('A', properties),
      automatic: textStyle('B', properties),
      meta: '<dc:language>en-GB</dc:language>',
    });
  const changed = async (properties: string, targetLanguage: string) => {
    const parts = await translatedParts(odtFormat, file(properties), ['one'], { targetLanguage });
    const found = [parts['styles.xml'], parts['content.xml']].map(
      (part) => /<style:text-properties ([^>]*)\/>/.exec(part ?? '')?.[1],
    );
    expect(found[0]).toBe(found[1]);
    return [found[0], /<dc:language>(.*)<\/dc:language>/.exec(parts['meta.xml'] ?? '')?.[1]];
  };

  it('languages that name the source become the target in all parts', async () => {
    expect(await changed('fo:language="en" fo:country="US"', 'pt-BR')).toEqual([
      'fo:language="pt" fo:country="BR"',
      'pt-BR',
    ]);
    expect(await changed('fo:language="en"', 'es')).toEqual(['fo:language="es" fo:country="none"', 'es']);
  });

  it('other languages stay', async () => {
    const properties = 'fo:language="de" fo:country="DE" style:language-asian="zh" style:country-asian="CN"';
    expect((await changed(properties, 'es'))[0]).toBe(properties);
  });

  it.each([
    [
      'fo:font-size="14pt" fo:font-weight="bold"',
      'ar',
      'fo:font-size="14pt" fo:font-weight="bold" style:font-size-complex="14pt" style:font-weight-complex="bold"',
    ],
    [
      'fo:font-style="italic" style:font-style-asian="normal"',
      'ja',
      'fo:font-style="italic" style:font-style-asian="italic"',
    ],
    ['style:font-size-complex="14pt" fo:color="#000000"', 'ar', 'style:font-size-complex="14pt" fo:color="#000000"'],
    ['fo:font-size="14pt"', 'es', 'fo:font-size="14pt"'],
  ])('text with %s looks the same in the script of %s', async (properties, target, expected) => {
    expect((await changed(properties, target))[0]).toBe(expected);
  });

  it('text that is translated from another script looks as it did in that', async () => {
    const size = (western: number) => `fo:font-size="${western}pt" style:font-size-complex="14pt"`;
    const options = { sourceLanguage: 'he', targetLanguage: 'en' };
    const parts = await translatedParts(odtFormat, file(size(12)), ['one'], options);
    expect(parts['styles.xml']).toContain(`<style:text-properties ${size(14)}/>`);
  });

  it('the language of the script of the target is set too', async () => {
    const properties = 'fo:language="en" fo:country="US" style:language-asian="zh" style:country-asian="CN"';
    expect((await changed(properties, 'ja'))[0]).toBe(
      'fo:language="ja" fo:country="none" style:language-asian="ja" style:country-asian="none"',
    );
  });
});

describe('the direction of text', () => {
  const styles =
    '<style:default-style style:family="paragraph"><style:paragraph-properties/></style:default-style><style:style style:name="A" style:family="paragraph"><style:paragraph-properties fo:text-align="start" style:writing-mode="lr-tb"/></style:style><style:style style:name="C" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/></style:style>';
  const masterAutomatic =
    '<style:page-layout style:name="pm"><style:page-layout-properties style:writing-mode="lr-tb"/></style:page-layout>';
  const file = odtOf({ body: p('one'), styles, masterAutomatic });
  const stylesFor = async (options: object) =>
    (await translatedParts(odtFormat, file, ['one'], options))['styles.xml'] ?? '';

  it('pages and paragraphs run from right to left for such a language', async () => {
    const written = await stylesFor({ targetLanguage: 'ar' });
    expect(written).toContain('<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/>');
    expect(written).toContain('<style:paragraph-properties fo:text-align="right" style:writing-mode="rl-tb"/>');
    expect(written).toContain('<style:page-layout-properties style:writing-mode="rl-tb"/>');
    expect(written).toContain('<style:paragraph-properties fo:text-align="center"/>');
  });

  it('the direction stays between languages of one direction', async () => {
    expect(await stylesFor({ targetLanguage: 'es' })).not.toContain('rl-tb');
  });

  it('a text from right to left is turned round for a language from left to right', async () => {
    const hebrew =
      '<style:style style:name="A" style:family="paragraph"><style:paragraph-properties fo:text-align="end" style:writing-mode="rl-tb"/></style:style>';
    const parts = await translatedParts(odtFormat, odtOf({ body: p('one'), styles: hebrew }), ['one'], {
      sourceLanguage: 'he',
    });
    expect(parts['styles.xml']).toContain('fo:text-align="left" style:writing-mode="lr-tb"');
  });
});
