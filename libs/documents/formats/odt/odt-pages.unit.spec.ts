import { describe, expect, it } from 'vitest';
import type { FormatOptions, Pagination } from '#libs/documents/formats/format.port.js';
import { readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { odtOf, p } from '../odf/odf-sample.fixture.js';
import { odtFormat } from './odt.format.js';

const style = (name: string, attributes: string, properties: string) =>
  `<style:style style:name="${name}" style:family="paragraph" ${attributes}><style:paragraph-properties ${properties}/></style:style>`;
const automatic = [
  style('Next', '', 'fo:break-before="page"'),
  style('Heir', 'style:parent-style-name="Next"', ''),
  style('Column', '', 'fo:break-before="column"'),
  style('Landscape', 'style:master-page-name="Landscape"', ''),
].join('');
const styled = (name: string, text: string) => `<text:p text:style-name="${name}">${text}</text:p>`;
const broken = '<text:soft-page-break/>';
const only = (page: number): Partial<FormatOptions> => ({ pageRange: [{ from: page, to: page }] });
const texts = (body: string, options: Partial<FormatOptions>) =>
  textsOf(odtFormat, odtOf({ body, automatic }), options);

describe('the pages of a text document that cannot be laid out', () => {
  it.each([
    ['a break that the last program found', p('one') + broken + p('two')],
    ['a style that begins a page', p('one') + styled('Next', 'two')],
    ['a style whose parent begins a page', p('one') + styled('Heir', 'two')],
    ['another kind of page', p('one') + styled('Landscape', 'two')],
    ['a break within a paragraph', p(`one${broken}`) + p('two')],
  ])('are divided by %s', async (_what, body) => {
    expect(await texts(body, only(1))).toEqual(['one']);
    expect(await texts(body, only(2))).toEqual(['two']);
  });

  it('the pages of a text document that cannot be laid out are not divided by columns, nor before the first text', async () => {
    expect(await texts(styled('Landscape', 'one') + styled('Column', 'two'), only(1))).toEqual(['one', 'two']);
  });

  it('it is known that they are estimated, and how much stays', async () => {
    const { summary } = await readAll(odtFormat, odtOf({ body: p('one') + broken + p('two'), automatic }), only(2));
    expect(summary).toMatchObject({
      warnings: [{ code: 'pages_estimated' }],
      skipped: [{ reason: 'The text is outside the page range.', count: 1 }],
    });
  });
});

describe('a range of the pages of a text document', () => {
  const pagination: Pagination = {
    pageCount: 3,
    places: [
      { paragraph: 0, page: 1 },
      { paragraph: 2, page: 2 },
    ],
  };
  const frame = '<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>';
  const deleted = `<text:tracked-changes><text:changed-region>${p('gone')}</text:changed-region></text:tracked-changes>`;

  it('a range of the pages of a text document follows the layout of the document where there is one; deleted text stays where it is', async () => {
    const sample = odtOf({ body: deleted + p('one') + p(`two${frame}`), automatic });
    const { segments, summary } = await readAll(odtFormat, sample, { ...only(2), pagination });
    expect(segments.map(({ parts }) => parts)).toEqual([
      [{ kind: 'text', text: 'two' }],
      [{ kind: 'text', text: 'boxed' }],
    ]);
    expect(summary.pageCount).toBe(3);
    expect(summary.warnings).toBeUndefined();
  });

  it('what is outside stays as it is, headers and properties with it', async () => {
    const header = `<style:master-page style:name="Standard"><style:header>${p('head')}</style:header></style:master-page>`;
    const body = p('one') + p('') + p('two');
    const meta = '<dc:title>Title</dc:title>';
    const sample = odtOf({ body, automatic, masters: header, meta });
    const merged = await translatedParts(odtFormat, sample, ['TWO'], { ...only(2), pagination });
    expect(merged['content.xml']).toContain(`${p('one')}${p('')}${p('TWO')}`);
    expect(merged['styles.xml']).toContain(p('head'));
    expect(merged['meta.xml']).toContain('Title');
  });
});
