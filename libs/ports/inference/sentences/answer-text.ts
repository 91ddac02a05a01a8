/** Signs that break a line, belong to the markup or cannot be shown; no text that goes to a model has any of them. */
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const unwanted = /[\p{Cc}\p{Co}\p{Cs}\ufeff]+/gu;

/** Removes from a piece of an answer the characters that a sentence cannot have. */
export const withoutUnwanted = (text: string): string => text.replace(lineBreaks, ' ').replace(unwanted, '');

/** Tidies an answer to one sentence: no white space at its ends, none doubled. */
export const tidySentence = (text: string): string => withoutUnwanted(text).replaceAll(/ {2,}/g, ' ').trim();

/** Does to an answer that comes in pieces what `tidySentence` does to the whole of it. */
export class SentenceTidier {
  private heldSpace = '';
  private hasStarted = false;

  /** Returns the part of the sentence that is final by now; white space is held until a word follows. */
  next(piece: string): string {
    const text = withoutUnwanted(piece);
    const words = text.trimEnd();
    if (words === '') {
      this.heldSpace += text;
      return '';
    }
    const tidy = `${this.heldSpace}${words}`.replaceAll(/ {2,}/g, ' ');
    const sure = this.hasStarted ? tidy : tidy.trimStart();
    this.hasStarted = true;
    this.heldSpace = text.slice(words.length);
    return sure;
  }
}
