import {
  defaultFormatOptions,
  type ExtractedSegment,
  type FormatOptions,
} from '#libs/documents/formats/format.port.js';
import { pdfFormat } from '#libs/documents/formats/pdf/pdf.format.js';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { Convert } from '../conversion.port.js';

/** Writes a PDF, of which the segments are given, as a file of another format in its language. */
type PdfWriter = (
  segments: AsyncIterable<readonly ExtractedSegment[]>,
  language: string,
) => AsyncGenerator<Uint8Array, void>;

/** Options that read the text on the pages, without bookmarks, descriptions and comments. */
const textOfPages: FormatOptions = {
  ...defaultFormatOptions,
  translateAltText: false,
  pageRange: [{ from: 1, to: Number.MAX_SAFE_INTEGER }],
};

const wordsOf = (parts: Segment): string => parts.map((part) => ('text' in part ? part.text : '')).join('');

/** A paragraph a line, with an empty line between two. */
const asText: PdfWriter = async function* (segments) {
  let isFirst = true;
  for await (const batch of segments) {
    const lines = batch.map(({ parts }) => `${wordsOf(parts)}\n`);
    if (lines.length > 0) yield Buffer.from((isFirst ? '' : '\n') + lines.join('\n'));
    isFirst &&= lines.length === 0;
  }
};

const maxTitle = 200;

/** A page in which headings and paragraphs stand one after the other. */
const asHtml: PdfWriter = async function* (segments, language) {
  let hasBegun = false;
  const head = (first: ExtractedSegment | undefined): string => {
    const title = escaped((first ? wordsOf(first.parts) : '').slice(0, maxTitle).toWellFormed());
    const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
    return `<!DOCTYPE html>\n<html lang="${escaped(language)}" dir="${direction}">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n`;
  };
  for await (const batch of segments) {
    const elements = batch.map(({ role, parts }) => {
      const name = role === 'heading' ? 'h2' : 'p';
      return `<${name}>${escaped(wordsOf(parts))}</${name}>\n`;
    });
    const start = hasBegun ? '' : head(batch.find(({ role }) => role === 'heading') ?? batch[0]);
    hasBegun = true;
    yield Buffer.from(start + elements.join(''));
  }
  yield Buffer.from(`${hasBegun ? '' : head(undefined)}</body>\n</html>\n`);
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

export const pdfConversion: Convert = async function* (file, to, { language }) {
  const write = to === 'html' ? asHtml : asText;
  yield* write(pdfFormat.extract(file, textOfPages), language);
};
