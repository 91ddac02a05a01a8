import { isWithinSentence } from '#libs/documents/formats/inline/line-break.js';
import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { drawingChild, isDrawing } from '../drawing-names.js';
import { type DrawingRun, drawingRunOf } from './drawing-run.js';

/**
 * The content of a paragraph in a row. `soft` breaks stand within a sentence; all other breaks and all tabs separate.
 * An atom is a field, a formula, or anything else that is not text.
 */
export type DrawingItem =
  | { kind: 'text'; text: string; run: DrawingRun }
  | { kind: 'tab'; text: string; run: DrawingRun }
  | { kind: 'break'; element: XmlElement; isSoft: boolean }
  | { kind: 'atom'; element: XmlElement };

export const drawingItems = (paragraph: XmlElement): DrawingItem[] => {
  const items = elementsOf(paragraph).flatMap((child): DrawingItem[] => {
    if (!isDrawing(child)) return [{ kind: 'atom', element: child }];
    if (child.local === 'pPr' || child.local === 'endParaRPr') return [];
    if (child.local === 'r') return runItems(child);
    if (child.local === 'br') return [{ kind: 'break', element: child, isSoft: false }];
    return [{ kind: 'atom', element: child }];
  });
  softenBreaks(items);
  return items;
};

const runItems = (element: XmlElement): DrawingItem[] => {
  const text = drawingChild(element, 't');
  if (text === undefined) return [{ kind: 'atom', element }];
  const run = drawingRunOf(element);
  return plainText(text)
    .split(/(\t+)/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ kind: piece.startsWith('\t') ? 'tab' : 'text', text: piece, run }));
};

const softenBreaks = (items: readonly DrawingItem[]): void => {
  let before = '';
  for (const [at, item] of items.entries()) {
    if (item.kind === 'break') item.isSoft = isWithinSentence(before, textFrom(items, at + 1));
    before = item.kind === 'text' ? (/\S/.test(item.text) ? item.text : before + item.text) : '';
  }
};

/** The first words from here on, up to anything that is not text. */
const textFrom = (items: readonly DrawingItem[], start: number): string => {
  for (let at = start; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind !== 'text') return '';
    if (/\S/.test(item.text)) return item.text;
  }
  return '';
};
