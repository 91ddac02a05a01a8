import { isThickened, type ShownGlyph, type ShowOperator } from '../content/show-operator.js';
import type { FontLook } from '../fonts/pdf-font.js';
import type { PlacedGlyph } from './fragments.js';
import type { LinkArea, LinkAreas, LinkedWords } from './link-areas.js';
import type { TextRule } from './text-rules.js';

/** How text looks. */
export interface TextStyle extends FontLook {
  /** In the space of the content. */
  height: number;
  /** Above the baseline of its line. */
  rise: number;
  fill: string | undefined;
  link: LinkedWords | undefined;
  /** Rules under and through it. */
  rules?: readonly TextRule[];
}

/** Whether text is bold, by its font or by how it is drawn. */
export const isBold = ({ state }: Pick<ShowOperator, 'state'>): boolean =>
  (state.font?.isBold ?? false) || isThickened(state);

export const styleOf = (
  item: PlacedGlyph,
  baseline: number,
  height: number,
  links: LinkAreas | undefined,
): TextStyle => {
  const { show, glyph, like = item } = item;
  const { font, fill } = show.state;
  const shift = like.across - baseline;
  const link = links && linkOf(links, glyph, show);
  return {
    isBold: isBold(show),
    isItalic: font?.isItalic ?? false,
    family: font?.family ?? 'sans',
    isMath: font?.isMath ?? false,
    typeface: font?.typeface ?? 'noto',
    heights: font?.heights,
    height: like.show.height,
    rise: Math.abs(shift) > 0.08 * height ? shift : 0,
    fill,
    link: link && { target: link.target, links: [link] },
  };
};

/** The link under the middle of a glyph. */
export const linkOf = (
  links: LinkAreas,
  { x, y, advance }: ShownGlyph,
  { direction, height }: ShowOperator,
): LinkArea | undefined => {
  const [along, up] = [advance / 2, 0.3 * height];
  return links.at(x + direction.x * along - direction.y * up, y + direction.y * along + direction.x * up);
};

export const isSameStyle = (one: TextStyle, other: TextStyle): boolean => one === other || areAlike(one, other);

const areAlike = (one: TextStyle, other: TextStyle): boolean =>
  one.isBold === other.isBold &&
  one.isItalic === other.isItalic &&
  (one.family === 'mono') === (other.family === 'mono') &&
  (one.isMath ?? false) === (other.isMath ?? false) &&
  one.fill === other.fill &&
  one.link?.target === other.link?.target &&
  (one.rules === other.rules || keysOf(one) === keysOf(other)) &&
  Math.abs(one.height - other.height) < 0.12 * Math.max(one.height, other.height) &&
  Math.abs(one.rise - other.rise) < 0.05 * Math.max(one.height, other.height);

const keysOf = ({ rules = [] }: TextStyle): string => rules.map(({ key }) => key).join('\n');
