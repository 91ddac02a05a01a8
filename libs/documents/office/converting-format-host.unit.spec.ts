import { expect, it, vi } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { onePage } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { PageDrawer } from '#libs/documents/page-pictures/page-drawer.js';
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
  ['a DOC are not those that its conversion says', 'doc', undefined, undefined],
  ['a DOC that was laid out are known', 'doc', { pageCount: 206, places: [] }, 53],
  ['an XLS are its sheets', 'xls', undefined, 53],
])('the pages of %s', async (_what, format, pagination, pageCount) => {
  const converter = new OfficeConverter();
  vi.spyOn(converter, 'convert').mockResolvedValue({
    ...memoryFile(Buffer.from('made')),
    [Symbol.asyncDispose]: async () => {},
  });
  const inner = createFormatHost();
  const described = { mediaType: '', extensions: [], options: [] };
  vi.spyOn(inner, 'formats').mockResolvedValue([{ ...described, name: 'odt', isPagedByLayout: true }]);
  // biome-ignore lint/correctness/useYield: an empty document is enough.
  vi.spyOn(inner, 'extract').mockImplementation(async function* () {
    return { pageCount: 53 };
  });
  // biome-ignore lint/correctness/useYield: an empty document is enough.
  vi.spyOn(inner, 'count').mockImplementation(async function* () {
    return { pageCount: 53 };
  });
  const host = convertingFormatHost(inner, converter, legacyFormats);
  const options = { ...defaultFormatOptions, ...(pagination && { pagination }) };
  for (const read of [host.extract, host.count]) {
    const { value } = await read(format, memoryFile(Buffer.from('old')), options, user).next();
    expect(value).toEqual(pageCount === undefined ? {} : { pageCount });
  }
  await host.close();
});

it.each([
  ['with LibreOffice and poppler', '/usr/bin/soffice', true, ['docx', 'html', 'pdf', 'xlsx']],
  ['without LibreOffice', undefined, true, ['pdf']],
  ['without poppler', '/usr/bin/soffice', false, []],
])('pages are drawn of PDF, and of what becomes one, %s', async (_what, program, poppler, drawn) => {
  const pages = new PageDrawer();
  vi.spyOn(pages, 'isInstalled', 'get').mockReturnValue(poppler);
  const converter = new OfficeConverter({ program: () => program });
  const host = convertingFormatHost(createFormatHost(), converter, legacyFormats, undefined, pages);
  const formats = (await host.formats(user)).filter(({ isDrawn }) => isDrawn);
  const looked = ['docx', 'html', 'json', 'pdf', 'txt', 'xlsx'];
  expect(looked.filter((format) => formats.some(({ name }) => name === format))).toEqual(drawn);
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
