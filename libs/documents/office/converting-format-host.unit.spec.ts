import { expect, it, vi } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
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

it.each([
  ['is too much for its thread', new FormatError('hostile', 'The file took too long to read.')],
  ['is given up by its caller', new Error('cancelled')],
])('what LibreOffice made of a file that %s is removed', async (_what, failure) => {
  const converter = new OfficeConverter();
  const remove = vi.fn(async () => {});
  vi.spyOn(converter, 'convert').mockResolvedValue({
    ...memoryFile(Buffer.from('made')),
    [Symbol.asyncDispose]: remove,
  });
  const inner = createFormatHost();
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give.
  vi.spyOn(inner, 'extract').mockImplementation(async function* () {
    throw failure;
  });
  const host = convertingFormatHost(inner, converter, legacyFormats);
  await expect(host.extract('doc', memoryFile(Buffer.from('old')), defaultFormatOptions, user).next()).rejects.toBe(
    failure,
  );
  expect(remove).toHaveBeenCalledOnce();
  await host.close();
});
