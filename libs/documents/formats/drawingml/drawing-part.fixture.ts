import type { ExtractedSegment, SkippedText } from '#libs/documents/formats/format.port.js';
import type { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { PartReader } from '#libs/documents/formats/opc/part-reader.js';
import { type TextUnit, unitEdits } from '#libs/documents/formats/opc/text-unit.js';
import { applyEdits } from '#libs/documents/formats/xml/xml-splice.js';
import { xmlTokens } from '#libs/documents/formats/xml/xml-tokens.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { type DrawingWriting, drawingUnits } from './drawing-part.js';

/** A part made for a test, read by a reader of its kind. */
export interface SampleDrawing {
  xml: string;
  reader: () => PartReader;
  writing?: Partial<DrawingWriting>;
  shared?: () => KnownTexts;
}

const namespaces = Object.entries({
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  cx: 'http://schemas.microsoft.com/office/drawing/2014/chartex',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  dsp: 'http://schemas.microsoft.com/office/drawing/2008/diagram',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  a14: 'http://schemas.microsoft.com/office/drawing/2010/main',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

export const inRoot = (content: string): string => `<root${namespaces}>${content}</root>`;

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 11) yield text.slice(at, at + 11);
}

const unitsOf = ({ xml, reader, writing, shared }: SampleDrawing): AsyncGenerator<TextUnit, void> =>
  drawingUnits(xmlTokens(inPieces(xml)), reader(), { change: undefined, fitsShape: false, ...writing }, shared?.());

export const extractDrawing = async (
  sample: SampleDrawing,
): Promise<{ segments: ExtractedSegment[]; skipped: SkippedText[] }> => {
  const segments: ExtractedSegment[] = [];
  const skipped: SkippedText[] = [];
  for await (const unit of unitsOf(sample)) {
    segments.push(...unit.segments);
    if (unit.skipped !== undefined) skipped.push(unit.skipped);
  }
  return { segments, skipped };
};

/** The part with each of its segments changed. */
export const mergeDrawing = async (sample: SampleDrawing, change: (segment: Segment) => Segment): Promise<string> => {
  const { segments } = await extractDrawing(sample);
  const translations = segments.map(({ parts }) => change(parts)).values();
  const edits = unitEdits(unitsOf(sample), async () => {
    const { value, done } = translations.next();
    if (done) throw new Error('The translations ended before the segments did.');
    return value;
  });
  let merged = '';
  for await (const piece of applyEdits(inPieces(sample.xml), edits)) merged += piece;
  return merged;
};

/** A segment in one line: `<1>bold</1> and plain`. */
export const written = (parts: Segment): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      return { open: `<${part.id}>`, close: `</${part.id}>`, single: `<${part.id}/>` }[part.kind];
    })
    .join('');

export const r = (text: string, attributes = '', children = ''): string =>
  `<a:r><a:rPr${attributes}>${children}</a:rPr><a:t>${text}</a:t></a:r>`;
export const p = (content: string): string => `<a:p>${content}</a:p>`;
export const sp = (content: string, body = '<a:bodyPr/>', properties = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape 1"${properties}/></p:nvSpPr><p:txBody>${body}<a:lstStyle/>${content}</p:txBody></p:sp>`;
