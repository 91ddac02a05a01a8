export interface Sentence {
  text: string;
  /** Place of its first sign in the text. */
  start: number;
}

/** Cuts after each `.`, `!`, `?` or `…` that white space or the end follows. What has no such end comes last. */
export const sentencesOf = (text: string): Sentence[] => {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/[.!?…](?:\s|$)/gu)) {
    const sentence = text.slice(start, index + 1);
    const space = sentence.length - sentence.trimStart().length;
    sentences.push({ text: sentence.slice(space), start: start + space });
    start = index + end.length;
  }
  const rest = text.slice(start).trimStart();
  if (start < text.length) sentences.push({ text: rest, start: text.length - rest.length });
  return sentences;
};
