import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { Book } from '../book.js';
import { sheetPieces } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import { attributeTexts } from './attribute-texts.js';

const wanted = { blocks: new Set<string>(), tags: new Set(['table']) };

/** The alternative text of a table has no length that Excel would refuse. */
const alternative = { altText: Number.POSITIVE_INFINITY, altTextSummary: Number.POSITIVE_INFINITY };

/** The alternative text of a table, which stands in an extension of it. */
export async function* tableUnits(
  book: Book,
  part: string,
  batches: AsyncIterable<XmlToken[]>,
): AsyncGenerator<TextUnit, void> {
  for await (const pieces of sheetPieces(batches, new SheetZone(), wanted)) {
    for (const piece of pieces) {
      if (piece.kind !== 'tag') continue;
      const { attributes, raw, start, end } = piece.token;
      const texts = attributeTexts(book, attributes, alternative, part);
      yield {
        segments: texts.segments.map((parts) => ({ role: 'alt_text', parts, part })),
        edit: (translations) => {
          const text = texts.write(raw, translations);
          return text === raw ? undefined : { start, end, text };
        },
      };
    }
  }
}
