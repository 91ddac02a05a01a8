import { describe, expect, it } from 'vitest';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { differenceOf, structureDifference } from './structure.js';

describe('all but the text', () => {
  it.each([
    ['letters of a text', '<p>Ab 1.</p>', '<p>Bc 1.</p>'],
    ['a value that is translated', '<img alt="Abz" src="a.png">', '<img alt="Bca" src="a.png">'],
    ['the way a sign is written', '<p>caf&eacute; &amp; — x</p>', '<p>dbgé &#38; &mdash; y</p>'],
    ['an escape', 'a-b (caf\\u00e9)', 'b\\-c (dbgé)'],
    ['a long escape', 'a \\U0001F600', 'b \u{1f600}'],
    [
      'runs that have the same look',
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>A</w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>Bc</w:t></w:r></w:p>',
    ],
    [
      'ranges of InDesign that have the same look',
      `<P><CharacterStyleRange A="1"><Properties><Leading>11</Leading></Properties><Content>A</Content></CharacterStyleRange>
      <CharacterStyleRange A="1"><Properties><Leading>11</Leading></Properties><Content>b</Content><Br/></CharacterStyleRange></P>`,
      '<P><CharacterStyleRange A="1"><Properties><Leading>11</Leading></Properties><Content>Bc</Content><Br/></CharacterStyleRange></P>',
    ],
    ['the way a sign of a value is written', '<a title="You&#039;re &amp; I">', '<a title="Zpv&#39;sf &#38; J">'],
    ['a section of characters', '<t><![CDATA[A & b]]></t>', '<t>B &amp; c</t>'],
    ['the lines of a quotation', 'a\n> One\n> two\n> x\n>\n> three\n', 'b\n> Pof uxp y\n>\n> uisff\n'],
    ['line breaks of subtitles', 'Dialogue: 0,0,One two\\Nthree', 'Dialogue: 0,0,Pof\\Nuxp uisff'],
    ['the place of a link to a heading', '## A\n', '## <a id="a"></a>B\n'],
    ['when a workbook is computed', '<calcPr calcId="7"/>', '<calcPr calcId="7" fullCalcOnLoad="1"/>'],
    ['white space', '<p>\n a\n b</p>', '<p>b c</p>'],
  ])('%s may change', (_what, source, other) => {
    expect(differenceOf(source, other, source.startsWith('<'))).toBeUndefined();
  });

  it.each([
    ['a value that is no text', '<img src="a.png">', '<img src="x.png">'],
    ['an element', '<p>A</p>', '<h>B</h>'],
    ['the number of elements', '<p>A</p><br>', '<p>B</p>'],
    ['the name of an attribute', '<p a="1">', '<p b="1">'],
    ['the number of quotations', '> A\n\nb\n\n> c', '> B\n\nc\n\nd'],
    ['a number', '1\n00:00:01', '1\n00:00:02'],
    ['a control word', '{\\b1}A', '{\\b10}B'],
  ])('%s may not change', (_what, source, other) => {
    expect(differenceOf(source, other, source.startsWith('<'))).toContain('became');
  });

  it('media of an archive, its entries and their order may not change', async () => {
    const parts = { 'word/document.xml': '<p>A</p>', 'word/media/a.png': '\u0000A' };
    const archive = (of: Record<string, string>) =>
      memoryFile(zipOf(Object.entries(of).map(([name, content]) => ({ name, content }))));
    const differenceTo = (other: Record<string, string>) => structureDifference(archive(parts), archive(other), 'docx');
    expect(await differenceTo({ ...parts, 'word/document.xml': '<p>B</p>' })).toBeUndefined();
    expect(await differenceTo({ ...parts, 'word/media/a.png': '\u0000B' })).toBe('word/media/a.png has other bytes');
    expect(await differenceTo({ 'word/document.xml': '<p>A</p>' })).toContain('other entries');
    expect(await differenceTo({ ...parts, 'word/document.xml': '<q>B</q>' })).toBe('word/document.xml: <p> became <q>');
  });
});
