/**
 * A piece of text with the parts that must survive translation: inline tags, numbered, paired (`open`/`close`) or alone
 * (`single`), and spans that stay as they are (`keep`: a URL, a placeholder). A term of a glossary is one, too: its
 * `source` is what stood there, in the language of the segment. Adjacent parts touch; white space belongs to the text.
 */
export type SegmentPart =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' | 'single'; id: number }
  | { kind: 'keep'; text: string; source?: string };

export type Segment = readonly SegmentPart[];
