/**
 * A piece of text with the parts that must survive translation: inline tags, numbered, paired (`open`/`close`) or alone
 * (`single`), and spans that stay as they are (`keep`: a URL, a placeholder). Adjacent parts touch; white space belongs
 * to the text.
 */
export type SegmentPart =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' | 'single'; id: number }
  | { kind: 'keep'; text: string };

export type Segment = readonly SegmentPart[];
