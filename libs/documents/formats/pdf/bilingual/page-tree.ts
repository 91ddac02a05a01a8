import type { ObjectEdits } from '../document/object-edits.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { PdfReference, type PdfValue } from '../objects/pdf-values.js';

const maxDepth = 100;

/** Puts pages into the tree of pages, each before one that is there, by its object number. */
export const insertPages = (file: PdfFile, edits: ObjectEdits, before: ReadonlyMap<number, PdfReference>): void => {
  const seen = new Set<number>();
  const insertInto = (node: PdfReference, depth: number): number => {
    const dictionary = file.dictionary(node);
    const kids = file.array(dictionary?.get('Kids'));
    if (!dictionary || !kids || depth > maxDepth) return 0;
    let added = 0;
    const all = kids.flatMap((kid): PdfValue[] => {
      if (!(kid instanceof PdfReference) || seen.has(kid.number)) return [kid];
      seen.add(kid.number);
      const page = before.get(kid.number);
      added += page ? 1 : insertInto(kid, depth + 1);
      return page ? [page, kid] : [kid];
    });
    if (added === 0) return 0;
    if (all.length > kids.length) edits.set(node, 'Kids', all);
    edits.set(node, 'Count', (file.number(dictionary.get('Count')) ?? kids.length) + added);
    return added;
  };
  const root = file.catalogue.get('Pages');
  if (!(root instanceof PdfReference)) return;
  seen.add(root.number);
  insertInto(root, 0);
};
