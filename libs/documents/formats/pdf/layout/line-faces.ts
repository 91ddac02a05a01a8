import type { Fragment } from './fragments.js';
import { remembered } from './remembered.js';
import { isBold } from './text-style.js';

/** Letters that two lines have in common and that tell of their faces, at least; how much their widths differ, and how many of them do. */
const minCommon = 4;
const minDifference = 0.008;
const minShare = 0.6;

/** Whether one line looks as a whole unlike another: bold, in a family of another kind or in another face, as headings do. */
export const isOtherFace = (one: Fragment, other: Fragment): boolean =>
  isAllBold(one) !== isAllBold(other) || isOtherFamily(one, other) || isOfOtherWidths(one, other);

const isAllBold = remembered(({ glyphs }: Fragment): boolean => glyphs.every(({ show }) => isBold(show)));

/** Whether all of a line is set in one family, and all of another in those of other kinds. */
const isOtherFamily = (one: Fragment, other: Fragment): boolean => {
  const families = familiesOf(one);
  return families.size === 1 && familiesOf(other).isDisjointFrom(families);
};

const familiesOf = remembered(({ glyphs }: Fragment) => new Set(glyphs.map(({ show }) => show.state.font?.family)));

/** Whether each of two lines is set in one font, and their letters are not as wide. Words in italics may fill a line by chance. */
const isOfOtherWidths = (one: Fragment, other: Fragment): boolean => {
  const [font, ...others] = fontsOf(one);
  const [otherFont, ...more] = fontsOf(other);
  if (others.length > 0 || more.length > 0 || font === otherFont || font?.isItalic !== otherFont?.isItalic)
    return false;
  const [widths, otherWidths] = [widthsOf(one), widthsOf(other)];
  const common = [...widths].flatMap(([letter, width]) => {
    const own = otherWidths.get(letter);
    return own === undefined ? [] : [Math.abs(own - width) > minDifference];
  });
  return common.length >= minCommon && common.filter(Boolean).length >= minShare * common.length;
};

const fontsOf = remembered(
  ({ glyphs }: Fragment) => new Set(glyphs.filter(({ text }) => text.trim() !== '').map(({ show }) => show.state.font)),
);

/** The widths of the letters of a line, in ems, without what the state of text adds to them. */
const widthsOf = remembered(
  ({ glyphs }: Fragment): ReadonlyMap<string, number> =>
    new Map(
      glyphs.flatMap(({ text, glyph, show }) =>
        /^\p{L}$/u.test(text) && show.state.characterSpacing === 0
          ? [[text, glyph.advance / show.height / show.state.scale] as const]
          : [],
      ),
    ),
);
