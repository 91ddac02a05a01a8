/** The end of a refusal that names what was probably meant: `; did you mean es?`. Empty where nothing was. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : `; did you mean ${meant}?`;
