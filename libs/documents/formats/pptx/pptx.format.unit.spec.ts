import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { p, r, sp } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { describeFormat } from '#libs/documents/formats/format.suite.js';
import { validatePackage } from '#libs/documents/formats/opc/package.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { pptxFormat } from './pptx.format.js';
import { pptxEntries, pptxOf } from './pptx-sample.fixture.js';
import { pptxSamples, writePptxSamples } from './pptx-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writePptxSamples(samples);

it.each(Object.entries(pptxSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

const good = pptxOf(sp(p(r('Text'))));
const without = (name: string) =>
  zipOf(pptxEntries({ slides: [{ shapes: '' }] }).filter((entry) => entry.name !== name));
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const paragraphs = (count: number) => sp(`${p(r('a'))}`.repeat(count));

describeFormat(pptxFormat, {
  samples,
  refused: [
    { name: 'text', bytes: Buffer.from('A letter, and not a presentation.'), reason: 'invalid' },
    { name: 'a file cut off half way', bytes: good.subarray(0, good.length / 2), reason: 'invalid' },
    { name: 'an archive without content types', bytes: without('[Content_Types].xml'), reason: 'invalid' },
    { name: 'an archive without relationships', bytes: without('_rels/.rels'), reason: 'invalid' },
    { name: 'an archive without its main part', bytes: without('ppt/presentation.xml'), reason: 'invalid' },
    { name: 'a workbook', bytes: pptxOf({ slides: [], contentType: workbook }), reason: 'invalid' },
    { name: 'tags that do not match', bytes: pptxOf('<p:sp><a:p></p:sp></a:p>'), reason: 'invalid' },
    { name: '100,000 levels of groups', bytes: pptxOf('<p:grpSp>'.repeat(100_000)), reason: 'hostile' },
    { name: 'one text body of all text', bytes: pptxOf(paragraphs(60_000)), reason: 'hostile' },
  ],
  validate: validatePackage,
  standsAlone: ({ role, part = '' }) => role === 'alt_text' || role === 'title' || /charts|comments/.test(part),
});
