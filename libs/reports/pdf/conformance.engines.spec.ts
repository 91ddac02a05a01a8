import { beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { verdictsOf } from '#test/servers/verapdf.js';
import { emptyReport, fullReport, hostileReport, largeReport, scriptsReport } from './report-samples.fixture.js';
import { bytesOfPdf } from './written-pdf.fixture.js';

/** The same file with another name for a key, of the same length. */
const without = (pdf: Buffer, key: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replaceAll(`/${key} `, `/${'X'.repeat(key.length)} `), 'latin1');

describeWith(['verapdf'], 'reports that veraPDF looks at', () => {
  const files: Record<string, Buffer> = {};
  const conforming = ['empty', 'full', 'large', 'hostile', 'scripts'];

  beforeAll(async () => {
    files.empty = await bytesOfPdf(emptyReport);
    files.full = await bytesOfPdf(fullReport);
    files.large = await bytesOfPdf(largeReport(150));
    files.hostile = await bytesOfPdf(hostileReport);
    files.scripts = await bytesOfPdf(scriptsReport);
    files.untagged = without(files.empty, 'MarkInfo');
    files.unembedded = without(files.empty, 'FontFile2');
    files.unsaid = without(files.scripts, 'Alt');
  });

  const refusedBy: Readonly<Record<'2a' | 'ua1', readonly string[]>> = {
    '2a': ['untagged', 'unembedded'],
    ua1: ['untagged', 'unembedded', 'unsaid'],
  };

  it.each(['2a', 'ua1'] as const)(
    'conform to %s, and broken ones do not',
    async (profile) => {
      const verdicts = await verdictsOf(files, profile);
      for (const name of conforming) expect([name, verdicts[name]]).toEqual([name, []]);
      for (const name of refusedBy[profile]) expect(verdicts[name]).toContain('FAIL');
    },
    600_000,
  );
});
