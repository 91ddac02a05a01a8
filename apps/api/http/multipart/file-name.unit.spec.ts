import { describe, expect, it } from 'vitest';
import { attachment, cleanFileName, translatedFileName } from './file-name.js';

describe('the name of an uploaded file', () => {
  it.each([
    ['report.docx', 'report.docx'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\plan.txt', 'plan.txt'],
    ['fdp.\u202eexe', 'fdp.exe'],
    ['a\r\nX-Evil: 1.txt', 'aX-Evil: 1.txt'],
    ['a\u200b\u2060\ufeff\u0085\u2028b.txt', 'ab.txt'],
    ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
    ['tuotekuvaus – ä.srt', 'tuotekuvaus – ä.srt'],
    ['..', 'document'],
    ['', 'document'],
    ['\u0000', 'document'],
  ])('the name %j is stored as %j', (given, kept) => expect(cleanFileName(given)).toBe(kept));

  it('a name is cut to 255 characters, astral ones counted once, with its extension', () => {
    const cut = cleanFileName(`${'😀'.repeat(300)}.docx`);
    expect([...cut]).toHaveLength(255);
    expect(cut.endsWith('😀.docx')).toBe(true);
  });
});

describe('the name of a translated file', () => {
  it.each([
    ['report.docx', 'report.es.docx'],
    ['a.b.txt', 'a.b.es.txt'],
    ['.hidden', '.hidden.es'],
    ['document', 'document.es'],
  ])('the translated file of %s is %s', (name, translated) => expect(translatedFileName(name, 'es')).toBe(translated));
});

describe('the disposition of a download', () => {
  it('a file name cannot add another header', () => {
    const header = attachment('a"; filename="evil.exe\r\nSet-Cookie: x=1.txt');
    expect(header).not.toMatch(/[\r\n]/);
    expect(header.match(/filename="/g)).toHaveLength(1);
  });

  it('the disposition has the real name beside an ASCII one', () =>
    expect(attachment("käyttö'ohje.docx")).toBe(
      `attachment; filename="k_ytt_'ohje.docx"; filename*=UTF-8''k%C3%A4ytt%C3%B6%27ohje.docx`,
    ));
});
