/** The sentences that say why text was found and not translated; `docs/documents.md` lists them. */
export const skipReasons = {
  hidden: 'The text is hidden.',
  hiddenShape: 'The shape is hidden.',
  hiddenCells: 'The cells are in hidden rows or columns.',
  hiddenSheet: 'The sheet is hidden.',
  hiddenSlide: 'The slide is hidden.',
  hiddenLayer: 'The text is on a hidden layer.',
  deleted: 'The text was deleted in a tracked change.',
  field: 'The text is the result of a field.',
  formula: 'The text is the result of a formula.',
  choice: 'The text was chosen in a control.',
  headers: 'Headers and footers were not to be translated.',
  comments: 'Comments were not to be translated.',
  alternativeTexts: 'Alternative texts were not to be translated.',
  outsideRange: 'The text is outside the page range.',
  outsideSheet: 'The sheet is outside the page range.',
  comparedCells: 'Formulas compare the text with cells outside the page range.',
  soughtName: 'The text is a name by which formulas find a sheet or a range.',
  stated: 'The file says that the text is not to be translated.',
  preformatted: 'The text is preformatted, as code is.',
  identifier: 'A value without white space may be an identifier.',
  longValue: 'A value is longer than a million characters.',
  longLine: 'A line of the script is longer than 64 KiB.',
  unknownGlyphs: 'The file does not tell which characters its glyphs are.',
  invisible: 'The text is invisible, or runs downwards.',
} as const;

export type SkipReason = (typeof skipReasons)[keyof typeof skipReasons];
