import { FormatError } from '../../format.errors.js';
import { type Box, boxOf, intersection } from '../content/box.js';
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
  /** Whether it is the source of the page behind it, in a file in two languages. */
  isSource: boolean;
}

/** The entry of a page that stands before its translation. */
export const sourceKey = 'TlSource';

const noPageLeft =
  'The file is damaged: it ends too early, or its tables are broken, and none of its pages was found in what is left of it.';

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
  if (pages.length === 0) throw new FormatError('invalid', file.isSearched ? noPageLeft : 'The file has no pages.');
  return pages;
};

const pageOf = (
  file: PdfFile,
  number: number,
  reference: PdfReference,
  dictionary: PdfDictionary,
  handedOn: PdfDictionary,
): Page => {
  const media = boxFrom(file.numbers(handedOn.get('MediaBox'))) ?? letter;
  const crop = boxFrom(file.numbers(handedOn.get('CropBox')));
  return {
    number,
    reference,
    dictionary,
    resources: file.dictionary(handedOn.get('Resources')) ?? new Map(),
    box: (crop && shownOf(crop, media)) ?? media,
    isSource: dictionary.has(sourceKey),
    rotation: ((((file.number(handedOn.get('Rotate')) ?? 0) / 90) | 0) * 90 + 36_000) % 360,
  };
};

/** The size of a page that says none. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

const boxFrom = (numbers: readonly number[] | undefined): Box | undefined => {
  const [x, y, otherX, otherY] = numbers ?? [];
  if (x === undefined || y === undefined || otherX === undefined || otherY === undefined) return undefined;
  return boxOf([
    [x, y],
    [otherX, otherY],
  ]);
};

/** The part of a page that is not cut off; undefined where that is none. */
const shownOf = (crop: Box, media: Box): Box | undefined => {
  const shown = intersection(crop, media);
  return shown.left < shown.right && shown.bottom < shown.top ? shown : undefined;
};
