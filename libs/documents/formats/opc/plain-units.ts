import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { closeTag, elementsOf, openTag, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { TextUnit } from './text-unit.js';
import { type TextContext, type TextMemory, UnitTexts } from './unit-texts.js';

export const plainSegment = (text: string): Segment => [{ kind: 'text', text: text.trim() }];
/** The words of a translation; plain text has no place for tags. */
export const wordsOf = (segment: Segment): string => segment.map((part) => ('text' in part ? part.text : '')).join('');

/** An element whose whole content is one text. */
export const textElementUnit = (
  { element, start, end }: { element: XmlElement; start: number; end: number },
  context: TextContext,
  memory: TextMemory,
): TextUnit => {
  const texts = new UnitTexts(memory, context);
  const text = plainText(element);
  if (elementsOf(element).length === 0 && hasWording(text)) texts.add(plainSegment(text));
  return {
    segments: texts.segments,
    skipped: texts.skipped,
    edit: (translations) => {
      const [translation] = texts.settle(translations);
      if (translation === undefined || wordsOf(translation) === text.trim()) return undefined;
      return {
        start,
        end,
        text: `${openTag(element)}${escapeXmlText(inPlaceOf(text, translation))}${closeTag(element)}`,
      };
    },
  };
};

/** A start tag with its texts in the attributes of these names. */
interface TranslatedTag {
  tag: string;
  /** The values of the attributes that it has, by their names. */
  values: ReadonlyMap<string, string>;
}

/** The texts of a start tag with attributes that are texts. `token.raw` may have been changed already. */
export const attributeTexts = (
  token: XmlToken & { kind: 'open' },
  names: readonly string[],
  context: TextContext,
  memory: TextMemory,
): Pick<TextUnit, 'segments' | 'skipped'> & { translated(translations: readonly Segment[]): TranslatedTag } => {
  const texts = new UnitTexts(memory, context);
  const attributes = token.attributes.filter(({ name }) => names.includes(name));
  const worded = attributes.filter(({ value }) => hasWording(value));
  for (const { value } of worded) texts.add(plainSegment(value));
  return {
    segments: texts.segments,
    skipped: texts.skipped,
    translated: (translations) => {
      const settled = texts.settle(translations);
      const values = new Map(attributes.map(({ name, value }) => [name, value]));
      const tag = worded.reduce((tag, { name, value }, at) => {
        const translation = settled[at];
        if (translation === undefined || wordsOf(translation) === value.trim()) return tag;
        const translated = inPlaceOf(value, translation);
        values.set(name, translated);
        return withAttribute(tag, name, translated);
      }, token.raw);
      return { tag, values };
    },
  };
};

/** A start tag with attributes that are texts. `token.raw` may have been changed already. */
export const attributeUnit = (
  token: XmlToken & { kind: 'open' },
  names: readonly string[],
  isRelabelled: boolean,
  context: TextContext,
  memory: TextMemory,
): TextUnit => {
  const { start, end, raw } = token;
  const { translated, ...texts } = attributeTexts(token, names, context, memory);
  return {
    ...texts,
    edit: (translations) => {
      const { tag } = translated(translations);
      return tag === raw && !isRelabelled ? undefined : { start, end, text: tag };
    },
  };
};

/** The translation between the white space that its source stands in. */
export const inPlaceOf = (text: string, translation: Segment): string => {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return text.slice(0, start) + wordsOf(translation).trim() + text.slice(end);
};
