import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anyOf, ocrCodeOf } from './ocr-languages.js';
import { installedOcr } from './ocr-program.js';

it.each([
  ['en', 'eng'],
  ['pt-BR', 'por'],
  ['zh-CN', 'chi_sim'],
  ['zh-TW', 'chi_tra'],
  ['zh_Hant', 'chi_tra'],
  ['xx', undefined],
])('scans in %s are read by the data %s', (language, code) => expect(ocrCodeOf(language)).toBe(code));

it('a scan in a language that nobody says is read in English first, and in few others', () => {
  expect(anyOf(['cat', 'deu', 'eng', 'fra', 'spa'])).toEqual(['eng', 'cat', 'deu', 'fra']);
  expect(anyOf(['fra'])).toEqual(['fra']);
});

it('the installed languages are those whose data is there, and none without the programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocr-'));
  try {
    const data = join(folder, '5', 'tessdata');
    mkdirSync(data, { recursive: true });
    for (const name of ['eng', 'osd', 'chi_sim']) writeFileSync(join(data, `${name}.traineddata`), '');
    writeFileSync(join(data, 'pdf.ttf'), '');
    expect(installedOcr(folder, folder)).toEqual([]);
    for (const name of ['tesseract', 'pdftoppm']) writeFileSync(join(folder, name), '');
    expect(installedOcr(folder, folder)).toEqual(['chi_sim', 'eng']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
