import { literalsOf, withLiterals } from '#libs/documents/formats/number-format.js';
import type { Overflows } from '#libs/documents/formats/overflows.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { closeTag, openTag, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { OpenToken } from './part-reader.js';
import { inPlaceOf, plainSegment } from './plain-units.js';
import type { TextUnit } from './text-unit.js';
import { type TextContext, type TextMemory, UnitTexts } from './unit-texts.js';

/** UTF-16 units that Office allows for a number format. */
const maxFormatLength = 255;

/** The texts of a number format, and the code with their translations; undefined where it stays as it is, for its length too. */
const formatTexts = (code: string, context: TextContext, memory: TextMemory, overflows?: Pick<Overflows, 'add'>) => {
  const literals = literalsOf(code);
  const texts = new UnitTexts(memory, context);
  for (const { text } of literals) texts.add(plainSegment(text));
  const translated = (translations: readonly Segment[]): string | undefined => {
    const settled = texts.settle(translations);
    const written = literals.map(({ text }, at) => settled[at] && inPlaceOf(text, settled[at]));
    const isSame = literals.every(({ text }, at) => written[at] === undefined || written[at] === text);
    const changed = isSame ? code : withLiterals(code, literals, written);
    if (changed.length > maxFormatLength) {
      overflows?.add(context.part, texts.segments.length);
      return undefined;
    }
    return changed === code ? undefined : changed;
  };
  return { segments: texts.segments, skipped: texts.skipped, translated };
};

/** A start tag with a number format in an attribute of this name. */
export const formatTagUnit = (
  { raw, start, end, attributes }: OpenToken,
  name: string,
  context: TextContext,
  memory: TextMemory,
  overflows?: Pick<Overflows, 'add'>,
): TextUnit => {
  const code = attributes.find((attribute) => attribute.name === name)?.value ?? '';
  const { segments, skipped, translated } = formatTexts(code, context, memory, overflows);
  const edit: TextUnit['edit'] = (translations) => {
    const text = translated(translations);
    return text === undefined ? undefined : { start, end, text: withAttribute(raw, name, text) };
  };
  return { segments, skipped, edit };
};

/** An element whose content is a number format. */
export const formatElementUnit = (
  { element, start, end }: { element: XmlElement; start: number; end: number },
  context: TextContext,
  memory: TextMemory,
): TextUnit => {
  const { segments, skipped, translated } = formatTexts(plainText(element), context, memory);
  const edit: TextUnit['edit'] = (translations) => {
    const text = translated(translations);
    return text === undefined
      ? undefined
      : { start, end, text: `${openTag(element)}${escapeXmlText(text)}${closeTag(element)}` };
  };
  return { segments, skipped, edit };
};
