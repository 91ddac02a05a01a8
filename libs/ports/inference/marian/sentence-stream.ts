import { SentenceTidier } from '../sentences/answer-text.js';
import { untranslated } from '../sentences/translated-unit.js';
import type { Atom } from '../units/atom.js';
import { isUnspaced } from '../units/unspaced-scripts.js';
import type { SentenceTranslation } from './marian-models.js';
import type { RequestSentences } from './request-sentences.js';
import { isAskedAgain, weightOf } from './sentence-translation.js';
import { shownText } from './shown-text.js';

/** Lets words go when they are whole: a word is when the next one begins, in a script without spaces at each token. */
class WholeWords {
  private held = '';

  next(text: string): string {
    if (text === '') return '';
    this.held += text;
    if (isUnspaced(text)) return this.rest();
    const [begun = '', ...spaces] = text.split(/\s/u).reverse();
    if (spaces.length === 0) return '';
    const whole = this.held.length - begun.length;
    const words = this.held.slice(0, whole);
    this.held = this.held.slice(whole);
    return words;
  }

  rest(): string {
    const words = this.held;
    this.held = '';
    return words;
  }
}

export interface StreamedSentence {
  weight: number;
  confidentWeight: number;
  /** Whether its words are not those of `translateUnit`, which asks again where the model does not come to its end. */
  isOtherText: boolean;
}

const nothing: SentenceTranslation = { text: '', pieces: [], tokens: [], confidence: 0, limited: false };

/** Streams a sentence without fixed pieces, word by word. @throws SentenceTooLongError before the first word */
export async function* streamSentence(
  atoms: readonly Atom[],
  sentences: RequestSentences,
): AsyncGenerator<string, StreamedSentence, undefined> {
  const tidier = new SentenceTidier();
  const words = new WholeWords();
  const tokens = sentences.stream(shownText(atoms).text);
  let received = 0;
  let isEmpty = true;
  let end: SentenceTranslation | undefined;
  try {
    while (end === undefined) {
      const next = await tokens.next();
      if (next.done === true) end = next.value;
      const text = next.done === true ? next.value.text.slice(received) : next.value.text;
      received += text.length;
      const sure = words.next(tidier.next(text));
      if (sure === '') continue;
      isEmpty = false;
      yield sure;
    }
    const rest = words.rest();
    if (rest !== '') yield rest;
    else if (isEmpty) {
      yield untranslated(atoms)
        .pieces.map(({ part }) => part.text)
        .join('');
      return { ...untranslated(atoms), isOtherText: false };
    }
    return { ...weightOf(end, atoms), isOtherText: isAskedAgain(end, atoms) };
  } finally {
    await tokens.return(nothing);
  }
}
