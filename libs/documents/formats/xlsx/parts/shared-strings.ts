import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { closeTag, openTag, TreeBuilder } from '#libs/documents/formats/xml/xml-tree.js';
import type { Book } from '../book.js';
import { placed } from '../text/placed-text.js';
import { changeOf } from './changes.js';

/** The strings that cells share, each once however many cells show it. */
export async function* stringUnits(
  book: Book,
  part: string,
  batches: AsyncIterable<XmlToken[]>,
): AsyncGenerator<TextUnit, void> {
  const { usage } = book.survey;
  let number = 0;
  let depth = 0;
  let string: TreeBuilder | undefined;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (string !== undefined) {
        if (!string.add(token)) continue;
        const { element, start, end } = string;
        string = undefined;
        number += 1;
        if (!usage.isTranslated(number - 1)) continue;
        const text = book.richText(element, usage.isReferred(number - 1));
        yield {
          segments: placed(text, 'table', part),
          edit: (translations) => {
            const content = text.render(translations);
            return content === undefined
              ? undefined
              : { start, end, text: `${openTag(element)}${content}${closeTag(element)}` };
          },
        };
      } else if (token.kind === 'open') {
        if (token.local === 'si') string = new TreeBuilder(token);
        else depth += 1;
        const count = token.local === 'sst' ? attributeOf(token.attributes, 'uniqueCount') : undefined;
        if (count === undefined || book.divided.size === 0) continue;
        const name = token.attributes.find(({ local }) => local === 'uniqueCount')?.name ?? '';
        yield changeOf(token, withAttribute(token.raw, name, String(Number(count) + book.divided.size)));
      } else if (token.kind === 'close') {
        depth -= 1;
        if (depth === 0 && book.divided.size > 0) yield changeOf({ ...token, end: token.start }, book.divided.markup);
      }
    }
  }
}
