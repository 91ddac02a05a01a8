import { afterAll, expect, it } from 'vitest';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { DamagedFiles } from '#test/fuzz/damaged-files.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

/** LibreOffice takes seconds for a file; `npm run fuzz` tries more. */
const numbers = [0, 1, 2, 3, 4];

describeWith(['libreoffice'], 'damaged documents of old formats', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), legacyFormats);
  afterAll(() => host.close());

  it.each(legacyFormats)(
    '$name: a file with one wrong bit is refused or translated',
    { timeout: 600_000 },
    async ({ name }) => {
      const damaged = new DamagedFiles(host, name, 1);
      for (const number of numbers) expect(await damaged.failure(number)).toBeUndefined();
    },
  );
});
