/** A sentence, and the white space before and behind it, which stays as it is. */
export interface Sentence {
  before: string;
  text: string;
  after: string;
}

const cut = (text: string): Sentence => {
  const trimmed = text.trim();
  const start = text.indexOf(trimmed);
  return { before: text.slice(0, start), text: trimmed, after: text.slice(start + trimmed.length) };
};

/** The sentences of a text in a language, `und` where it is not known: joined they are the text. */
export const sentencesOf = (text: string, language = 'und'): Sentence[] =>
  Array.from(new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text), ({ segment }) => cut(segment));
