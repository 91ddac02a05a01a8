import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { closeTag, openTag, TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Book } from '../book.js';
import { placed } from '../text/placed-text.js';
import { plainRichText, type RichText, readRichText } from '../text/rich-text.js';
import { changeOf } from './changes.js';

/** Strings of one look without anything that has to be decoded. */
export const plainStrings = /<si><t(?: xml:space="preserve")?>([^<&\]\r]*)<\/t><\/si>/y;

const plainString: XmlElement = {
  kind: 'element',
  name: 'si',
  prefix: '',
  local: 'si',
  uri: '',
  attributes: [],
  open: '<si>',
  close: '</si>',
  children: [],
};

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
  const unitOf = (
    element: XmlElement,
    { start, end }: Pick<XmlEdit, 'start' | 'end'>,
    rich?: RichText,
  ): TextUnit | undefined => {
    number += 1;
    if (!usage.isTranslated(number - 1)) return undefined;
    const text = book.richText(element, usage.isReferred(number - 1), rich);
    return {
      segments: placed(text, 'table', part),
      edit: (translations) => {
        const content = text.render(translations);
        if (content === undefined) return undefined;
        return { start, end, text: `${openTag(element)}${content}${closeTag(element)}` };
      },
    };
  };
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind === 'whole' && string === undefined) {
        const unit = unitOf(plainString, token, plainRichText(token.found[1] ?? ''));
        if (unit !== undefined) yield unit;
      } else if (string !== undefined) {
        if (!string.add(token)) continue;
        const unit = unitOf(string.element, string);
        string = undefined;
        if (unit !== undefined) yield unit;
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

/** The texts of the strings that cells share, in their order, without their looks. */
export async function* stringTexts(batches: AsyncIterable<XmlToken[]>): AsyncGenerator<string, void> {
  let string: TreeBuilder | undefined;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (string === undefined && token.kind === 'whole') yield plainRichText(token.found[1] ?? '').plain;
      else if (string !== undefined) {
        if (!string.add(token)) continue;
        yield readRichText(string.element).plain;
        string = undefined;
      } else if (token.kind === 'open' && token.local === 'si') string = new TreeBuilder(token);
    }
  }
}
