import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { changeOf } from './changes.js';

/** The looks of cells, which show a text of two lines on two lines. Numbers stay on one. */
export async function* wrappedStyles(batches: AsyncIterable<XmlToken[]>): AsyncGenerator<TextUnit, void> {
  let isOfCells = false;
  let depth = 0;
  /** The look that has no alignment so far; its name as written, and its depth. */
  let look: { name: string; depth: number } | undefined;
  const alignment = (name: string) => `<${name.replace(/xf$/, 'alignment')} wrapText="1"/>`;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind === 'open') {
        depth += 1;
        const { local, name, raw, attributes } = token;
        if (local === 'cellXfs') isOfCells = true;
        else if (isOfCells && local === 'xf') {
          const tag = putAttribute(raw, attributes, 'applyAlignment', '1');
          const isEmpty = raw.endsWith('/>');
          yield changeOf(token, isEmpty ? `${tag.slice(0, -2)}>${alignment(name)}</${name}>` : tag);
          look = isEmpty ? undefined : { name, depth };
        } else if (look !== undefined && depth === look.depth + 1) {
          const isAlignment = local === 'alignment';
          yield changeOf(
            token,
            isAlignment ? putAttribute(raw, attributes, 'wrapText', '1') : alignment(look.name) + raw,
          );
          look = undefined;
        }
      } else if (token.kind === 'close') {
        if (look?.depth === depth) {
          yield changeOf(token, alignment(look.name) + token.raw);
          look = undefined;
        }
        if (depth === 2) isOfCells = false;
        depth -= 1;
      }
    }
  }
}
