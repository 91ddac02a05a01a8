import { describe, expect, it } from 'vitest';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import { docxOf, r, p as wordParagraph } from './docx/docx-sample.fixture.js';
import { r as drawingRun, sp } from './drawingml/drawing-part.fixture.js';
import { formatNamed } from './format-registry.js';
import { c, csr, idmlOf, psr } from './idml/idml-sample.fixture.js';
import { box, odpOf, odsOf, odtOf, p, slide } from './odf/odf-sample.fixture.js';
import { pptxOf } from './pptx/pptx-sample.fixture.js';
import { memoryFile } from './source-file.js';
import { extractAll, mergeAll } from './whole-file.fixture.js';

const levels = 10_000;
const nested = (open: string, content: string, close = ''): string =>
  `${open.repeat(levels)}${content}${close.repeat(levels)}`;
const textsOf = async (format: string, file: string | Uint8Array): Promise<number> =>
  (await extractAll(formatNamed(format), memoryFile(Buffer.from(file)))).length;

describe('ten thousand levels', { timeout: 60_000 }, () => {
  it.each<[format: string, what: string, file: string | Uint8Array]>([
    ['json', 'lists', nested('[', '"a b"', ']')],
    ['json', 'objects', nested('{"a":', '"a b"', '}')],
    ['xcstrings', 'lists', `{"sourceLanguage":"en","strings":{"a b":{"c":${nested('[', '1', ']')}}}}`],
    ['xcstrings', 'localizations', `{"strings":{"a b":{"localizations":{"en":${nested('{"a":', '1', '}')}}}}}`],
    ['yaml', 'lists', nested('- ', 'a b')],
    ['yaml', 'mappings', nested('{a: ', 'a b', '}')],
    ['yaml', 'keys', nested('? ', 'a b')],
    ['xml', 'elements', nested('<a>', 'a b', '</a>')],
    ['html', 'drawings', nested('<svg>', 'a b', '</svg>')],
    ['html', 'parts that are translated by turns', nested('<p translate="no"><b translate="yes">', 'a b', '</b></p>')],
    ['rtf', 'groups', `{\\rtf1 ${nested('{', 'a b', '}')}}`],
    ['rtf', 'footnotes', `{\\rtf1 ${nested('a {\\footnote ', 'a b', '}')}}`],
    ['idml', 'elements', idmlOf(psr(csr(nested('<XMLElement>', c('a b'), '</XMLElement>'))))],
    ['odt', 'lists', odtOf(nested('<text:list><text:list-item>', p('a b'), '</text:list-item></text:list>'))],
    ['docx', 'tables', docxOf(nested('<w:tbl><w:tr><w:tc>', wordParagraph(r('a b')), '</w:tc></w:tr></w:tbl>'))],
    ['pptx', 'groups', pptxOf(nested('<p:grpSp>', sp(`<a:p>${drawingRun('a b')}</a:p>`), '</p:grpSp>'))],
  ])('%s: %s in one another are refused', async (format, _what, file) => {
    await expect(textsOf(format, file)).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
  });

  it.each<[format: string, what: string, file: string]>([
    ['html', 'elements', nested('<div>', 'a b', '</div>')],
    ['html', 'tables', nested('<table><td>', 'a b', '</table>')],
    ['html', 'marks', nested('<b>', 'a b', '</b>')],
    ['markdown', 'quotations', nested('> ', 'a b')],
    ['markdown', 'marks', nested('**a ', 'b', ' c**')],
    ['vtt', 'marks', `WEBVTT\n\n00:01.000 --> 00:02.000\n${nested('<b>', 'a b', '</b>')}\n`],
  ])('%s: text within %s in one another is read', async (format, _what, file) => {
    expect(await textsOf(format, file)).toBeGreaterThan(0);
  });
});

describe('five thousand marks in one another', { timeout: 60_000 }, () => {
  it.each([
    ['html', `<p>${'a <b>'.repeat(5_000)}b${'</b> c'.repeat(5_000)}</p>`],
    ['vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a <b>'.repeat(5_000)}b${'</b> c'.repeat(5_000)}\n`],
  ])('%s: stand in the translated file as they did', async (name, text) => {
    const file = memoryFile(Buffer.from(text));
    const translations = (await extractAll(formatNamed(name), file)).map(({ parts: segment }) => {
      const source = splitRuns(segment);
      return placeTags(
        source,
        source.runs.flatMap(({ parts }, run) => parts.map((part) => ({ part, run }))),
      );
    });
    const translated = (await mergeAll(formatNamed(name), file, translations)).toString();
    // Spaces move beside marks, and lines break.
    expect(translated.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')).toBe(true);
  });
});

describe('ten thousand pages', { timeout: 60_000 }, () => {
  const row = '<table:table-row><table:table-cell><text:p>a b</text:p></table:table-cell></table:table-row>';
  it.each([
    ['odp', odpOf(slide(box(p('a b'))).repeat(levels))],
    [
      'ods',
      odsOf(
        Array.from({ length: levels }, (_, at) => `<table:table table:name="s${at}">${row}</table:table>`).join(''),
      ),
    ],
  ])('%s: each is read', async (format, file) => {
    expect(await textsOf(format, file)).toBe(levels);
  });
});
