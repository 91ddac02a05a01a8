import { describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { defaultMergeOptions } from '#libs/documents/formats/format.port.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { mergeAll } from '#libs/documents/formats/whole-file.fixture.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, p, r, type SampleParts } from './docx-sample.fixture.js';

const partsOf = async (bytes: Uint8Array): Promise<Record<string, string>> => {
  const archive = await ZipArchive.open(memoryFile(bytes));
  const parts: Record<string, string> = {};
  for (const entry of archive.entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of archive.read(entry)) chunks.push(chunk);
    parts[entry.name] = Buffer.concat(chunks).toString();
  }
  return parts;
};

/** Reads the short notation of the tests: `a <1>b</1><2/>`. */
const segment = (text: string): Segment =>
  text.split(/(<\/?\d+\/?>)/).flatMap((piece): SegmentPart[] => {
    const tag = /^<(\/?)(\d+)(\/?)>$/.exec(piece);
    if (tag === null) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    return [{ kind: tag[1] === '/' ? 'close' : tag[3] === '/' ? 'single' : 'open', id: Number(tag[2]) }];
  });

const merged = async (parts: SampleParts | string, translations: string[], source = 'en', target = 'en') => {
  const options = { ...defaultMergeOptions, sourceLanguage: source, targetLanguage: target };
  return partsOf(await mergeAll(docxFormat, memoryFile(docxOf(parts)), translations.map(segment), options));
};

const bodyOf = (parts: Record<string, string>) => /<w:body>(.*)<\/w:body>/s.exec(parts['word/document.xml'] ?? '')?.[1];
const translated = async (body: string, ...translations: string[]) => bodyOf(await merged(body, translations));
const bare = (text: string, properties = '') => r(text, properties).replace(' xml:space="preserve"', '');
const start = '<w:bookmarkStart w:id="1" w:name="x"/>';
const end = '<w:bookmarkEnd w:id="1"/>';

describe('a translated paragraph', () => {
  it('a translated paragraph has one run for each look, with its properties as they were', async () => {
    const properties = '<w:rStyle w:val="Strong"/><w:b/>';
    const body = p(r('The ') + r('big', properties) + r(' hou') + r('se'));
    expect(await translated(body, 'La casa <1>grande</1>')).toBe(p(r('La casa ') + bare('grande', properties)));
  });

  it('a translated paragraph keeps its properties, and the blanks and tags at its ends', async () => {
    const before = '<w:pPr><w:pStyle w:val="X"/></w:pPr><w:r><w:tab/></w:r>';
    const body = p(`${before}${r(' one ')}<w:r><w:br/></w:r>`);
    expect(await translated(body, 'uno')).toBe(p(`${before}${r(' uno ')}<w:r><w:br/></w:r>`));
  });

  it('a translated paragraph looks as its words did, whatever the blanks before them looked like', async () => {
    expect(await translated(p(r(' ', '<w:b/>') + r('one')), 'uno')).toBe(p(r(' uno')));
  });

  it('tags of a paragraph change places with the translation', async () => {
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const body = p(r('one ') + note + r(' two ') + r('three', '<w:b/>'));
    expect(await translated(body, '<2>tres</2> dos<1/>')).toBe(p(bare('tres', '<w:b/>') + r(' dos') + note));
  });

  it('a tag that the translation lost is still in the paragraph', async () => {
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    expect(await translated(p(r('one') + note + r('two')), 'uno dos')).toBe(p(bare('uno dos') + note));
  });

  it('a hyphen that does not break is written as Word writes it', async () => {
    expect(await translated(p(r('a')), 'b\u2011c')).toBe(p('<w:r><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t></w:r>'));
  });

  it('a range stays around its content, or around everything where its content has moved', async () => {
    const seq = field('SEQ Figure', r('1'));
    const body = p(`${start}${r('Figure ')}${seq}${end}${r(': a house')}`);
    expect(await translated(body, 'Figura <1/>: una casa')).toBe(
      p(`${start}${r('Figura ')}${seq}${end}${bare(': una casa')}`),
    );
    const inBold = p(
      `${r('one ')}${start}${r('two', '<w:b/>')}${r(' then ')}${r('three', '<w:i/>')}${end}${r(' four')}`,
    );
    expect(await translated(inBold, '<2>tres</2> uno <1>dos</1>')).toBe(
      p(`${start}${bare('tres', '<w:i/>')}${r(' uno ')}${bare('dos', '<w:b/>')}${end}`),
    );
  });

  it('a comment, a bookmark and an index mark stay on their words within a sentence', async () => {
    const comment = (edge: string) => `<w:commentRange${edge} w:id="7"/>`;
    const reference = '<w:r><w:commentReference w:id="7"/></w:r>';
    const page = field('RD file', '');
    const body = (words: readonly [string, string, string]) =>
      p(`${r(words[0])}${comment('Start')}${bare(words[1])}${comment('End')}${reference}${page}${r(words[2])}`);
    expect(await translated(body(['This is ', 'binding', ' for all.']), 'Esto es vinculante para todos.')).toBe(
      body(['Esto es ', 'vinculante', ' para todos.']),
    );
  });

  it('a range goes over the same share of the words where a translation has fewer tags between its words', async () => {
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const body = p(`${r('The ')}${start}${r('old')}${end}${r(' town')}${note}${r(' is here')}`);
    expect(await translated(body, 'La vieja ciudad está aquí<1/>')).toBe(
      p(`${r('La ')}${start}${bare('vieja')}${end}${r(' ciudad está aquí')}${note}`),
    );
  });

  it('an empty range stays in one piece', async () => {
    const cursor = start + end;
    expect(await translated(p(cursor + r('one')), 'uno')).toBe(p(cursor + bare('uno')));
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const body = p(`${r('one')}${note}${cursor}${r('two', '<w:b/>')}${r(' and three')}`);
    expect(await translated(body, 'uno<1/><2>dos</2> y tres')).toBe(
      p(`${bare('uno')}${note}${cursor}${bare('dos', '<w:b/>')}${r(' y tres')}`),
    );
  });

  it('words on both sides of a break or a tab stay apart when an engine turns them round', async () => {
    const br = '<w:r><w:br/></w:r>';
    const tab = '<w:r><w:tab/></w:r>';
    const body = p(r('The old') + br + r('harbour') + tab + r('town'));
    expect(await translated(body, 'harbour old The<1/>', 'town')).toBe(
      p(bare('harbour old The') + br + tab + bare('town')),
    );
    expect(await translated(body, 'El <1/>puerto', 'villa')).toBe(
      p(bare('El') + br + bare('puerto') + tab + bare('villa')),
    );
    expect(await translated(body, 'The old <1/>harbour', 'villa')).toBe(
      p(bare('The old') + br + bare('harbour') + tab + bare('villa')),
    );
  });

  it('a range may begin before a tab and end behind it', async () => {
    const tab = '<w:r><w:tab/></w:r>';
    const body = (one: string, two: string) => p(start + bare(one) + tab + bare(two) + end);
    expect(await translated(body('one', 'two'), 'uno', 'dos')).toBe(body('uno', 'dos'));
  });

  it('links, controls and insertions stay around their text', async () => {
    const link = (content: string) => `<w:hyperlink r:id="rId1">${content}</w:hyperlink>`;
    const control = (content: string) =>
      `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const body = p(`${link(r('one'))}${r(' and ')}${control(r('two'))}`);
    expect(await translated(body, '<2>dos</2> y <1>uno</1>')).toBe(
      p(`${control(bare('dos'))}${r(' y ')}${link(bare('uno'))}`),
    );
  });

  it('a text box is written alike for new and old programs', async () => {
    const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    const body = (outer: string, inner: string) =>
      p(
        `${outer}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box(inner)}</mc:Choice><mc:Fallback>${box(inner)}</mc:Fallback></mc:AlternateContent></w:r>`,
      );
    expect(await translated(body(bare('one'), bare('two')), 'uno', 'dos')).toBe(body(bare('uno'), bare('dos')));
    expect(await translated(body(bare('one'), bare('two')), 'one', 'dos')).toBe(body(bare('one'), bare('dos')));
  });
});

describe('language tags', () => {
  const lang = (value: string) => `<w:lang w:val="${value}" w:eastAsia="ja-JP"/>`;
  const parts = (value: string, themeValue: string) => ({
    body:
      p(`<w:pPr><w:rPr>${lang(value)}</w:rPr></w:pPr>`) +
      p(r('12', lang(value))) +
      `<w:sectPr>${lang(value)}</w:sectPr>`,
    styles: `<w:docDefaults><w:rPrDefault><w:rPr>${lang(value)}</w:rPr></w:rPrDefault></w:docDefaults>`,
    settings: `<w:themeFontLang w:val="${themeValue}" w:bidi='en-GB'/>`,
  });

  it('language tags that name the source language are set to the target in text, styles and settings', async () => {
    const result = await merged(parts('en-US', 'EN'), [], 'en', 'es');
    const expected = await partsOf(docxOf(parts('es', 'es')));
    for (const name of ['word/document.xml', 'word/styles.xml']) expect(result[name]).toBe(expected[name]);
    expect(result['word/settings.xml']).toContain('<w:themeFontLang w:val="es" w:bidi="es"/>');
  });

  it('language tags of other languages stay, and all of them stay where the language does not change', async () => {
    const source = docxOf(parts('fr-FR', 'fr-FR').body);
    expect(await merged(parts('fr-FR', 'fr-FR').body, [], 'en', 'es')).toEqual(await partsOf(source));
    expect(await merged(parts('en-US', 'en-US'), [], 'en', 'en')).toEqual(
      await partsOf(docxOf(parts('en-US', 'en-US'))),
    );
  });

  it.each([
    ['ar', '<w:lang w:val="ar" w:eastAsia="ja-JP" w:bidi="ar"/>', 'w:bidi="ar"'],
    ['th', '<w:lang w:val="th" w:eastAsia="ja-JP" w:bidi="th"/>', 'w:bidi="th"'],
    ['zh', '<w:lang w:val="zh" w:eastAsia="zh"/>', 'w:eastAsia="zh"'],
  ])('the language by which fonts of its script are chosen is %s too', async (target, tag, ofTheme) => {
    const result = await merged(parts('en-US', 'en'), [], 'en', target);
    expect(result['word/styles.xml']).toContain(tag);
    expect(result['word/settings.xml']).toContain(ofTheme);
  });

  it('language tags change in a translated paragraph too', async () => {
    const body = p(r('one', lang('en-US')));
    expect(bodyOf(await merged(body, ['uno'], 'en', 'es'))).toBe(p(bare('uno', lang('es'))));
  });
});

describe('a file that is damaged behind its first paragraphs', () => {
  it('a file that is damaged behind its first paragraphs is refused while it is written', async () => {
    const file = memoryFile(docxOf(`${p(r('one'))}<w:p></w:x>`));
    await expect(mergeAll(docxFormat, file, [segment('uno')])).rejects.toThrow(FormatError);
  });
});
