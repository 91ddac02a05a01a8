import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import { serialize } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { TextBlock } from '../odf-document.js';

/** The translation of the next segment. */
export type TranslationSource = () => Promise<Segment>;

/** The changes to a part, in the order of its text. */
export async function* editPart(
  blocks: AsyncIterable<TextBlock>,
  next: TranslationSource,
): AsyncGenerator<XmlEdit, void> {
  for await (const { element, units, start, end, isRewritten } of blocks) {
    const translations: Segment[][] = [];
    for (const { segments } of units) {
      const ofUnit: Segment[] = [];
      for (const _ of segments) ofUnit.push(await next());
      translations.push(ofUnit);
    }
    let isChanged = isRewritten;
    // From the inside out: what contains others is written with their translations.
    for (let at = units.length - 1; at >= 0; at -= 1) {
      if (units[at]?.apply(translations[at] ?? [])) isChanged = true;
    }
    if (isChanged) yield { start, end, text: serialize(element) };
  }
}
