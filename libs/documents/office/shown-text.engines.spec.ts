import { afterAll, expect, it } from 'vitest';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { odtOf, span } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

const user = { organizationId: 'org_1' };

const change = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
const tracked =
  p(
    r('Version two ') +
      `<w:del ${change}><w:r><w:delText>old list</w:delText></w:r></w:del>` +
      `<w:ins ${change}>${r('new figures')}</w:ins>`,
  ) +
  p(r('Hidden note', '<w:vanish/>') + r('Visible words')) +
  '<w:sectPr/>';
const rich = String.raw`{\rtf1\ansi{\*\revtbl{Unknown;}{A;}}\pard Version two {\deleted\revauthdel1 old list}{\revised\revauth1 new figures}\par {\v Hidden note}Visible words\par}`;
const hiding =
  '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>';
const removed =
  '<text:tracked-changes><text:changed-region text:id="a"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info><text:p>old list</text:p></text:deletion></text:changed-region></text:tracked-changes>';
const open =
  `${removed}<text:p>Version two <text:change text:change-id="a"/>new figures</text:p>` +
  `<text:p>${span('H', 'Hidden note')}Visible words</text:p>`;

const samples: Readonly<Record<string, Buffer>> = {
  docx: docxOf(tracked),
  rtf: Buffer.from(rich),
  odt: odtOf({ body: open, automatic: hiding }),
};

describeWith(['libreoffice'], 'text documents as text and as pages', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), legacyFormats);
  afterAll(() => host.close());

  const wordsOf = async (from: string, to: string): Promise<string> => {
    const file = memoryFile(samples[from] ?? expect.fail());
    const written = Buffer.concat(await Array.fromAsync(host.convert(from, to, file, { language: 'en' }, user)));
    return written
      .toString()
      .replace(/<style[\s\S]*?<\/style>|<[^>]{1,500}>/g, '')
      .replace(/\s+/g, ' ');
  };

  it.each(Object.keys(samples).flatMap((from) => ['txt', 'html'].map((to) => [from, to] as const)))(
    'a file of the type %s has no deleted and no hidden text as %s',
    { timeout: 120_000 },
    async (from, to) => {
      const words = await wordsOf(from, to);
      expect(words).toContain('Version two new figures');
      expect(words).toContain('Visible words');
      expect(words).not.toMatch(/old list|Hidden note/);
    },
  );
});
