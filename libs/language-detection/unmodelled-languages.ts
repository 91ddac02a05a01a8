/**
 * Languages that eld has no model of, with those whose score they borrow: a text in one of them looks to eld like its
 * nearest relative, and words and forms (see `words/`, `telling-forms.ts`) tell the two apart.
 */
export const relatives: Readonly<Record<string, readonly string[]>> = {
  gl: ['pt', 'es'],
  oc: ['ca', 'fr', 'es'],
  an: ['es', 'ca'],
  af: ['nl'],
  id: ['ms'],
  bs: ['hr'],
  sr: ['hr'],
  mk: ['bg', 'sr'],
};

/**
 * Those without a relative in eld, and languages of other scripts that people type in Latin letters: only their words
 * tell them. eld gives a text of theirs 0.4 to 0.65 (its own languages get 0.7 to 0.85), so they start in between.
 */
export const toldByWords: Readonly<Record<string, number>> = {
  br: 0.58,
  eo: 0.58,
  ru: 0.55,
  el: 0.55,
  hi: 0.55,
  ja: 0.55,
};
