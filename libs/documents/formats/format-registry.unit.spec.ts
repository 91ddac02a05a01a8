import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFormat, formatNamed, formats } from './format-registry.js';
import { memoryFile } from './source-file.js';

const text = 'A letter with some words.\n';
const html = '<!-- a comment -->\n<!DOCTYPE html><html><body><p>Hi';
const srt = '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi\r\n';
const docx = readFileSync(new URL('./docx/samples/runs.docx', import.meta.url));

const detected = async (content: string | Uint8Array, fileName: string, declaredType?: string) => {
  const format = await detectFormat(memoryFile(Buffer.from(content)), fileName, declaredType);
  return format.name;
};

describe('detectFormat', () => {
  it.each([
    ['letter.txt', text, 'txt'],
    ['LETTER.TXT', text, 'txt'],
    ['page.htm', html, 'html'],
    ['page.xhtml', html, 'html'],
    ['film.en.srt', srt, 'srt'],
    ['report.docx', docx, 'docx'],
    ['folder.docx/letter.txt', text, 'txt'],
    ['letter.txt\u200e', text, 'txt'],
    ['markup-as-text.txt', html, 'txt'],
  ])('the file %s has the format that its name says', async (fileName, content, expected) => {
    expect(await detected(content, fileName)).toBe(expected);
  });

  it.each([
    ['page', html, undefined, 'html'],
    ['page', `<?xml version="1.0"?>\n${html}`, 'text/plain', 'html'],
    ['film', srt, 'application/octet-stream', 'srt'],
    ['report', docx, 'text/plain', 'docx'],
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
    ['letter.txt', '%PDF-1.7'],
    ['page.html', 'PK\u0003\u0004'],
    ['film.srt', '{\\rtf1 Hi}'],
    ['report.docx', text],
    ['report.docx', '%PDF-1.7'],
  ])('the file %s is refused with the content of another format', async (fileName, content) => {
    await expect(detected(content, fileName)).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });

  it.each(['letter.txt', 'report.docx', 'letter'])('the file %s is refused when it is empty', async (fileName) => {
    await expect(detected('', fileName)).rejects.toMatchObject({ name: 'FormatError', reason: 'empty' });
  });

  it.each(['a.doc', 'a.xlsx', 'a.pdf', 'a.odt', 'a.md', 'a.idml', 'a.vtt', 'a.ass', 'a.json', 'a.yml', 'a.csv'])(
    'the file %s is refused as one that cannot be translated yet',
    async (fileName) => {
      await expect(detected(text, fileName)).rejects.toMatchObject({
        name: 'UnsupportedFormatError',
        message: expect.stringContaining('yet'),
      });
    },
  );

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
    expect(() => formatNamed('odt')).toThrow('name');
  });
});
