import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFormat, formatNamed, formats } from './format-registry.js';
import { memoryFile } from './source-file.js';

const text = 'A letter with some words.\n';
const html = '<!-- a comment -->\n<!DOCTYPE html><html><body><p>Hi';
const srt = '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi\r\n';
const rtf = '{\\rtf1\\ansi Hi}';
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n';
const ass = '[Script Info]\r\nScriptType: v4.00+\r\n\r\n[V4+ Styles]\r\n';
const ssa = '[Script Info]\r\nScriptType: v4.00\r\n\r\n[V4 Styles]\r\n';
const idml = readFileSync(new URL('./idml/samples/tracked.idml', import.meta.url));
const docx = readFileSync(new URL('./docx/samples/runs.docx', import.meta.url));

const docm = readFileSync(new URL('./docx/samples/pictures.docm', import.meta.url));
const presentation = readFileSync(new URL('./pptx/samples/town.pptx', import.meta.url));
const show = readFileSync(new URL('./pptx/samples/descriptors.ppsx', import.meta.url));
const workbook = readFileSync(new URL('./xlsx/samples/town.xlsx', import.meta.url));
const workbookWithMacros = readFileSync(new URL('./xlsx/samples/macros.xlsm', import.meta.url));
const withMacros = readFileSync(new URL('./pptx/samples/macros.pptm', import.meta.url));
const odt = readFileSync(new URL('./odt/samples/runs.odt', import.meta.url));
const ott = readFileSync(new URL('./odt/samples/template.ott', import.meta.url));
const ods = readFileSync(new URL('./ods/samples/cells.ods', import.meta.url));
const odp = readFileSync(new URL('./odp/samples/slides.odp', import.meta.url));

const detected = async (content: string | Uint8Array, fileName: string, declaredType?: string) => {
  const { format } = await detectFormat(memoryFile(Buffer.from(content)), fileName, declaredType);
  return format.name;
};

describe('detectFormat', () => {
  it.each([
    ['letter.txt', text, 'txt'],
    ['LETTER.TXT', text, 'txt'],
    ['page.htm', html, 'html'],
    ['page.xhtml', html, 'html'],
    ['film.en.srt', srt, 'srt'],
    ['film.vtt', vtt, 'vtt'],
    ['film.ass', ass, 'ass'],
    ['film.ssa', ssa, 'ssa'],
    ['report.docx', docx, 'docx'],
    ['report.docm', docm, 'docx'],
    ['talk.pptx', presentation, 'pptx'],
    ['talk.ppsx', show, 'pptx'],
    ['ships.xlsx', workbook, 'xlsx'],
    ['SHIPS.XLSM', workbookWithMacros, 'xlsx'],
    ['ships.xltx', workbook, 'xlsx'],
    ['TALK.PPTM', withMacros, 'pptx'],
    ['letter.rtf', rtf, 'rtf'],
    ['report.odt', odt, 'odt'],
    ['report.OTT', ott, 'odt'],
    ['table.ods', ods, 'ods'],
    ['slides.odp', odp, 'odp'],
    ['magazine.idml', idml, 'idml'],
    ['report.pdf', '%PDF-1.7', 'pdf'],
    ['messages.json', '{"a": "b c"}', 'json'],
    ['README.md', '# A page\n', 'markdown'],
    ['page.markdown', '---\ntitle: x\n---\n', 'markdown'],
    ['feed.xml', '<feed><title>a</title></feed>', 'xml'],
    ['topic.dita', '<topic id="a"><title>a</title></topic>', 'xml'],
    ['guide.ditamap', '<map><title>a</title></map>', 'xml'],
    ['Localizable.stringsdict', '<?xml version="1.0"?><plist><dict/></plist>', 'xml'],
    ['plan.svg', '<svg><text>a</text></svg>', 'xml'],
    ['page.mdx', '# a', 'markdown'],
    ['data.jsonl', '{"a": "b"}', 'json'],
    ['shop.xlf', '<xliff version="1.2"><file/></xliff>', 'xml'],
    ['book.dbk', '<book><title>a</title></book>', 'xml'],
    ['prices.tsv', 'name\ttext\n1\ta b\n', 'csv'],
    ['messages.yml', 'a: b c\n', 'yaml'],
    ['de.po', '# a\nmsgid ""\nmsgstr ""\n', 'po'],
    ['harbour.pot', 'msgid ""\nmsgstr ""\n', 'po'],
    ['Localizable.xcstrings', '{"a": {}}', 'xcstrings'],
    ['Localizable.json', '{"sourceLanguage": "en", "strings": {}}', 'json'],
    ['app_en.arb', '{"@@locale": "en"}', 'arb'],
    ['app_en.arb', '{"a": "b c"}', 'arb'],
    ['app_en.json', '{"@@locale": "en"}', 'json'],
    ['messages_en.properties', 'a = b c\n', 'properties'],
    ['prices.csv', 'name,text\n1,a b\n', 'csv'],
    ['settings.json', '// a comment\n{a: 1}', 'json'],
    ['folder.docx/letter.txt', text, 'txt'],
    ['letter.txt\u200e', text, 'txt'],
    ['markup-as-text.txt', html, 'txt'],
  ])('the file %s has the format that its name says', async (fileName, content, expected) => {
    expect(await detected(content, fileName)).toBe(expected);
  });

  it.each([
    ['of text', `${'<!---->'.repeat(500)}x`, 'txt'],
    ['of a page', `${'<!---->\n'.repeat(400)}<html>`, 'html'],
    ['without an end', '<!-- '.repeat(800), 'txt'],
  ])('the format of a file that begins with many comments %s is found at once', async (_what, content, expected) => {
    expect(await detected(content, 'page')).toBe(expected);
  });

  it.each([
    ['page', html, undefined, 'html'],
    ['page', `<?xml version="1.0"?>\n${html}`, 'text/plain', 'html'],
    ['film', srt, 'application/octet-stream', 'srt'],
    ['feed', '<?xml version="1.0"?><feed/>', undefined, 'xml'],
    ['messages', '{"a": "b c"}', undefined, 'json'],
    ['list', ' [["a"], {}]', undefined, 'json'],
    ['Localizable', '{"sourceLanguage" : "en",\n"strings" : {', undefined, 'xcstrings'],
    ['harbour', '\n# a\n\nmsgctxt "b"\nmsgid ""\n', undefined, 'po'],
    ['messages', '{"@@locale": "en", "a": "b c"}', 'application/json', 'arb'],
    ['chapter', '[Chapter 1] It begins', undefined, 'txt'],
    ['chapter', '["What?" she said]', undefined, 'txt'],
    ['report', docx, 'text/plain', 'docx'],
    ['talk', withMacros, undefined, 'pptx'],
    ['ships', workbookWithMacros, undefined, 'xlsx'],
    ['report', odt, 'application/zip', 'odt'],
    ['template', ott, undefined, 'odt'],
    ['table', ods, undefined, 'ods'],
    ['slides', odp, undefined, 'odp'],
    ['report', '%PDF-1.7', 'text/plain', 'pdf'],
    ['letter', text, undefined, 'txt'],
    ['letter.', text, undefined, 'txt'],
    ['fragment', '<p>Hi</p>', 'text/html; charset=utf-8', 'html'],
    ['folder.txt/letter', text, 'application/pdf', 'txt'],
  ])(
    'the file %s, whose name says no format, has the format of its content',
    async (fileName, content, declaredType, expected) => {
      expect(await detected(content, fileName, declaredType)).toBe(expected);
    },
  );

  it.each([
    ['page.html', srt, 'srt'],
    ['film.srt', html, 'html'],
    ['app_en.arb', html, 'html'],
    ['film.srt', vtt, 'vtt'],
    ['film.ssa', ass, 'ass'],
    ['film.html', ssa, 'ssa'],
    ['letter.txt', docx, 'docx'],
    ['report.docx', presentation, 'pptx'],
    ['talk.pptx', docx, 'docx'],
    ['film.srt', rtf, 'rtf'],
    ['report.docx', odt, 'odt'],
    ['report.odt', docx, 'docx'],
    ['report.odt', ods, 'ods'],
    ['report.docx', idml, 'idml'],
    ['report.docx', '%PDF-1.7', 'pdf'],
    ['letter.rtf', '%PDF-1.7', 'pdf'],
  ])(
    'the file %s has the format of its content, which is another than its name says',
    async (fileName, content, name) => {
      const detected = await detectFormat(memoryFile(Buffer.from(content)), fileName);
      expect(detected).toMatchObject({ format: { name }, isNamedOtherwise: true });
    },
  );

  it('a template of PowerPoint is told from one of gettext, of the same extension', async () => {
    const lecture = readFileSync(new URL('./compound/samples/lecture.ppt', import.meta.url));
    for (const [bytes, name] of [
      [lecture, 'ppt'],
      [Buffer.from('msgid ""\nmsgstr ""\n'), 'po'],
    ] as const)
      expect(await detectFormat(memoryFile(bytes), 'a.pot')).toMatchObject({
        format: { name },
        isNamedOtherwise: false,
      });
  });

  it('a file that is what its name says is not named otherwise', async () => {
    expect(await detectFormat(memoryFile(Buffer.from(html)), 'page.html')).toMatchObject({ isNamedOtherwise: false });
  });

  it.each([
    ['page.html', 'PK\u0003\u0004'],
    ['report.docx', text],
    ['letter.rtf', text],
  ])('the file %s is refused with the content of another format', async (fileName, content) => {
    await expect(detected(content, fileName)).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });

  it.each([
    ['report.docx', 'The file is of an unknown format, not DOCX.'],
    ['table.ods', 'The file is of an unknown format, not ODS.'],
    ['scan.pdf', 'The file is of an unknown format, not PDF.'],
    ['old.doc', 'The file is of an unknown format, not DOC.'],
    ['letter.txt', 'The file holds binary data, not text.'],
  ])('of %s with bytes of no kind it is said what they are not', async (fileName, message) => {
    const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 197 + (at >> 3) * 31) % 256));
    await expect(detected(bytes, fileName)).rejects.toMatchObject({ reason: 'invalid', message });
  });

  it.each([
    ['report.docx', 'Hello', 'The file is text, not DOCX.'],
    ['scan.pdf', 'Hello', 'The file is text, not PDF.'],
    ['page.html', 'PK\u0003\u0004', 'The file is a ZIP archive, not HTML.'],
  ])('of %s with %j it is said what it is', async (fileName, content, message) => {
    await expect(detected(content, fileName)).rejects.toMatchObject({ reason: 'invalid', message });
  });

  it.each(['letter.txt', 'report.docx', 'letter'])('the file %s is refused when it is empty', async (fileName) => {
    await expect(detected('', fileName)).rejects.toMatchObject({ name: 'FormatError', reason: 'empty' });
  });

  it.each([
    ['program.exe', text],
    ['letter.txt.gz', text],
    ['picture', '\u0089PNG\r\n'],
  ])('the file %s is refused as one of an unknown format', async (fileName, content) => {
    const outcome = detected(Buffer.from(content, 'latin1'), fileName);
    await expect(outcome).rejects.toMatchObject({ name: 'UnsupportedFormatError' });
  });
});

describe('formatNamed', () => {
  it('the registry gives each format under its own name', () => {
    for (const format of formats) expect(formatNamed(format.name)).toBe(format);
  });

  it('the registry rejects a name that no format has', () => {
    expect(() => formatNamed('exe')).toThrow('name');
  });
});
