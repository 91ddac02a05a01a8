import type { Span, StyleName } from './cue.js';

/** Collects the text of a cue while its markup is read. */
export class SpanBuilder {
  readonly spans: Span[] = [];
  private styles: ReadonlySet<StyleName> = new Set();
  private voice: string | undefined;

  text(text: string): void {
    if (text !== '') this.spans.push({ text, styles: this.styles, voice: this.voice });
  }

  set(style: StyleName, isOn: boolean): void {
    const styles = new Set(this.styles);
    if (isOn) styles.add(style);
    else styles.delete(style);
    this.styles = styles;
  }

  setAll(styles: ReadonlySet<StyleName>): void {
    this.styles = styles;
  }

  speaks(voice: string | undefined): void {
    this.voice = voice;
  }
}

/** Feeds a text to a reader of its markup, and to one of what stands between. */
export const readMarked = (
  text: string,
  markup: RegExp,
  onText: (text: string) => void,
  onMarkup: (found: RegExpExecArray) => void,
): void => {
  let from = 0;
  for (const found of text.matchAll(markup)) {
    onText(text.slice(from, found.index));
    onMarkup(found);
    from = found.index + found[0].length;
  }
  onText(text.slice(from));
};
