import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { changeOf } from './changes.js';

/** Changes to the looks of cells. */
export interface LookChanges {
  /** Whether cells show a text of two lines on two lines; numbers stay on one. */
  wraps: boolean;
  /** Text that is aligned to one side goes to the other. */
  direction: DirectionChange;
}

const otherSide: Readonly<Record<string, string>> = { left: 'right', right: 'left' };
/** The value of `readingOrder` that a cell has, and the one that it gets. */
const newOrder = { toRightToLeft: ['1', '2'], toLeftToRight: ['2', '1'] } as const;

const turned = ({ raw, attributes }: XmlToken & { kind: 'open' }, direction: DirectionChange): string => {
  if (direction === undefined) return raw;
  const side = otherSide[attributeOf(attributes, 'horizontal') ?? ''];
  const aligned = side === undefined ? raw : putAttribute(raw, attributes, 'horizontal', side);
  const [from, to] = newOrder[direction];
  const isOrdered = attributeOf(attributes, 'readingOrder') === from;
  return isOrdered ? putAttribute(aligned, attributes, 'readingOrder', to) : aligned;
};

/** The looks of cells, by what changes in them. */
export async function* lookUnits(
  batches: AsyncIterable<XmlToken[]>,
  { wraps, direction }: LookChanges,
): AsyncGenerator<TextUnit, void> {
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
        else if (wraps && isOfCells && local === 'xf') {
          const tag = putAttribute(raw, attributes, 'applyAlignment', '1');
          const isEmpty = raw.endsWith('/>');
          yield changeOf(token, isEmpty ? `${tag.slice(0, -2)}>${alignment(name)}</${name}>` : tag);
          look = isEmpty ? undefined : { name, depth };
        } else {
          const isFirst = look !== undefined && depth === look.depth + 1;
          const isAlignment = local === 'alignment';
          let tag = isAlignment ? turned(token, direction) : raw;
          if (isFirst)
            tag = isAlignment ? putAttribute(tag, attributes, 'wrapText', '1') : alignment(look?.name ?? '') + raw;
          if (isFirst) look = undefined;
          if (tag !== raw) yield changeOf(token, tag);
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
