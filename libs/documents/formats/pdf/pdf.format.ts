import type { Segment } from '#libs/text/segments/segment.js';
import type { DocumentFormat, ExtractedSegment, FormatOptions, SourceFile } from '../format.port.js';
import { type DocumentUnit, markedUsesOf, unitsOf } from './document/document-units.js';
import { maxPages } from './document/pages.js';
import { PdfTranslation } from './document/pdf-translation.js';
import { type FileWithText, withRecognisedText } from './document/recognised-text.js';
import { skimmedPages } from './document/skimmed-pages.js';
import { missingFontOf } from './fonts/font-catalogue.js';
import { PdfFile } from './objects/pdf-file.js';

const batchSize = 32;
const chunkSize = 1024 * 1024;

/** Portable Document Format (ISO 32000), unencrypted or opening without a password. */
export const pdfFormat: DocumentFormat = {
  name: 'pdf',
  mediaType: 'application/pdf',
  extensions: ['pdf'],
  container: 'pdf',
  options: [
    'translate_headers',
    'translate_alt_text',
    'translate_comments',
    'page_range',
    'preserve_layout',
    'hidden',
    'ocr',
    'include_source',
  ],
  maxPages,
  recognises: () => true,
  missingFor: missingFontOf,

  async *extract(file, options) {
    const units = unitsOf((await opened(file, options)).file, options);
    let batch: ExtractedSegment[] = [];
    for (;;) {
      const { value, done } = units.next();
      if (done) {
        if (batch.length > 0) yield batch;
        return value;
      }
      for (const segment of segmentsOf(value)) {
        if (batch.push(segment) < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
  },

  async *skim(file, options) {
    return yield* skimmedPages((await opened(file, options)).file, options);
  },

  async *merge(file, options, translations) {
    const { file: pdf, added } = await opened(file, options);
    const marked = markedUsesOf(pdf);
    const translation = new PdfTranslation(pdf, options, marked);
    const units = unitsOf(pdf, options, marked);
    const next = async (): Promise<Segment> => {
      const { value, done } = await translations.next();
      if (done) throw new Error('The translations ended before the segments did.');
      return value;
    };
    const end = pdf.bytes.length - added.length;
    for (let start = 0; start < end; start += chunkSize) yield pdf.bytes.slice(start, Math.min(start + chunkSize, end));
    let isChanged = false;
    function* behind(written: readonly Uint8Array[]): Generator<Uint8Array, void> {
      if (!isChanged && written.length > 0) yield added;
      isChanged ||= written.length > 0;
      yield* written;
    }
    for (const unit of units) {
      if (unit.kind === 'string') translation.translateString(unit.text, plainText(await next()));
      else {
        const given: Segment[] = [];
        while (given.length < unit.texts.texts.length) given.push(await next());
        translation.translateContent(unit.texts, given, unit.part);
      }
      yield* behind(translation.take());
    }
    const summary = translation.finish();
    yield* behind(translation.take());
    return summary;
  },
};

/** The file with the text of its scans, where that was recognised. */
const opened = async (source: SourceFile, { recognition = [] }: FormatOptions): Promise<FileWithText> =>
  withRecognisedText(await PdfFile.open(source), recognition);

const segmentsOf = (unit: DocumentUnit): ExtractedSegment[] =>
  unit.kind === 'string'
    ? [{ role: unit.text.role, parts: [{ kind: 'text', text: unit.text.text }], ...partOf(unit) }]
    : unit.texts.texts.map(({ role, text }) => ({ role, parts: text.parts, part: unit.part }));

const partOf = ({ part }: DocumentUnit): { part?: string } => (part === undefined ? {} : { part });

const plainText = (segment: Segment): string => segment.map((part) => ('text' in part ? part.text : '')).join('');
