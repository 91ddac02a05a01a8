const argument = /\{\s?\d/;
const quotedBrace = /'[{}]'|'\{[^'{}\n]{0,100}\}'/g;

/** Whether a text has an apostrophe that is neither written twice nor beside a brace in quotes. */
const hasLoneQuote = (text: string): boolean =>
  text.includes("'") && text.replace(quotedBrace, '').replaceAll("''", '').includes("'");

/** Whether a text has an argument that `MessageFormat` of Java fills in. */
export const hasArgument = (text: string): boolean => argument.test(text);

/**
 * Tells in which texts an apostrophe is written twice, as `MessageFormat` reads it: in those with an argument, unless the
 * file has more of them with a lone apostrophe; and in all where a text without an argument has one written twice.
 */
export class JavaQuotes {
  private doubled = 0;
  private lone = 0;
  private isAlways = false;

  /** Learns from a text of the file. */
  see(text: string): void {
    const isDoubled = text.includes("''");
    if (!hasArgument(text)) this.isAlways ||= isDoubled && !hasLoneQuote(text);
    else if (isDoubled) this.doubled += 1;
    else if (hasLoneQuote(text)) this.lone += 1;
  }

  areDoubledIn(text: string): boolean {
    if (hasLoneQuote(text)) return false;
    return text.includes("''") || this.isAlways || (hasArgument(text) && this.lone <= this.doubled);
  }
}

/** Whether a text, as the file writes its quotes, has a brace in them, which stands for itself: `'{'`, and not `''{0}''`. */
export const hasQuotedBraces = (text: string): boolean => /(?:^|[^'])'(?:[{}]'|\{[^'{}\n]{0,100}\}')(?!')/.test(text);

const quotes = /'[{}]'|'\{[^'{}\n]{0,100}\}'|'/g;

/** A text whose apostrophes are written twice. `keepsBraces`: braces in quotes stay as they are. */
export const doubleQuotes = (text: string, keepsBraces: boolean): string =>
  text.replace(quotes, (found) => (keepsBraces && found.length > 1 ? found : found.replaceAll("'", "''")));
