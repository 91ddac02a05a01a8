/** Characters that steer a terminal or the direction of what stands on it, or end a line. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
const actingInLines = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text as one line of a terminal: what would steer the terminal is left out. */
export const lineOf = (text: string): string => text.replaceAll(acting, ' ').trim();

/** A text of several lines without what would steer the terminal; a tab is a space. */
export const linesOf = (text: string): string => text.replaceAll('\t', ' ').replaceAll(actingInLines, '');

/** A value as a line of JSON, in which such characters are escaped: it is the same value to whoever reads it. */
export const jsonLine = (value: unknown): string => JSON.stringify(value).replaceAll(acting, escaped);
