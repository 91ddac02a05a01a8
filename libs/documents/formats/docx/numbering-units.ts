import { hasLabelWords } from '#libs/documents/formats/label-words.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextContext, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { repairTags } from '#libs/documents/formats/tag-repair.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { isWord } from './word/word-names.js';

/** The text of a label as a segment: the numbers of its levels (`%1`) are single tags of their digits. */
const segmentOf = (text: string): Segment =>
  text.split(/(%[1-9])/).flatMap((piece): SegmentPart[] => {
    if (/^%[1-9]$/.test(piece)) return [{ kind: 'single', id: Number(piece[1]) }];
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  });

const textOf = (segment: Segment): string =>
  segment.map((part) => ('text' in part ? part.text.replaceAll('%', '\u066a') : `%${part.id}`)).join('');

/** The labels of lists and headings (`Article %1.`), each text once. */
export async function* numberingUnits(
  batches: AsyncIterable<XmlToken[]>,
  context: TextContext,
): AsyncGenerator<TextUnit, void> {
  const known = new KnownTexts();
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind !== 'open' || !isWord(token, 'lvlText')) continue;
      const label = token.attributes.find(({ local }) => local === 'val');
      const source = segmentOf(label?.value.trim() ?? '');
      const ids = source.flatMap((part) => ('text' in part ? [] : [part.id]));
      if (label === undefined || !hasLabelWords(plainText(source)) || new Set(ids).size < ids.length) continue;
      const texts = new UnitTexts(known, context);
      texts.add(source);
      const { start, end, raw } = token;
      const edit: TextUnit['edit'] = (translations) => {
        const [translation] = texts.settle(translations);
        const text = translation && textOf(repairTags(source, translation)).trim();
        if (text === undefined || text === label.value.trim()) return undefined;
        return {
          start,
          end,
          text: withAttribute(
            raw,
            label.name,
            label.value.replace(label.value.trim(), () => text),
          ),
        };
      };
      yield { segments: texts.segments, skipped: texts.skipped, edit };
    }
  }
}
