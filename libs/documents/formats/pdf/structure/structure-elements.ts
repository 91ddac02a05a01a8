import type { PdfFile } from '../objects/pdf-file.js';
import { isDictionary, type PdfDictionary, PdfReference, type PdfValue } from '../objects/pdf-values.js';
import type { MarkedUses } from './marked-uses.js';

/** An element of the structure tree (14.7.2). */
export interface StructureElement {
  reference: PdfReference;
  dictionary: PdfDictionary;
  /** Uses of all marked contents in it, and in the elements below it. */
  uses: number;
}

interface OpenElement {
  reference: PdfReference | undefined;
  dictionary: PdfDictionary;
  /** The page of marked contents that name none. */
  page: number | undefined;
  kids: readonly PdfValue[];
  next: number;
  uses: number;
}

const maxElements = 300_000;
const maxDepth = 2_000;

/** The elements that are objects of their own, those below an element before it. */
export function* structureElements(file: PdfFile, marked: MarkedUses): Generator<StructureElement, void> {
  const root = file.dictionary(file.catalogue.get('StructTreeRoot'));
  if (!root) return;
  const seen = new Set<number>();
  const open: OpenElement[] = [opened(file, undefined, root, undefined)];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const kid = top.kids[top.next];
    top.next += 1;
    if (kid === undefined) {
      open.pop();
      const outer = open.at(-1);
      if (outer) outer.uses |= top.uses;
      if (top.reference) yield { reference: top.reference, dictionary: top.dictionary, uses: top.uses };
      continue;
    }
    if (typeof kid === 'number') {
      if (top.page !== undefined) top.uses |= marked.of({ owner: top.page, mcid: kid });
      continue;
    }
    const found = file.resolve(kid);
    if (!isDictionary(found)) continue;
    const mcid = file.number(found.get('MCID'));
    if (mcid !== undefined) {
      const owner = numberOf(found.get('Stm')) ?? numberOf(found.get('Pg')) ?? top.page;
      if (owner !== undefined) top.uses |= marked.of({ owner, mcid });
      continue;
    }
    const reference = kid instanceof PdfReference ? kid : undefined;
    if (open.length > maxDepth || seen.size >= maxElements || (reference && seen.has(reference.number))) continue;
    if (reference) seen.add(reference.number);
    open.push(opened(file, reference, found, top.page));
  }
}

const opened = (
  file: PdfFile,
  reference: PdfReference | undefined,
  dictionary: PdfDictionary,
  outerPage: number | undefined,
): OpenElement => {
  const kids = file.resolve(dictionary.get('K'));
  return {
    reference,
    dictionary,
    page: numberOf(dictionary.get('Pg')) ?? outerPage,
    kids: Array.isArray(kids) ? kids : [dictionary.get('K') ?? null],
    next: 0,
    uses: 0,
  };
};

const numberOf = (value: PdfValue | undefined): number | undefined =>
  value instanceof PdfReference ? value.number : undefined;
