import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { closeTag, openTag } from '#libs/documents/formats/xml/xml-tree.js';
import type { Book } from '../book.js';
import { sheetPieces } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import { placed } from '../text/placed-text.js';

const notes = { blocks: new Set(['text']), tags: new Set<string>() };

/** Comments in the way of Excel 2007, which have rich text. */
export async function* commentUnits(
  book: Book,
  part: string,
  batches: AsyncIterable<XmlToken[]>,
): AsyncGenerator<TextUnit, void> {
  for await (const pieces of sheetPieces(batches, new SheetZone(), notes)) {
    for (const piece of pieces) {
      if (piece.kind !== 'block') continue;
      const { element, start, end } = piece;
      const text = book.richText(element);
      yield {
        segments: placed(text, 'note', part),
        edit: (translations) => {
          const content = text.render(translations);
          if (content === undefined) return undefined;
          return { start, end, text: `${openTag(element)}${content}${closeTag(element)}` };
        },
      };
    }
  }
}
