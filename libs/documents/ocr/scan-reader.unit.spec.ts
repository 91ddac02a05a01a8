import { expect, it } from 'vitest';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { maxScannedPages, ScanReader } from './scan-reader.js';

const file = memoryFile(Buffer.from('%PDF-1.7'));
const user = { organizationId: 'org_1' };

it.each([
  ['while nothing is installed', [], 'fr', 'apt-get install -y poppler-utils tesseract-ocr tesseract-ocr-fra'],
  [
    'in a language whose data is missing',
    ['eng'],
    'fr',
    'apt-get install -y poppler-utils tesseract-ocr tesseract-ocr-fra',
  ],
  ['in a language for which there is none', ['eng'], 'xx', 'cannot be read'],
])('scans are refused %s, with what helps', async (_when, languages, language, message) => {
  const reader = new ScanReader({ languages: () => languages });
  expect(reader.isInstalled).toBe(languages.length > 0);
  await expect(reader.read(file, [1], language, user)).rejects.toMatchObject({
    reason: 'invalid',
    message: expect.stringContaining(message),
  });
});

it('more scanned pages than the limit are refused before any is read', async () => {
  const reader = new ScanReader({ languages: () => ['eng'] });
  const pages = Array.from({ length: maxScannedPages + 1 }, (_, at) => at + 1);
  await expect(reader.read(file, pages, 'en', user)).rejects.toMatchObject({ reason: 'hostile' });
});
