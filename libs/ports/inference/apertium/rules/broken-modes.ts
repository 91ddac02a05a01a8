const tagger = 'its tagger crashes on common words (Debian 12: apertium-tagger with rus-ukr.prob)';
const dictionary = 'its dictionary knows hardly a word form: almost every word comes back as a bare lemma';

/**
 * Modes that are installed but cannot translate ordinary text, as seen on Debian 12 (`Все люди` ends the first,
 * `Sva ljudska bića` hangs the second). Offering them would turn such requests into errors.
 */
export const brokenModes: ReadonlyMap<string, string> = new Map([
  ['rus-ukr', tagger],
  ['ukr-rus', tagger],
  ['rus-bel', tagger],
  ['hbs-mkd', 'cg-proc writes dependency marks on which lt-proc hangs'],
  ['eng-hbs', dictionary],
  ['eng-hbs_BS', dictionary],
  ['eng-hbs_HR', dictionary],
  ['eng-hbs_SR', dictionary],
  ['mkd-hbs_BS', dictionary],
  ['mkd-hbs_HR', dictionary],
  ['mkd-hbs_SR', dictionary],
]);
