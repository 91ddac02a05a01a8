import type { Fragment, PlacedGlyph } from './fragments.js';

/** Signs of a leader: one, with the space between two in some maps, or all where the file has a text for the whole leader. */
const leader = /^[.·…‥․_ ]{1,1000}$/;
/** Leader dots in a row. */
const minLeader = 4;
/** Other signs that lead to a number, each alone or with a space; more of them than someone writes to stress a word. */
const drawn = /^[-–—~*+<>•∙⋅˙°\u2212\u25aa-\u25e6] ?$/;
const minDrawn = 6;

/** Glyphs up to a leader, and those of the leader. */
interface BeforeLeader {
  glyphs: PlacedGlyph[];
  dots: PlacedGlyph[];
}

/** The texts of a line between its leaders, each with the dots behind it. */
export const cutAtLeaders = (glyphs: readonly PlacedGlyph[]): BeforeLeader[] => {
  const parts: BeforeLeader[] = [];
  let part: PlacedGlyph[] = [];
  let dots: PlacedGlyph[] = [];
  const endDots = (): void => {
    if (isLeader(dots)) {
      parts.push({ glyphs: part, dots });
      part = [];
    } else for (const dot of dots) part.push(dot);
    dots = [];
  };
  for (const glyph of glyphs) {
    const isBlank = glyph.text.trim() === '';
    if (isBlank ? dots.length > 0 : goesOn(dots, glyph)) dots.push(glyph);
    else {
      endDots();
      (!isBlank && isSignOfLeader(glyph) ? dots : part).push(glyph);
    }
  }
  endDots();
  parts.push({ glyphs: part, dots: [] });
  return parts.filter(({ glyphs: text }) => text.some((glyph) => glyph.text.trim() !== ''));
};

const isSignOfLeader = ({ text }: PlacedGlyph): boolean => leader.test(text) || drawn.test(text);

/** Whether a sign goes on a leader: dots of any kind do so with each other, another sign with itself. */
const goesOn = (dots: readonly PlacedGlyph[], glyph: PlacedGlyph): boolean => {
  const [first] = dots;
  if (first === undefined || leader.test(first.text)) return leader.test(glyph.text);
  return first.text.trim() === glyph.text.trim();
};

const isLeader = (dots: readonly PlacedGlyph[]): boolean =>
  signsIn(dots) >= (dots.every(({ text }) => leader.test(text)) ? minLeader : minDrawn);

const signsIn = (dots: readonly PlacedGlyph[]): number =>
  dots.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);

/** Whether dots go on from a text; lines to write on do not, and what they leave free is for others. */
export const isLeaderOf = (dots: readonly PlacedGlyph[], { end, height }: Fragment): boolean => {
  const [first] = dots;
  return first !== undefined && first.along > end - 0.2 * height && dots.every(({ text }) => !text.includes('_'));
};

/**
 * The signs of a line, blanks left out, whose gaps tell nothing of its words: each of a row of one sign, such as the dots of a leader
 * or a line to write on, and the one right behind it.
 */
export const inLeaders = (glyphs: readonly PlacedGlyph[]): ReadonlySet<PlacedGlyph> => {
  const found = new Set<PlacedGlyph>();
  let from = 0;
  for (let at = 1; at <= glyphs.length; at += 1) {
    if (isSameSign(glyphs[from], glyphs[at])) continue;
    if (at - from >= minLeader) for (const glyph of glyphs.slice(from, at + 1)) found.add(glyph);
    from = at;
  }
  return found;
};

const isSameSign = (one: PlacedGlyph | undefined, other: PlacedGlyph | undefined): boolean =>
  one !== undefined && one.text === other?.text && /^[^\p{L}\p{N}\s]+$/u.test(one.text);
