import { FormatError } from '../../format.errors.js';
import type { Box } from '../content/box.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfReference, type PdfValue } from '../objects/pdf-values.js';

export const maxPages = 10_000;
const maxNodes = 100_000;
const maxDepth = 100;

export interface Page {
  /** From 1. */
  number: number;
  reference: PdfReference;
  dictionary: PdfDictionary;
  resources: PdfDictionary;
  /** The part of the plane that is the page. */
  box: Box;
  /** Degrees, clockwise: 0, 90, 180 or 270. */
  rotation: number;
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * The pages in their order.
 * @throws FormatError `invalid` where there is none, `hostile` where there are too many
 */
export const pagesOf = (file: PdfFile): Page[] => {
  const pages: Page[] = [];
  const seen = new Set<number>();
  const walk = (value: PdfValue, from: PdfDictionary, depth: number): void => {
    if (!(value instanceof PdfReference) || seen.has(value.number)) return;
    if (seen.size >= maxNodes || depth > maxDepth) throw new FormatError('hostile', 'The tree of pages is too large.');
    seen.add(value.number);
    const node = file.dictionary(value);
    if (!node) return;
    const handedOn: PdfDictionary = new Map(from);
    for (const key of inherited) {
      const own = node.get(key);
      if (own !== undefined) handedOn.set(key, own);
    }
    const kids = file.array(node.get('Kids'));
    if (kids && file.name(node.get('Type')) !== 'Page') {
      for (const kid of kids) walk(kid, handedOn, depth + 1);
      return;
    }
    if (pages.length >= maxPages) throw new FormatError('hostile', 'The PDF has more than 10,000 pages.');
    pages.push(pageOf(file, pages.length + 1, value, node, handedOn));
  };
  walk(file.catalogue.get('Pages') ?? null, new Map(), 0);
  if (pages.length === 0) throw new FormatError('invalid', 'The file has no pages, or is damaged.');
  return pages;
};

const pageOf = (
  file: PdfFile,
  number: number,
  reference: PdfReference,
  dictionary: PdfDictionary,
  handedOn: PdfDictionary,
): Page => {
  const numbers = file.numbers(handedOn.get('CropBox')) ?? file.numbers(handedOn.get('MediaBox'));
  const [x = 0, y = 0, otherX = 612, otherY = 792] = numbers ?? [];
  return {
    number,
    reference,
    dictionary,
    resources: file.dictionary(handedOn.get('Resources')) ?? new Map(),
    box: {
      left: Math.min(x, otherX),
      bottom: Math.min(y, otherY),
      right: Math.max(x, otherX),
      top: Math.max(y, otherY),
    },
    rotation: ((((file.number(handedOn.get('Rotate')) ?? 0) / 90) | 0) * 90 + 36_000) % 360,
  };
};
