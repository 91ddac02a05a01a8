import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DrawingItem, drawingItems } from './paragraph-items.js';
import { type Stretch, stretchOf } from './stretch.js';

/** An `a:p` with its segments; `content` is all of it in order, items that are in no segment and stretches that are one. */
export interface DrawingParagraph {
  element: XmlElement;
  content: readonly (DrawingItem | { kind: 'stretch'; stretch: Stretch })[];
  stretches: readonly Stretch[];
}

/** The paragraph, undefined where there is nothing to translate. */
export const readDrawingParagraph = (element: XmlElement): DrawingParagraph | undefined => {
  const content: DrawingParagraph['content'][number][] = [];
  const stretches: Stretch[] = [];
  let pending: DrawingItem[] = [];
  const endStretch = () => {
    const stretch = stretchOf(pending);
    if (stretch === undefined) for (const item of pending) content.push(item);
    else {
      stretches.push(stretch);
      content.push({ kind: 'stretch', stretch });
    }
    pending = [];
  };
  for (const item of drawingItems(element)) {
    if (item.kind === 'tab' || (item.kind === 'break' && !item.isSoft)) {
      endStretch();
      content.push(item);
    } else pending.push(item);
  }
  endStretch();
  return stretches.length === 0 ? undefined : { element, content, stretches };
};
