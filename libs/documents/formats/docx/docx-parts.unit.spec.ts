import { describe, expect, it } from 'vitest';
import {
  p as drawingP,
  r as drawingR,
  inRoot,
  written,
} from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { defaultMergeOptions, type ExtractedSegment, type MergeOptions } from '#libs/documents/formats/format.port.js';
import { entriesOf } from '#libs/documents/formats/opc/package.fixture.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { mergeAll } from '#libs/documents/formats/whole-file.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, p, r, type SampleParts } from './docx-sample.fixture.js';
import { chartPart, diagramParts } from './docx-samples.fixture.js';

const options: MergeOptions = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };

const extract = async (parts: SampleParts, changed: Partial<MergeOptions> = {}) => {
  const batches = docxFormat.extract(memoryFile(docxOf(parts)), { ...options, ...changed });
  const segments: ExtractedSegment[] = [];
  for (;;) {
    const next = await batches.next();
    if (next.done) return { segments, skipped: next.value.skipped };
    segments.push(...next.value);
  }
};
const linesOf = async (parts: SampleParts, changed?: Partial<MergeOptions>) =>
  (await extract(parts, changed)).segments.map(({ role, parts }) => `${role}: ${written(parts)}`);
const upper = (parts: Segment): Segment =>
  parts.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
const translated = async (parts: SampleParts, changed: Partial<MergeOptions> = {}) => {
  const { segments } = await extract(parts, changed);
  const translations = segments.map(({ parts }) => upper(parts));
  return entriesOf(await mergeAll(docxFormat, memoryFile(docxOf(parts)), translations, { ...options, ...changed }));
};

describe('building blocks', () => {
  const block = (text: string) =>
    `<w:glossaryDocument xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docParts><w:docPart><w:docPartPr><w:name w:val="Default words"/></w:docPartPr><w:docPartBody>${p(r(text))}</w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`;
  const parts = {
    body: p(r('text')),
    others: [{ type: 'glossaryDocument', target: 'glossary/document.xml', content: block('Click here to type') }],
  };

  it('their text is translated, and their names stay', async () => {
    expect(await linesOf(parts)).toEqual(['body: text', 'body: Click here to type']);
    expect((await translated(parts))['word/glossary/document.xml']).toContain(
      '<w:name w:val="Default words"/></w:docPartPr><w:docPartBody><w:p><w:r><w:t>CLICK HERE TO TYPE</w:t></w:r></w:p>',
    );
  });

  it('with a page range they stay and are counted', async () => {
    const { segments, skipped } = await extract(parts, { pageRange: [{ from: 1, to: 1 }] });
    expect(segments.map(({ parts }) => written(parts))).toEqual(['text']);
    expect(skipped).toEqual([{ part: 'word/glossary/document.xml', reason: skipReasons.outsideRange, count: 1 }]);
  });
});

describe('comments', () => {
  const parts = { body: p(r('text')), comments: `<w:comment w:id="1">${p(r('Is it so?'))}</w:comment>` };

  it('comments are translated where they are asked for, and counted where they are not', async () => {
    expect(await linesOf(parts)).toEqual(['body: text']);
    expect((await extract(parts)).skipped).toMatchObject([{ part: 'word/comments.xml', count: 1 }]);
    expect(await linesOf(parts, { translateComments: true })).toEqual(['body: text', 'note: Is it so?']);
    expect((await translated(parts))['word/comments.xml']).toContain('Is it so?');
    expect((await translated(parts, { translateComments: true }))['word/comments.xml']).toContain('IS IT SO?');
  });
});

describe('headers', () => {
  it('headers that stay are counted', async () => {
    const parts = { body: p(r('text')), header: p(r('head')) };
    expect((await extract(parts, { translateHeaders: false })).skipped).toMatchObject([
      { part: 'word/header.xml', count: 1 },
    ]);
  });
});

describe('alternative texts', () => {
  const drawing =
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A &quot;ship&quot;" title="Ship"/><pic:cNvPr id="2" name="P" descr="A &quot;ship&quot;"/></wp:inline></w:drawing></w:r>';
  const fallback = '<w:r><w:pict><v:shape id="s" alt="A &quot;ship&quot;"/></w:pict></w:r>';
  const parts = { body: p(`${r('See')}${drawing}${fallback}`) };

  it('a text that a picture has several times is translated once', async () => {
    expect(await linesOf(parts)).toEqual(['alt_text: A "ship"', 'alt_text: Ship', 'body: See']);
    const document = (await translated(parts))['word/document.xml'] ?? '';
    expect(document).toContain('<wp:docPr id="1" name="P" descr="A &quot;SHIP&quot;" title="SHIP"/>');
    expect(document).toContain('<pic:cNvPr id="2" name="P" descr="A &quot;SHIP&quot;"/>');
    expect(document).toContain('<v:shape id="s" alt="A &quot;SHIP&quot;"/>');
    expect(document).toContain('<w:t>SEE</w:t>');
  });

  it('a picture in a paragraph without words is translated', async () => {
    expect((await translated({ body: p(drawing) }))['word/document.xml']).toContain('title="SHIP"');
  });

  it('title and description of a table are translated, also of one in a text box', async () => {
    const table = `<w:tbl><w:tblPr><w:tblCaption w:val="Ships"/><w:tblDescription w:val="All ships"/></w:tblPr><w:tr><w:tc>${p(r('cell'))}</w:tc></w:tr></w:tbl>`;
    const body = table + p(`<w:r><w:txbxContent>${table}</w:txbxContent></w:r>`);
    const texts = ['alt_text: Ships', 'alt_text: All ships', 'table: cell'];
    expect(await linesOf({ body })).toEqual([...texts, ...texts]);
    const written = (await translated({ body }))['word/document.xml'] ?? '';
    expect(written.split('<w:tblCaption w:val="SHIPS"/><w:tblDescription w:val="ALL SHIPS"/>')).toHaveLength(3);
    expect((await extract({ body }, { translateAltText: false })).skipped).toMatchObject([{ count: 4 }]);
  });

  it('alternative texts stay where the options say so', async () => {
    expect(await linesOf(parts, { translateAltText: false })).toEqual(['body: See']);
    expect((await extract(parts, { translateAltText: false })).skipped).toMatchObject([{ count: 4 }]);
  });
});

const withShapesOnChart = (parts: SampleParts): SampleParts => ({
  ...parts,
  others: [{ type: 'chart', target: 'charts/chart1.xml', content: chartPart }],
  entries: [
    {
      name: 'word/charts/_rels/chart1.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartUserShapes" Target="../drawings/drawing1.xml"/></Relationships>',
    },
    {
      name: 'word/drawings/drawing1.xml',
      content: inRoot(`<c:sp><c:txBody><a:bodyPr/>${drawingP(drawingR('The best year'))}</c:txBody></c:sp>`),
    },
  ],
});

describe('charts, diagrams and properties', () => {
  const diagramDrawing = 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing';

  it('charts of the document are translated', async () => {
    const others = [{ type: 'chart', target: 'charts/chart1.xml', content: chartPart }];
    const parts = { body: p(r('text')), others };
    expect(await linesOf(parts)).toEqual(['body: text', 'body: Ships by season', 'body: Sails']);
    expect((await translated(parts))['word/charts/chart1.xml']).toContain('<c:v>SAILS</c:v>');
  });

  it('shapes that are drawn on a chart are translated', async () => {
    const parts = withShapesOnChart({ body: p(r('text')) });
    expect(await linesOf(parts)).toEqual(['body: text', 'body: Ships by season', 'body: Sails', 'body: The best year']);
    expect((await translated(parts))['word/drawings/drawing1.xml']).toContain('<a:t>THE BEST YEAR</a:t>');
  });

  it('shapes that are drawn on a chart are on its page', async () => {
    const chart = '<w:r><w:drawing><c:chart xmlns:c="x" r:id="rIdO0"/></w:drawing></w:r>';
    const parts = withShapesOnChart({ body: p(r('one') + chart) + p(`<w:r><w:br w:type="page"/></w:r>${r('two')}`) });
    const page = (number: number) => ({ pageRange: [{ from: number, to: number }] });
    expect(await linesOf(parts, page(1))).toContain('body: The best year');
    expect(await linesOf(parts, page(2))).toEqual(['body: two']);
  });

  it('fields that show properties of the document are translated as these are', async () => {
    const shown = ['TITLE', ' Subject \\* Upper', 'DOCPROPERTY "Keywords"', 'comments'].map((name) =>
      field(name, r('Town')),
    );
    const kept = ['AUTHOR', 'DOCPROPERTY Title2', 'STYLEREF Title'].map((name) => field(name, r('Town')));
    const body = [...shown, ...kept].map((each) => p(r('Of ') + each + r(' and more'))).join('');
    expect(await linesOf({ body })).toEqual([
      ...shown.map(() => 'body: Of <1>Town</1> and more'),
      ...kept.map(() => 'body: Of <1/> and more'),
    ]);
  });

  it('the data of a diagram and its drawing say the same', async () => {
    const others = [
      { type: diagramDrawing, target: 'diagrams/drawing1.xml', content: diagramParts.drawing },
      { type: 'diagramData', target: 'diagrams/data1.xml', content: diagramParts.data },
    ];
    const parts = { body: p(r('text')), others };
    expect(await linesOf(parts)).toEqual(['body: text', 'body: First step']);
    const entries = await translated(parts);
    expect(entries['word/diagrams/data1.xml']).toContain('<a:t>FIRST STEP</a:t>');
    expect(entries['word/diagrams/drawing1.xml']).toContain('<a:t>FIRST STEP</a:t>');
  });

  it('title, subject, keywords and description are translated, and people are not', async () => {
    const core = '<dc:title>Town</dc:title><dc:creator>A. Person</dc:creator><cp:keywords>sail</cp:keywords>';
    const parts = { body: p(r('text')), core };
    expect(await linesOf(parts)).toEqual(['body: text', 'title: Town', 'title: sail']);
    expect((await translated(parts))['docProps/core.xml']).toContain(
      '<dc:title>TOWN</dc:title><dc:creator>A. Person</dc:creator>',
    );
  });
});

describe('kinds of documents', () => {
  it.each([
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
    'application/vnd.ms-word.document.macroEnabled.main+xml',
    'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  ])('%s is read and stays what it is', async (contentType) => {
    const entries = await translated({ body: p(r('text')), contentType });
    expect(entries['[Content_Types].xml']).toContain(contentType);
    expect(entries['word/document.xml']).toContain('TEXT');
  });
});
