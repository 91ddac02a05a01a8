import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { type ConvertingFormatHost, convertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { OfficeConverter } from '#libs/documents/office/office-converter.js';
import { GalleryFiles } from './gallery-files.js';

let host: ConvertingFormatHost;
let folder: string;
beforeAll(async () => {
  host = convertingFormatHost(createFormatHost({ threads: 3 }), new OfficeConverter(), legacyFormats);
  folder = await mkdtemp(join(tmpdir(), 'fidelity-spec-'));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

it('a file of text is shown as it is, before and after', { timeout: 60_000 }, async () => {
  const sample = new URL('../../../libs/documents/formats/srt/samples/odd-cues.srt', import.meta.url);
  const file = await new GalleryFiles(host, folder, 60_000).draw(fileURLToPath(sample), 'srt', 2);
  expect(file.texts?.before).toContain('No number here');
  expect(file.texts?.after).toContain('Ňō');
  expect(file.pictures).toBeUndefined();
});
