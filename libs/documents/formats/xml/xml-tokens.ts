import { XmlTokenizer } from './xml-tokenizer.js';

export interface XmlAttribute {
  /** The name as written, with its prefix. */
  name: string;
  local: string;
  uri: string;
  value: string;
}

/** The source from `start` to `end` (UTF-16 units) is `raw`; the tokens leave no gap between them. */
interface Placed {
  start: number;
  end: number;
  raw: string;
}

export type XmlToken = Placed &
  (
    | { kind: 'open'; name: string; prefix: string; local: string; uri: string; attributes: readonly XmlAttribute[] }
    /** `raw` is empty after an element that closes itself. */
    | { kind: 'close' }
    | { kind: 'text'; text: string }
    /** An element with all that is in it, where whole elements were asked for; `found`: the match of their pattern. */
    | { kind: 'whole'; found: RegExpExecArray }
    /** The source left at the end of the file. */
    | { kind: 'rest' }
  );

/**
 * A sticky pattern of elements that are taken as one token each. It matches nothing but a whole, well-formed element
 * without prefixes, references, line ends and `]]>`, two levels deep at most.
 */
export type WholeElements = RegExp;

export interface XmlLimits {
  depth: number;
  /** UTF-16 units from the end of one tag to the end of the next. */
  tokenLength: number;
}

export const defaultXmlLimits: XmlLimits = { depth: 512, tokenLength: 8 * 1024 ** 2 };

/**
 * The tokens of an XML file, a batch for each chunk. Comments and processing instructions belong to the `raw` of the
 * token after them. Document types are refused, so that no entity can expand.
 * @throws FormatError
 */
export async function* xmlTokens(
  text: AsyncIterable<string>,
  limits: XmlLimits = defaultXmlLimits,
  wholes?: WholeElements,
): AsyncGenerator<XmlToken[], void> {
  const tokenizer = new XmlTokenizer(limits, wholes);
  for await (const chunk of text) yield tokenizer.write(chunk);
  yield tokenizer.close();
}
