import { expect, it } from 'vitest';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { onePage } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

const user = { organizationId: 'org_1' };

it('a PDF becomes TXT and HTML where LibreOffice is not installed, too', async () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter({ program: () => undefined }), []);
  const formats = await host.formats(user);
  expect(formats.find(({ name }) => name === 'pdf')).toMatchObject({ outputs: ['txt', 'html'] });
  const chunks: Uint8Array[] = [];
  const file = memoryFile(onePage('(Some words) Tj'));
  for await (const chunk of host.convert('pdf', 'txt', file, { language: 'en' }, user)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('Some words\n');
  await host.close();
});
